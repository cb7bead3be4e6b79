#include "trace/traced_parameters.hpp"

#include "legs/robot_data.hpp"
#include "linear_form/leg_sharing.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace jourdain {
namespace {

// One value as a parameter, unless it is a structural zero or parameters are not wanted. The same name is the same
// parameter, if the values agree.
struct Namer {
  Graph& graph;
  bool as_parameters;
  bool springs_only = false;                        // all others are zero
  std::map<std::string, double>* values = nullptr;  // notes all values, zeros too
  std::map<std::string, std::pair<double, Expression>> known = {};

  Expression operator()(const std::string& name, double value) {
    if (values) (*values)[name] = value;
    const bool spring = name.starts_with("stiffness.") || name.starts_with("preload.");
    if (springs_only && !spring) return Expression(0);
    if (value == 0 || !as_parameters) return Expression(value);
    const auto found = known.find(name);
    if (found == known.end()) return known[name] = {value, graph.parameter(name, value)}, known[name].second;
    if (found->second.first == value) return found->second.second;
    throw Error(ErrorKind::input,
                fmt::format("parameter '{}' is shared but has the values {} and {}", name, found->second.first, value));
  }
};

// A body's name in the linear form, where identical legs share theirs.
std::string shared_name(const Sharing& sharing, int body) { return sharing.label[sharing.body[body]]; }

Vector10T<Expression> traced_body(const Vector10T<double>& p, const std::string& body, Namer& name) {
  static constexpr const char* entries[] = {"m", "sx", "sy", "sz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};
  Vector10T<Expression> result;
  for (int i = 0; i < 10; ++i) result[i] = name(fmt::format("{}.{}", entries[i], body), p[i]);
  return result;
}

// `set` is the name of the friction's set in the file, or the joint's own.
AxisForces<Expression> traced_axis(const AxisForces<double>& axis, const std::string& joint, const std::string& set,
                                   Namer& name) {
  AxisForces<Expression> result;
  result.coulomb = name("coulomb." + set, axis.coulomb);
  result.viscous = name("viscous." + set, axis.viscous);
  result.offset = name("offset." + set, axis.offset);
  result.stiffness = name("stiffness." + joint, axis.stiffness);
  result.preload = name("preload." + joint, axis.preload);
  result.rest = axis.rest;
  result.has_friction = axis.has_friction;
  result.has_spring = axis.has_spring;
  return result;
}

ModelParameters<Expression> named_parameters(const Mechanism& mechanism, const SpanningTree& tree, Namer& name) {
  const ModelParameters<double> values = model_parameters(mechanism, tree);
  const Sharing sharing = share_legs(mechanism, mechanism.identical_legs);
  ModelParameters<Expression> result;
  for (std::size_t i = 0; i < values.bodies.size(); ++i) {
    const bool is_base = i == 0;
    result.bodies.push_back(is_base ? Vector10T<Expression>(values.bodies[i].cast<Expression>())
                                    : traced_body(values.bodies[i], shared_name(sharing, static_cast<int>(i)), name));
  }
  result.payload = traced_body(values.payload, "payload", name);
  for (const JointForces<double>& from : values.joints) {
    JointForces<Expression> to;
    to.joint = from.joint;
    to.type = from.type;
    to.node = from.node;
    to.cut = from.cut;
    to.node_a = from.node_a;
    to.node_b = from.node_b;
    to.axes = from.axes;
    const Joint& joint = mechanism.joints[from.joint];
    for (int i = 0; i < from.axes; ++i) {
      const std::string own = from.axes == 1 ? joint.name : fmt::format("{}.{}", joint.name, i + 1);
      const std::string& set = joint.axes[i].friction.shared;
      to.axis[i] = traced_axis(from.axis[i], own, set.empty() ? own : set, name);
    }
    result.joints.push_back(to);
  }
  const std::vector<int> actuators = actuated_joints(mechanism);
  for (std::size_t k = 0; k < actuators.size(); ++k) {
    result.rotors.push_back(name("rotor." + mechanism.joints[actuators[k]].name, values.rotors[k]));
  }
  result.gravity = values.gravity.cast<Expression>();
  return result;
}

// Where a standard parameter stands.
Expression& place_of(const StandardParameter& p, ModelParameters<Expression>& model) {
  const auto owner = static_cast<std::size_t>(p.owner);
  switch (p.kind) {
    case ParameterKind::inertial: return model.bodies[owner][p.entry];
    case ParameterKind::payload: return model.payload[p.entry];
    case ParameterKind::rotor: return model.rotors[owner];
    default: break;
  }
  const auto joint = std::ranges::find(model.joints, p.owner, &JointForces<Expression>::joint);
  AxisForces<Expression>* axis = joint == model.joints.end() ? nullptr : &joint->axis[p.entry];
  if (axis && p.kind == ParameterKind::coulomb) return axis->coulomb;
  if (axis && p.kind == ParameterKind::viscous) return axis->viscous;
  if (axis && p.kind == ParameterKind::offset) return axis->offset;
  throw Error(ErrorKind::usage, fmt::format("'{}' cannot be traced", p.name));
}

}  // namespace

ModelParameters<Expression> traced_parameters(const Mechanism& mechanism, const SpanningTree& tree, bool as_parameters,
                                              Graph& graph) {
  Namer name{.graph = graph, .as_parameters = as_parameters};
  return named_parameters(mechanism, tree, name);
}

void named_parameters_of(const Mechanism& mechanism, const SpanningTree& tree, Graph& graph,
                         std::map<std::string, double>& values) {
  Namer name{.graph = graph, .as_parameters = true, .values = &values};
  named_parameters(mechanism, tree, name);
}

ModelParameters<Expression> traced_base_parameters(const BaseParameters& base, bool as_parameters, Graph& graph,
                                                   std::vector<Expression>& variables) {
  const RobotData& robot = data_of(base.form.robot());
  Namer name{.graph = graph, .as_parameters = as_parameters, .springs_only = true};
  ModelParameters<Expression> model = named_parameters(robot.mechanism, robot.tree, name);
  for (std::size_t i = 0; i < base.base.size(); ++i) {
    const Parameter& p = base.form.parameters()[i];
    const double value = base.base[i].value;
    variables.push_back(as_parameters ? graph.parameter("base." + p.name, value) : Expression(value));
    for (const Parameter::Part& part : p.parts) {
      place_of(base.form.standard()[static_cast<std::size_t>(part.standard)], model) +=
          Expression(part.factor) * variables.back();
    }
  }
  return model;
}

std::string shared_parameter_name(const Mechanism& mechanism, const StandardParameter& parameter) {
  const std::string entry = parameter.name.substr(0, parameter.name.find('.') + 1);
  if (!parameter.set.empty()) return entry + parameter.set;
  if (parameter.kind != ParameterKind::inertial) return parameter.name;
  return entry + shared_name(share_legs(mechanism, mechanism.identical_legs), parameter.owner);
}

PlanParameters<Expression> traced_plan_parameters(const RobotData& robot, const Plan& plan,
                                                  const TreeParameters<Expression>& parameters,
                                                  const TraceOptions& options, bool linear) {
  return plan_parameters(robot, plan, parameters, options.payload,
                         dead_bands<Expression>(robot, options.single_precision), linear);
}

}  // namespace jourdain
