// The sections of model files, and the forms of values that are no sections.
#include "model/joint_freedoms.hpp"
#include "model/model_keys.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

// A section as it is without a file; where its keys depend on something, with this.
template <typename Shown, typename... With>
void show_new(KeyVisitor& visitor, With... with) {
  Shown shown;
  show_keys(visitor, shown, with...);
}

template <typename Shown, auto... with>
KeySection section_of(std::string_view name, std::string_view table = {}) {
  return {name, [](KeyVisitor& visitor, bool) { show_new<Shown>(visitor, with...); }, table};
}

template <typename Shown, auto... with>
KeySection section_of_freedom(std::string_view name, std::string_view table) {
  return {name, [](KeyVisitor& visitor, bool slides) { show_new<Shown>(visitor, slides, with...); }, table};
}

template <std::size_t index>
KeySection shape_section() {
  return {shape_kinds()[index].word,
          [](KeyVisitor& visitor, bool) {
            Shape shape;
            shape.axis = shape_kinds()[index].axis;
            shape_kinds()[index].show(visitor, shape);
          },
          "shapes"};
}

template <std::size_t... types, std::size_t... shapes>
void add_kinds(std::vector<KeySection>& sections, std::index_sequence<types...>, std::index_sequence<shapes...>) {
  (sections.push_back(section_of<JointKeys, static_cast<JointType>(types)>(joint_table::kinds[types].name, "joints")),
   ...);
  (sections.push_back(shape_section<shapes>()), ...);
}

std::vector<KeySection> make_sections() {
  std::vector<KeySection> sections{section_of<FileKeys>("model", "top level"),
                                   section_of<MassKeys, MassOf::body>("body", "bodies"),
                                   section_of<MassKeys, MassOf::payload>("payload", "bodies"),
                                   section_of<TensorKeys>("tensor", "inertia tensors"),
                                   section_of<PlacementKeys>("placement", "placements"),
                                   section_of_freedom<Friction>("friction_set", "friction sets"),
                                   section_of_freedom<Spring>("one_spring", "springs"),
                                   section_of_freedom<MotorKeys, false>("actuator", "motors"),
                                   section_of_freedom<MotorKeys, true>("motor", "motors"),
                                   section_of_freedom<DriveKeys>("drive", "drives"),
                                   section_of<ParallelogramKeys>("parallelogram", "parallelograms"),
                                   section_of<EndFrictionKeys>("friction_of_ends"),
                                   section_of<LegKeys>("leg", "leg groups"),
                                   section_of<RepeatKeys>("repeat", "repeat"),
                                   section_of<OutputKeys, true>("platform", "output"),
                                   section_of<OutputKeys, false>("end_point", "output"),
                                   section_of<CounterbalanceKeys>("counterbalance", "counterbalances"),
                                   section_of<StructureKeys>("structure", "structure"),
                                   section_of<AssemblyKeys>("assembly", "assembly")};
  add_kinds(sections, std::make_index_sequence<joint_table::kinds.size()>(), std::make_index_sequence<6>());
  return sections;
}

std::string reference_form(std::string_view form) { return fmt::format(R"({{"$ref": "#/$defs/{}"}})", form); }

std::string any_form(const std::vector<std::string>& schemas) {
  return fmt::format(R"({{"anyOf": [{}]}})", fmt::join(schemas, ", "));
}

std::string map_form(std::string_view names, std::string_view form) {
  return fmt::format(R"({{"type": "object", "propertyNames": {}, "additionalProperties": {}}})", reference_form(names),
                     reference_form(form));
}

std::string array_form(std::string_view form, int least, int most) {
  return fmt::format(R"({{"type": "array", "items": {}, "minItems": {}, "maxItems": {}}})", reference_form(form), least,
                     most);
}

// The section that belongs to the type of a joint.
std::string joint_form() {
  std::string words, cases;
  const auto add = [&](std::string_view name) {
    const std::string_view comma = words.empty() ? "" : ", ";
    words += fmt::format("{}\"{}\"", comma, name);
    cases +=
        fmt::format(R"({}{{"if": {{"required": ["type"], "properties": {{"type": {{"const": "{}"}}}}}}, "then": {}}})",
                    comma, name, reference_form(name));
  };
  for (const JointKind& kind : joint_table::kinds) add(kind.name);
  add("parallelogram");
  return fmt::format(
      R"({{"type": "object", "required": ["type"], "properties": {{"type": {{"enum": [{}]}}}}, "allOf": [{}]}})", words,
      cases);
}

std::string name_form(std::string_view pattern) {
  return fmt::format(R"({{"type": "string", "maxLength": 256, "pattern": "^{}$"}})", pattern);
}

// Names, numbers, directions and places.
std::vector<FileFormat::Form> forms_of_values() {
  const auto ref = reference_form;
  return {
      {"value",
       R"({"description": "A number in SI units, or an expression with units and parameters, such as \"La/2 + 5 mm\".", "type": ["number", "string"]})"},
      {"version", R"({"const": 1})"},
      {"title", R"({"type": ["string", "number"], "minLength": 1, "maxLength": 256})"},
      {"text", R"({"type": "string", "minLength": 1})"},
      {"texts", R"({"type": "array", "items": {"type": "string"}})"},
      {"type", R"({"type": "string"})"},
      {"flag", R"({"type": "boolean"})"},
      {"legs_word", R"({"const": "legs"})"},
      {"name", name_form("[A-Za-z_][A-Za-z0-9_-]*")},
      {"parameter_name", name_form("[A-Za-z_][A-Za-z0-9_]*")},
      {"dotted_name", name_form(R"([A-Za-z_][A-Za-z0-9_-]*(\\.[A-Za-z_][A-Za-z0-9_-]*)*)")},
      {"parameters", map_form("parameter_name", "value")},
      {"friction_sets", map_form("name", "friction_set")},
      {"bodies", map_form("dotted_name", "body")},
      {"joints", map_form("dotted_name", "joint")},
      {"counterbalances", map_form("name", "counterbalance")},
      {"legs", any_form({ref("leg"), R"({"type": "array", "items": {"$ref": "#/$defs/leg"}})"})},
      {"names", R"({"type": "array", "items": {"$ref": "#/$defs/dotted_name"}})"},
      {"leg_bodies", any_form({map_form("name", "body"), ref("names")})},
      {"leg_joints", any_form({map_form("name", "joint"), ref("names")})},
      {"three", array_form("value", 3, 3)},
      {"vector", any_form({ref("three"), ref("name")})},
      {"direction", any_form({R"({"enum": ["x", "y", "z", "-x", "-y", "-z", "+x", "+y", "+z"]})", ref("vector")})},
      {"directions",
       any_form(
           {ref("direction"),
            R"({"type": "object", "minProperties": 2, "maxProperties": 2, "additionalProperties": {"$ref": "#/$defs/direction"}})"})},
      {"two_directions", array_form("direction", 2, 2)},
      {"axes",
       any_form(
           {ref("two_directions"),
            R"({"type": "object", "minProperties": 2, "maxProperties": 2, "additionalProperties": {"$ref": "#/$defs/two_directions"}})"})},
      {"quaternion", array_form("value", 4, 4)},
      {"matrix", array_form("vector", 3, 3)},
      {"frames", array_form("placement", 2, 2)},
      {"between", array_form("dotted_name", 2, 2)},
      {"places",
       any_form(
           {ref("vector"),
            R"({"type": "object", "maxProperties": 2, "propertyNames": {"$ref": "#/$defs/dotted_name"}, "additionalProperties": {"$ref": "#/$defs/vector"}})"})},
  };
}

// What joints and bodies have.
std::vector<FileFormat::Form> forms_of_parts() {
  const auto ref = reference_form;
  std::vector<std::string> inertias{ref("vector"), ref("tensor")};
  for (const ShapeKind& kind : shape_kinds()) inertias.push_back(ref(kind.word));
  return {
      {"inertia", any_form(inertias)},
      {"body_inertia", any_form({R"({"const": "point"})", ref("inertia")})},
      {"rod_inertia", any_form({R"({"const": "thin"})", ref("inertia")})},
      {"joint", joint_form()},
      {"friction", any_form({ref("friction_set"), ref("name")})},
      {"frictions", any_form({ref("friction"), array_form("friction", 1, 3)})},
      {"end_frictions", any_form({ref("frictions"), ref("friction_of_ends")})},
      {"springs", any_form({ref("one_spring"), array_form("one_spring", 1, 3)})},
      {"limit_pair", any_form({R"({"const": "none"})", array_form("value", 2, 2)})},
      {"limits", any_form({ref("limit_pair"), array_form("limit_pair", 1, 3)})},
      {"each",
       R"({"type": "object", "propertyNames": {"$ref": "#/$defs/name"}, "additionalProperties": {"type": "array", "minItems": 1, "maxItems": 64, "items": {"anyOf": [{"$ref": "#/$defs/value"}, {"$ref": "#/$defs/three"}]}}})"},
      {"moves",
       R"({"type": "array", "items": {"enum": ["x", "y", "z", "rx", "ry", "rz", "phi"]}, "minItems": 1, "maxItems": 6, "uniqueItems": true})"},
      {"pose", any_form({ref("vector"), ref("placement")})},
      {"joint_values",
       R"({"type": "object", "propertyNames": {"$ref": "#/$defs/dotted_name"}, "additionalProperties": {"anyOf": [{"$ref": "#/$defs/value"}, {"type": "array", "items": {"$ref": "#/$defs/value"}, "minItems": 1, "maxItems": 4}]}})"},
  };
}

}  // namespace

const FileFormat& model_format() {
  static const FileFormat format = [] {
    FileFormat made{"model", "A robot for jourdain; see docs/model-format.md.", make_sections(), forms_of_values()};
    for (FileFormat::Form& form : forms_of_parts()) made.forms.push_back(std::move(form));
    return made;
  }();
  return format;
}

}  // namespace jourdain
