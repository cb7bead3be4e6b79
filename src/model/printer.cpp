// The canonical file: everything written out, numbers in the shortest form that reads back to the same bits.
#include "io/document.hpp"
#include "jourdain/model/reader.hpp"
#include "model/joint_freedoms.hpp"
#include "model/model_keys.hpp"
#include "model/quoted_text.hpp"
#include "model/same_bits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>

namespace jourdain {
namespace {

// The entries of a map or list in flow style, joined by commas.
class Flow {
 public:
  void item(std::string_view text) {
    if (!text_.empty()) text_ += ", ";
    text_ += text;
  }
  void entry(std::string_view key, std::string_view value) { item(fmt::format("{}: {}", key, value)); }
  std::string map() const { return "{" + text_ + "}"; }
  std::string list() const { return "[" + text_ + "]"; }

 private:
  std::string text_;
};

std::string print(const Vector3& v) { return fmt::format("[{}, {}, {}]", v.x(), v.y(), v.z()); }

template <typename Derived, typename Other>
bool same_entries(const Eigen::MatrixBase<Derived>& left, const Eigen::MatrixBase<Other>& right) {
  for (Eigen::Index k = 0; k < left.size(); ++k) {
    if (!same_bits(left.derived().data()[k], right.derived().data()[k])) return false;
  }
  return true;
}

bool is_zero(const Vector3& v) { return same_entries(v, Vector3(0, 0, 0)); }

// What keys with forms of their own say, by their words; empty: nothing.
using KeyTexts = std::map<std::string_view, std::string>;
using PrintEntry = std::function<void(std::string_view key, std::string_view value)>;

// The keys of a section whose values are not the defaults.
class KeyPrinter : public KeyVisitor {
 public:
  KeyPrinter(PrintEntry entry, const std::vector<double>& defaults, KeyTexts texts)
      : entry_(std::move(entry)), default_(defaults.begin()), texts_(std::move(texts)) {}

  // -0 is written although 0 is the default.
  void number(const Key& key, const KeyMeasure&, Bound, double& value) override {
    if (!same_bits(value, *default_++) || key.rules.required) entry_(key.word, fmt::format("{}", value));
  }
  void flag(const Key& key, bool& value) override {
    if (value != (*default_++ != 0)) entry_(key.word, value ? "true" : "false");
  }
  void choice(const Key& key, std::span<const std::string_view> words, std::string_view, int& index) override {
    if (index != *default_++) entry_(key.word, words[index]);
  }
  void vector(const Key& key, Measure, Vector3& value) override {
    if (!same_entries(value, Eigen::Map<const Vector3>(&*default_))) entry_(key.word, print(value));
    default_ += 3;
  }
  void node(const Key& key, std::string_view, const Node*&) override {
    if (!texts_[key.word].empty()) entry_(key.word, texts_[key.word]);
  }

 private:
  PrintEntry entry_;
  std::vector<double>::const_iterator default_;
  KeyTexts texts_;
};

template <typename Section, typename... With>
void print_keys(PrintEntry entry, KeyTexts texts, Section section, With... with) {
  Section standard;
  KeyValues defaults;
  show_keys(defaults, standard, with...);
  KeyPrinter printer(std::move(entry), defaults.values, std::move(texts));
  show_keys(printer, section, with...);
}

// In flow style.
template <typename Section, typename... With>
std::string print_map(KeyTexts texts, Section section, With... with) {
  Flow flow;
  print_keys([&](auto key, auto value) { flow.entry(key, value); }, std::move(texts), section, with...);
  return flow.map();
}

// Nothing instead of a map without entries.
std::string unless_empty(std::string map) { return map == "{}" ? std::string() : map; }

// The keys at and matrix of a placement.
KeyTexts placement_texts(const Placement& placement) {
  KeyTexts texts;
  if (!is_zero(placement.p)) texts["at"] = print(placement.p);
  if (same_entries(placement.R, Matrix3(Matrix3::Identity()))) return texts;
  Flow rows;
  for (int row = 0; row < 3; ++row) rows.item(print(Vector3(placement.R.row(row))));
  texts["matrix"] = rows.list();
  return texts;
}

std::string print(const Placement& placement) { return print_map(placement_texts(placement), PlacementKeys{}); }

// A body without mass says so; a payload of 0 is none.
std::string print(const Inertial& inertial, MassOf of) {
  const Matrix3& I = inertial.inertia;
  const bool none = inertial.mass == 0 && !std::signbit(inertial.mass) && I.isZero(0);
  const TensorKeys tensor{I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
  return print_map({{"inertia", unless_empty(print_map({}, tensor))}},
                   MassKeys{inertial.mass, of == MassOf::body && none, inertial.com}, of);
}

std::string print(const Friction& friction) {
  return friction.shared.empty() ? print_map({}, friction, false) : friction.shared;
}

std::string print(const Spring& spring) { return print_map({}, spring, false); }

std::string print(const Limits& limits) {
  const auto bound = [](double value, double none) { return value == none ? "none" : fmt::format("{}", value); };
  return fmt::format("[{}, {}]", bound(limits.lower, -unlimited), bound(limits.upper, unlimited));
}

// One value per freedom: alone if there is one freedom, else a list; nothing if all are the default.
template <typename T>
std::string print_axes(const Joint& joint, T JointAxis::*part, std::string_view fallback) {
  Flow flow;
  bool needed = false;
  for (const JointAxis& axis : joint.axes) {
    const std::string text = print(axis.*part);
    needed = needed || text != fallback;
    if (joint.axes.size() == 1 || joint_kind(joint.type).is_ball) return needed ? text : std::string{};
    flow.item(text);
  }
  return needed ? flow.list() : std::string{};
}

std::string pair_of_bodies(const Mechanism& mechanism, int a, int b) {
  return fmt::format("[{}, {}]", mechanism.bodies[a].name, mechanism.bodies[b].name);
}

std::string print_joint(const Mechanism& mechanism, const Joint& joint) {
  KeyTexts texts{{"type", std::string(to_string(joint.type))},
                 {"between", pair_of_bodies(mechanism, joint.body_a, joint.body_b)},
                 {"frames", fmt::format("[{}, {}]", print(joint.in_a), print(joint.in_b))},
                 {"friction", print_axes(joint, &JointAxis::friction, "{}")},
                 {"spring", print_axes(joint, &JointAxis::spring, "{}")},
                 {"limits", print_axes(joint, &JointAxis::limits, "[none, none]")},
                 {"cut", joint.prefer_cut ? "true" : ""}};
  if (joint.motor) {
    texts["actuator"] = print_map({}, MotorKeys{*joint.motor, joint.friction_before_gear}, false, false);
    texts["drive"] = unless_empty(print_map({}, DriveKeys{joint.motor->drive}, false));
  }
  std::string text = fmt::format("  {}:\n", joint.name);
  JointKeys keys;
  keys.pitch = joint.pitch;
  keys.cone = joint.cone;
  print_keys([&](auto key, auto value) { text += fmt::format("    {}: {}\n", key, value); }, std::move(texts), keys,
             joint.type);
  return text;
}

// "0.2 m", "3 kg*m^2*s^-1": a value with its SI unit.
std::string print(const NamedValue& parameter) {
  std::string text = fmt::format("{}", parameter.value);
  char before = ' ';
  const auto unit = [&](std::string_view name, int exponent) {
    if (exponent == 0) return;
    text += fmt::format("{}{}", before, name);
    if (exponent != 1) text += fmt::format("^{}", exponent);
    before = '*';
  };
  const Dimension dimension = parameter.dimension.value_or(Dimension{});
  unit("kg", dimension.mass);
  unit("m", dimension.length);
  unit("s", dimension.time);
  unit("rad", dimension.angle);
  return text;
}

std::string print_parameters(const Mechanism& mechanism) {
  std::string text;
  for (const NamedValue& parameter : mechanism.parameters) {
    text += fmt::format("  {}: {}\n", parameter.name, print(parameter));
  }
  return text.empty() ? text : "parameters:\n" + text;
}

// The shared friction sets, in the order of their first use.
std::string print_friction_sets(const Mechanism& mechanism) {
  std::string text;
  std::map<std::string, bool> seen;
  for (const Joint& joint : mechanism.joints) {
    for (const JointAxis& axis : joint.axes) {
      if (axis.friction.shared.empty() || !seen.emplace(axis.friction.shared, true).second) continue;
      text += fmt::format("  {}: {}\n", axis.friction.shared, print_map({}, axis.friction, false));
    }
  }
  return text.empty() ? text : "friction:\n" + text;
}

std::string print_legs(const Mechanism& mechanism) {
  std::string text;
  for (const Leg& leg : mechanism.legs) {
    Flow bodies, joints;
    for (const int body : leg.bodies) bodies.item(mechanism.bodies[body].name);
    for (const int joint : leg.joints) joints.item(mechanism.joints[joint].name);
    LegKeys keys;
    if (!leg.mode.empty()) keys.mode = static_cast<int>(std::ranges::find(leg_modes, leg.mode) - leg_modes);
    text += fmt::format(
        "  - {}\n",
        print_map({{"name", leg.name}, {"group", leg.group}, {"bodies", bodies.list()}, {"joints", joints.list()}},
                  keys));
  }
  return text.empty() ? text : "legs:\n" + text;
}

std::string print_counterbalances(const Mechanism& mechanism) {
  std::string text;
  for (const Counterbalance& spring : mechanism.counterbalances) {
    const auto name = [&](int index) { return mechanism.bodies[index].name; };
    const std::string at = fmt::format("{{{}: {}, {}: {}}}", name(spring.body_a), print(spring.at_a),
                                       name(spring.body_b), print(spring.at_b));
    text += fmt::format("  {}: {}\n", spring.name,
                        print_map({{"between", pair_of_bodies(mechanism, spring.body_a, spring.body_b)}, {"at", at}},
                                  CounterbalanceKeys{.spring = spring}));
  }
  return text.empty() ? text : "counterbalances:\n" + text;
}

std::string print_output(const Mechanism& mechanism, const Output& output) {
  Flow moves;
  for (const Move move : output.moves) moves.item(to_string(move));
  KeyTexts texts = placement_texts(output.frame);
  texts["body"] = mechanism.bodies[output.body].name;
  texts["moves"] = moves.list();
  texts["tool"] = unless_empty(print(output.tool));
  texts["payload"] = print(output.payload, MassOf::payload);
  return fmt::format("{}: {}\n", output.is_platform ? "platform" : "end_point",
                     print_map(std::move(texts), OutputKeys{}, output.is_platform));
}

std::string print_relation(const InertialRelation& relation) {
  std::string text;
  for (const InertialRelation::Term& term : relation.terms) {
    const bool negative = term.factor < 0;
    const double size = negative ? -term.factor : term.factor;
    text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
    if (size != 1) text += fmt::format("{}*", size);
    text += term.entry + "." + term.body;
  }
  return text + " = 0";
}

std::string print_structure(const Mechanism& mechanism) {
  std::string text;
  if (mechanism.identical_legs) text += "  identical: legs\n";
  if (mechanism.allow_underactuated) text += "  underactuated: true\n";
  if (!mechanism.relations.empty()) text += "  relations:\n";
  for (const InertialRelation& relation : mechanism.relations)
    text += fmt::format("    - \"{}\"\n", print_relation(relation));
  return text.empty() ? text : "structure:\n" + text;
}

std::string print_assembly(const Mechanism& mechanism) {
  std::string text;
  const AssemblyHint& assembly = mechanism.assembly;
  if (assembly.output && mechanism.output) {
    text +=
        fmt::format("  {}: {}\n", mechanism.output->is_platform ? "platform" : "end_point", print(*assembly.output));
  }
  if (!assembly.joints.empty()) text += "  joints:\n";
  for (const AssemblyHint::JointValue& entry : assembly.joints) {
    Flow values;
    for (const double value : entry.value) values.item(fmt::format("{}", value));
    text += fmt::format("    {}: {}\n", mechanism.joints[entry.joint].name, values.list());
  }
  return text.empty() ? text : "assembly:\n" + text;
}

}  // namespace

std::string print_model(const Mechanism& mechanism) {
  std::string text = fmt::format("jourdain: 1\nname: {}\n", quoted_text(mechanism.name));
  if (!mechanism.description.empty()) text += fmt::format("description: {}\n", quoted_text(mechanism.description));
  text += print_parameters(mechanism);
  text += fmt::format("gravity: {}\n", print(mechanism.gravity));
  text += print_friction_sets(mechanism);
  if (mechanism.bodies.size() > 1) text += "bodies:\n";
  for (std::size_t k = 1; k < mechanism.bodies.size(); ++k) {
    text += fmt::format("  {}: {}\n", mechanism.bodies[k].name, print(mechanism.bodies[k].inertial, MassOf::body));
  }
  if (!mechanism.joints.empty()) text += "joints:\n";
  for (const Joint& joint : mechanism.joints) text += print_joint(mechanism, joint);
  text += print_legs(mechanism);
  text += print_counterbalances(mechanism);
  if (mechanism.output) text += print_output(mechanism, *mechanism.output);
  return text + print_structure(mechanism) + print_assembly(mechanism);
}

}  // namespace jourdain
