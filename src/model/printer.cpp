// The canonical file: everything written out, numbers in the shortest form that reads back to the same bits.
#include "io/document.hpp"
#include "jourdain/model/reader.hpp"
#include "model/joint_freedoms.hpp"
#include "model/quoted_text.hpp"
#include "model/same_bits.hpp"

#include <fmt/format.h>

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
  void number(std::string_view key, double value, double fallback) {
    // -0 is written although 0 is the default.
    if (!same_bits(value, fallback)) entry(key, fmt::format("{}", value));
  }
  bool empty() const { return text_.empty(); }
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

// The keys at and matrix of a placement.
void print_placement(const Placement& placement, Flow& flow) {
  const Matrix3 identity = Matrix3::Identity();
  if (!is_zero(placement.p)) flow.entry("at", print(placement.p));
  if (same_entries(placement.R, identity)) return;
  Flow rows;
  for (int row = 0; row < 3; ++row) rows.item(print(Vector3(placement.R.row(row))));
  flow.entry("matrix", rows.list());
}

std::string print(const Placement& placement) {
  Flow flow;
  print_placement(placement, flow);
  return flow.map();
}

// A body without mass says so; a payload of 0 is none.
std::string print(const Inertial& inertial, bool is_body) {
  Flow flow;
  Flow tensor;
  const Matrix3& I = inertial.inertia;
  const bool massless = is_body && inertial.mass == 0 && !std::signbit(inertial.mass) && I.isZero(0);
  flow.entry(massless ? "massless" : "mass", massless ? "true" : fmt::format("{}", inertial.mass));
  if (!is_zero(inertial.com)) flow.entry("com", print(inertial.com));
  tensor.number("xx", I(0, 0), 0);
  tensor.number("yy", I(1, 1), 0);
  tensor.number("zz", I(2, 2), 0);
  tensor.number("xy", I(0, 1), 0);
  tensor.number("xz", I(0, 2), 0);
  tensor.number("yz", I(1, 2), 0);
  if (!tensor.empty()) flow.entry("inertia", tensor.map());
  return flow.map();
}

std::string print_set(const Friction& friction) {
  Flow flow;
  flow.number("coulomb", friction.coulomb, 0);
  flow.number("viscous", friction.viscous, 0);
  flow.number("offset", friction.offset, 0);
  flow.number("breakaway", friction.breakaway, 0);
  flow.number("stribeck_speed", friction.stribeck_speed, 0);
  return flow.map();
}

std::string print(const Friction& friction) { return friction.shared.empty() ? print_set(friction) : friction.shared; }

std::string print(const Spring& spring) {
  Flow flow;
  flow.number("stiffness", spring.stiffness, 0);
  flow.number("rest", spring.rest, 0);
  flow.number("preload", spring.preload, 0);
  return flow.map();
}

std::string print(const Limits& limits) {
  const auto bound = [](double value, double none) { return value == none ? "none" : fmt::format("{}", value); };
  return fmt::format("[{}, {}]", bound(limits.lower, -unlimited), bound(limits.upper, unlimited));
}

std::string print(const MotorModel& motor, bool friction_before_gear) {
  Flow flow;
  flow.number("gear", motor.gear, 1);
  flow.number("efficiency", motor.efficiency, 1);
  flow.number("rotor_inertia", motor.rotor_inertia, 0);
  flow.number("direction", motor.direction, 1);
  flow.number("zero", motor.zero, 0);
  flow.number("max_force", motor.max_force, unlimited);
  flow.number("rated_force", motor.rated_force, unlimited);
  flow.number("stall_force", motor.stall_force, unlimited);
  flow.number("max_speed", motor.max_speed, unlimited);
  flow.number("no_load_speed", motor.no_load_speed, unlimited);
  if (friction_before_gear) flow.entry("friction_before_gear", "true");
  return flow.map();
}

std::string print(const DriveModel& drive) {
  Flow flow;
  flow.number("time_constant", drive.time_constant, 0);
  flow.number("gain", drive.gain, 1);
  flow.number("force_step", drive.force_step, 0);
  flow.number("force_noise", drive.force_noise, 0);
  flow.number("encoder_step", drive.encoder_step, 0);
  flow.number("position_noise", drive.position_noise, 0);
  return flow.map();
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

std::string print_joint(const Mechanism& mechanism, const Joint& joint) {
  const auto body = [&](int index) { return mechanism.bodies[index].name; };
  std::string text = fmt::format("  {}:\n    type: {}\n    between: [{}, {}]\n", joint.name, to_string(joint.type),
                                 body(joint.body_a), body(joint.body_b));
  const auto line = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) text += fmt::format("    {}: {}\n", key, value);
  };
  line("frames", fmt::format("[{}, {}]", print(joint.in_a), print(joint.in_b)));
  if (joint_kind(joint.type).is_screw) line("pitch", fmt::format("{}", joint.pitch));
  line("friction", print_axes(joint, &JointAxis::friction, "{}"));
  if (joint_kind(joint.type).coordinates() > 0) {
    line("spring", print_axes(joint, &JointAxis::spring, "{}"));
    line("limits", print_axes(joint, &JointAxis::limits, "[none, none]"));
  }
  if (joint.motor) {
    line("actuator", print(*joint.motor, joint.friction_before_gear));
    const std::string drive = print(joint.motor->drive);
    if (drive != "{}") line("drive", drive);
  }
  if (joint.cone != unlimited) line("cone", fmt::format("{}", joint.cone));
  if (joint.prefer_cut) line("cut", "true");
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
      text += fmt::format("  {}: {}\n", axis.friction.shared, print_set(axis.friction));
    }
  }
  return text.empty() ? text : "friction:\n" + text;
}

std::string print_legs(const Mechanism& mechanism) {
  std::string text;
  for (const Leg& leg : mechanism.legs) {
    Flow flow;
    Flow bodies;
    Flow joints;
    for (const int body : leg.bodies) bodies.item(mechanism.bodies[body].name);
    for (const int joint : leg.joints) joints.item(mechanism.joints[joint].name);
    flow.entry("name", leg.name);
    flow.entry("group", leg.group);
    if (!leg.mode.empty()) flow.entry("mode", leg.mode);
    flow.entry("bodies", bodies.list());
    flow.entry("joints", joints.list());
    text += fmt::format("  - {}\n", flow.map());
  }
  return text.empty() ? text : "legs:\n" + text;
}

std::string print_counterbalances(const Mechanism& mechanism) {
  std::string text;
  for (const Counterbalance& spring : mechanism.counterbalances) {
    const auto name = [&](int index) { return mechanism.bodies[index].name; };
    Flow flow;
    flow.entry("between", fmt::format("[{}, {}]", name(spring.body_a), name(spring.body_b)));
    flow.entry("at", fmt::format("{{{}: {}, {}: {}}}", name(spring.body_a), print(spring.at_a), name(spring.body_b),
                                 print(spring.at_b)));
    flow.number("stiffness", spring.stiffness, 0);
    flow.number("length", spring.length, 0);
    flow.number("force", spring.force, 0);
    text += fmt::format("  {}: {}\n", spring.name, flow.map());
  }
  return text.empty() ? text : "counterbalances:\n" + text;
}

std::string print_output(const Mechanism& mechanism, const Output& output) {
  Flow flow;
  Flow moves;
  for (const Move move : output.moves) moves.item(to_string(move));
  flow.entry("body", mechanism.bodies[output.body].name);
  if (!output.is_platform) print_placement(output.frame, flow);
  flow.entry("moves", moves.list());
  const std::string tool = print(output.tool);
  const std::string payload = print(output.payload, false);
  if (tool != "{}") flow.entry("tool", tool);
  if (payload != "{}") flow.entry("payload", payload);
  return fmt::format("{}: {}\n", output.is_platform ? "platform" : "end_point", flow.map());
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
    text += fmt::format("  {}: {}\n", mechanism.bodies[k].name, print(mechanism.bodies[k].inertial, true));
  }
  if (!mechanism.joints.empty()) text += "joints:\n";
  for (const Joint& joint : mechanism.joints) text += print_joint(mechanism, joint);
  text += print_legs(mechanism);
  text += print_counterbalances(mechanism);
  if (mechanism.output) text += print_output(mechanism, *mechanism.output);
  return text + print_structure(mechanism) + print_assembly(mechanism);
}

}  // namespace jourdain
