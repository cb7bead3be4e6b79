#include "jourdain/model/reader.hpp"

#include "model/model_keys.hpp"
#include "model/number_literal.hpp"
#include "model/quantity_algebra.hpp"
#include "model/read_body.hpp"
#include "model/read_joint.hpp"
#include "model/read_keys.hpp"
#include "model/read_sections.hpp"
#include "model/source_marks.hpp"
#include "model/units.hpp"
#include "model/validate.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

constexpr std::size_t longest_description = 10000;

void read_version(const Context& context, const Node* node) {
  if (!node || (node->kind == Node::Kind::scalar && !node->quoted && node->text == "1")) return;
  context.error(node->mark, fmt::format("expected version 1 of the format, found {}", quoted_name(node->text)),
                "write jourdain: 1");
}

void read_names(const Context& context, const Node* name, const Node* description) {
  Mechanism& mechanism = context.reading.mechanism;
  if (name) {
    mechanism.name = read_text(context, *name, "the name of the robot");
    context.reading.name_mark = name->mark;
    if (mechanism.name.size() > model_limits.name_length) {
      context.error(name->mark, fmt::format("the name is too long: at most {} characters", model_limits.name_length));
    }
  }
  if (description) {
    mechanism.description = read_text(context, *description, "a text");
    if (mechanism.description.size() > longest_description) {
      context.error(description->mark,
                    fmt::format("the description is too long: at most {} bytes", longest_description));
    }
  }
}

// The value in the file, or the one that the caller wants instead.
std::optional<Quantity> read_parameter(const Context& context, const Node::Member& member) {
  const auto& wanted = context.reading.wanted_parameters;
  const auto found = std::find_if(wanted.rbegin(), wanted.rend(), [&](const auto& w) { return w.first == member.key; });
  const std::optional<Quantity> own = read_quantity(context, member.value);
  if (found == wanted.rend()) return own;
  Node value = member.value;
  value.kind = Node::Kind::scalar;
  value.text = found->second;
  const std::optional<Quantity> other = read_quantity(context, value);
  const auto has_unit = [](const Quantity& q) { return q.knowledge == Quantity::Knowledge::checked; };
  if (own && other && has_unit(*own) && has_unit(*other) && !same_dimension(own->dimension, other->dimension)) {
    context.error(member.key_mark,
                  fmt::format("the new value of {} is {}, in the file it is {}", quoted_name(member.key),
                              describe(other->dimension), describe(own->dimension)));
  }
  return other;
}

// Parameters that the caller wants to change and that the file does not have.
void check_wanted(const Context& context, SourceMark mark) {
  std::vector<std::string> names;
  for (const NamedValue& value : context.reading.mechanism.parameters) names.push_back(value.name);
  for (const auto& [name, text] : context.reading.wanted_parameters) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    context.error(mark, fmt::format("the model has no parameter {} that could be changed", quoted_name(name)),
                  names.empty() ? "it has no parameters" : fmt::format("it has {}", list_of(names, "and")));
  }
}

void read_parameters(const Context& context, const Node& node) {
  if (node.kind != Node::Kind::mapping) {
    context.error(node.mark, "expected 'parameters' as a map from names to values");
    return;
  }
  if (node.members.size() > largest_parameter_count) {
    context.error(node.mark, fmt::format("there are too many parameters: at most {}", largest_parameter_count));
    return;
  }
  for (const Node::Member& member : node.members) {
    if (check_name(context, member.key, member.key_mark)) {
      if (member.key.find('-') != std::string::npos) {
        context.error(member.key_mark,
                      fmt::format("the name of a parameter cannot have a '-': {}", quoted_name(member.key)),
                      "write _ instead");
      } else if (is_function(member.key) || member.key == "pi" || member.key == "i") {
        context.error(member.key_mark, fmt::format("{} has a meaning in expressions", quoted_name(member.key)),
                      "choose another name");
      }
    }
    // An unreadable parameter stays known, so that its uses are not reported as well.
    Quantity quantity = read_parameter(context, member).value_or(Quantity{1, {}, Quantity::Knowledge::loose});
    if (quantity.knowledge == Quantity::Knowledge::pure) quantity.knowledge = Quantity::Knowledge::loose;
    context.scope.numbers[member.key] = quantity;
    NamedValue& value = context.reading.mechanism.parameters.emplace_back();
    value.name = member.key;
    value.value = quantity.value;
    const bool has_unit = quantity.knowledge == Quantity::Knowledge::checked && quantity.dimension != Dimension{};
    if (has_unit) value.dimension = quantity.dimension;
  }
}

// True if a name stands in the text of a value.
bool stands_in(std::string_view text, std::string_view name) {
  const auto part_of_name = [&](std::size_t at) { return is_letter(text[at]) || is_digit(text[at]); };
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || !part_of_name(at - 1)) && (end == text.size() || !part_of_name(end))) return true;
  }
  return false;
}

bool is_named_in(const Node& node, std::string_view name) {
  if (node.kind == Node::Kind::scalar) return stands_in(node.text, name);
  return std::any_of(node.items.begin(), node.items.end(), [&](const Node& item) { return is_named_in(item, name); }) ||
         std::any_of(node.members.begin(), node.members.end(),
                     [&](const Node::Member& member) { return is_named_in(member.value, name); });
}

// Parameters that nothing uses: a name that was misspelt, or a value that has no effect. In a printed model all values
// are written out, and none is used.
void warn_of_unused(const Context& context, const Node& root, const Node& parameters) {
  constexpr std::size_t few = 256;  // of very many, looking for each would take too long
  if (context.reading.findings.errors() > 0 || parameters.members.size() > few) return;
  std::vector<const Node::Member*> unused;
  for (const Node::Member& parameter : parameters.members) {
    bool used = false;
    for (const Node::Member& section : root.members) {
      if (section.key == "name" || section.key == "description") continue;
      used = used || is_named_in(section.value, parameter.key);
    }
    if (!used) unused.push_back(&parameter);
  }
  if (unused.size() == parameters.members.size()) return;
  for (const Node::Member* parameter : unused) {
    context.reading.findings.warning(parameter->key_mark,
                                     fmt::format("nothing uses the parameter {}", quoted_name(parameter->key)),
                                     "check its name, capital letters count, or remove it");
  }
}

void read_root(const Context& context, const Node& root) {
  Reading& reading = context.reading;
  FileKeys keys;
  read_keys(context, root, "a model file", keys);
  read_version(context, keys.jourdain);
  read_names(context, keys.name, keys.description);
  if (keys.parameters) read_parameters(context, *keys.parameters);
  check_wanted(context, root.mark);
  if (keys.gravity) {
    reading.mechanism.gravity = read_vector(context, *keys.gravity, dimension::acceleration);
    reading.gravity_mark = keys.gravity->mark;
  }
  if (keys.friction) read_friction_sets(context, *keys.friction);
  if (keys.bodies) read_bodies(context, *keys.bodies);
  // Joints and legs in file order: those further down may refer to bodies of those above.
  for (const Node::Member& member : root.members) {
    if (&member.value == keys.joints) read_joints(context, member.value);
    if (&member.value == keys.legs) read_legs(context, member.value);
  }
  if (keys.counterbalances) read_counterbalances(context, *keys.counterbalances);
  if (keys.platform) {
    read_output(context, *keys.platform, true);
  } else if (keys.end_point) {
    read_output(context, *keys.end_point, false);
  }
  if (keys.structure) read_structure(context, *keys.structure);
  if (keys.assembly) read_assembly(context, *keys.assembly);
  validate(reading);
  if (keys.parameters) warn_of_unused(context, root, *keys.parameters);
}

// Everything that a text says, with what is wrong in it; the document goes to `root`.
void read_all(std::string_view text, Reading& reading, Node& root) {
  Scope scope;
  const Context context{reading, scope};
  std::vector<Diagnostic> problems;
  root = parse_document(text, problems, model_limits);
  reading.findings.take(std::move(problems));
  // The base is always there.
  reading.mechanism.bodies.push_back({"base", {}});
  reading.body_index.emplace("base", 0);
  reading.body_marks.emplace_back();
  reading.body_readable.push_back(true);
  if (root.kind == Node::Kind::mapping) {
    read_root(context, root);
  } else if (reading.findings.errors() == 0) {
    context.error({1, 1}, "the file is empty: expected a model");
  }
}

}  // namespace

LoadedModel read_model(std::string_view text, const std::string& name, const ReadOptions& options) {
  Reading reading;
  reading.allow_unphysical = options.allow_unphysical;
  reading.wanted_parameters = options.parameters;
  Node root;
  read_all(text, reading, root);
  if (reading.findings.errors() > 0) {
    std::vector<Diagnostic> errors = reading.findings.sorted(Severity::error);
    const std::string message = format_diagnostics(errors, text, name);
    throw Error(ErrorKind::input, message, std::move(errors));
  }
  return {std::move(reading.mechanism), reading.findings.sorted(Severity::warning)};
}

SourceMarks source_marks(std::string_view text, const std::string& joint) {
  Reading reading;
  Node root;
  read_all(text, reading, root);
  SourceMarks marks;
  marks.name = reading.name_mark;
  const auto found = reading.joint_index.find(joint);
  if (found != reading.joint_index.end()) marks.joint = reading.joint_marks[found->second];
  for (const Node::Member& member : root.members) {
    if (member.key == "assembly") marks.assembly = member.key_mark;
    if (member.key != "platform" && member.key != "end_point") continue;
    const Node* moves = member.value.find("moves");
    marks.moves = moves ? moves->mark : member.key_mark;
  }
  return marks;
}

Mechanism load(const std::string& path, const ReadOptions& options) { return load_model(path, options).mechanism; }

}  // namespace jourdain
