#include "trace/inputs/traced_parameters.hpp"

#include "legs/robot_data.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace jourdain {
namespace {

// Where a parameter of the list stands; nullptr for one of a joint without friction and springs.
Expression* place_of(const StandardParameter& p, ModelParameters<Expression>& model) {
  const auto owner = static_cast<std::size_t>(p.owner);
  switch (p.kind) {
    case ParameterKind::inertial: return &model.bodies[owner][p.entry];
    case ParameterKind::payload: return &model.payload[p.entry];
    case ParameterKind::rotor: return &model.rotors[owner];
    default: break;
  }
  const auto joint = std::ranges::find(model.joints, p.owner, &JointForces<Expression>::joint);
  if (joint == model.joints.end()) return nullptr;
  AxisForces<Expression>& axis = joint->axis[p.entry];
  switch (p.kind) {
    case ParameterKind::coulomb: return &axis.coulomb;
    case ParameterKind::viscous: return &axis.viscous;
    case ParameterKind::offset: return &axis.offset;
    case ParameterKind::stiffness: return &axis.stiffness;
    case ParameterKind::preload: return &axis.preload;
    default: return nullptr;
  }
}

bool is_spring(ParameterKind kind) { return kind == ParameterKind::stiffness || kind == ParameterKind::preload; }

// The list in the order in which programs have their parameters: bodies, payload, joints, rotors.
std::vector<StandardParameter> in_order_of_programs(const Mechanism& mechanism) {
  std::vector<StandardParameter> list = parameter_list(mechanism);
  const auto rank = [](const StandardParameter& p) {
    return p.kind == ParameterKind::inertial  ? 0
           : p.kind == ParameterKind::payload ? 1
           : p.kind == ParameterKind::rotor   ? 3
                                              : 2;
  };
  std::ranges::stable_sort(list, {}, rank);
  return list;
}

// A model of constants that has all joints and axes, whose numbers are then named one by one.
ModelParameters<Expression> constant_model(const Mechanism& mechanism, const SpanningTree& tree) {
  const ModelParameters<double> values = model_parameters(mechanism, tree);
  ModelParameters<Expression> result;
  for (const Vector10T<double>& body : values.bodies) result.bodies.emplace_back(body.cast<Expression>());
  result.payload = values.payload.cast<Expression>();
  for (const JointForces<double>& joint : values.joints) result.joints.push_back(joint.cast<Expression>());
  for (const double rotor : values.rotors) result.rotors.emplace_back(rotor);
  result.gravity = values.gravity.cast<Expression>();
  return result;
}

// Names each number of the list that is not zero; the same name is the same parameter, if the values agree.
void name_parameters(const Mechanism& mechanism, Graph& graph, ModelParameters<Expression>& model,
                     bool springs_only = false) {
  std::map<std::string, std::pair<double, Expression>> known;
  for (const StandardParameter& p : in_order_of_programs(mechanism)) {
    Expression* place = place_of(p, model);
    if (!place || p.value == 0 || (springs_only && !is_spring(p.kind))) continue;
    const std::string name = program_name(mechanism, p);
    const auto found = known.find(name);
    if (found == known.end()) {
      *place = graph.parameter(name, p.value);
      known[name] = {p.value, *place};
    } else if (found->second.first == p.value) {
      *place = found->second.second;
    } else {
      throw Error(ErrorKind::input, fmt::format("parameter '{}' is shared but has the values {} and {}", name,
                                                found->second.first, p.value));
    }
  }
}

}  // namespace

std::string program_name(const Mechanism& mechanism, const StandardParameter& parameter) {
  const bool shared =
      is_friction(parameter.kind) || (parameter.kind == ParameterKind::inertial && mechanism.identical_legs);
  return shared ? parameter.shared : parameter.name;
}

ModelParameters<Expression> traced_parameters(const Mechanism& mechanism, const SpanningTree& tree, bool as_parameters,
                                              Graph& graph) {
  ModelParameters<Expression> model = constant_model(mechanism, tree);
  if (as_parameters) name_parameters(mechanism, graph, model);
  return model;
}

ModelParameters<Expression> traced_base_parameters(const BaseParameters& base, bool as_parameters, Graph& graph,
                                                   std::vector<Expression>& variables) {
  const RobotData& robot = data_of(base.form.robot());
  ModelParameters<Expression> model = constant_model(robot.mechanism, robot.tree);
  // The base stands for all but springs.
  for (const StandardParameter& p : parameter_list(robot.mechanism)) {
    Expression* place = place_of(p, model);
    if (place && !is_spring(p.kind)) *place = Expression(0);
  }
  if (as_parameters) name_parameters(robot.mechanism, graph, model, true);
  for (std::size_t i = 0; i < base.base.size(); ++i) {
    const Parameter& p = base.form.parameters()[i];
    const double value = base.base[i].value;
    variables.push_back(as_parameters ? graph.parameter(base_program_name(p), value) : Expression(value));
    for (const Parameter::Part& part : p.parts) {
      const StandardParameter& standard = base.form.standard()[part.standard];
      Expression* place = place_of(standard, model);
      if (!place) throw Error(ErrorKind::usage, fmt::format("'{}' cannot be traced", standard.name));
      *place += Expression(part.factor) * variables.back();
    }
  }
  return model;
}

PlanParameters<Expression> traced_plan_parameters(const RobotData& robot, const Plan& plan,
                                                  const TreeParameters<Expression>& parameters,
                                                  const TraceOptions& options, bool linear) {
  return plan_parameters(robot, plan, parameters, options.payload,
                         dead_bands<Expression>(robot, options.single_precision), linear);
}

void require_dropped(const PlanParameters<Expression>& parameters, Graph& graph) {
  constexpr double vanishing = 1e-6;  // of masses, times size or size squared; single precision comes that near
  const PartScope<Expression> part(Part::leg_dynamics);
  for (const auto& [sum, scale] : parameters.dropped)
    if (scale > 0) graph.require_above(-abs(sum), -vanishing * scale, Status::inconsistent);
}

}  // namespace jourdain
