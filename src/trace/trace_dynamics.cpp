#include "jourdain/trace/trace_dynamics.hpp"

#include "dynamics/actuator_projection.hpp"
#include "dynamics/translating_plan.hpp"
#include "dynamics/wrenches.hpp"
#include "trace/grouped_parameters.hpp"
#include "trace/trace_body_jacobians.hpp"
#include "trace/traced_motion.hpp"
#include "trace/traced_parameters.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

// The steps of inverse_dynamics().
Program trace_general(const Robot& robot, const TraceOptions& options, Graph& graph,
                      const TreeParameters<Expression>& parameters) {
  const RobotData& data = robot.data();
  TracedMotion motion(robot, graph);
  trace_motion(options.pose, motion);
  const Applied<Expression> applied{
      .friction = options.friction, .springs = options.springs, .payload = options.payload, .loads = {}};
  collect_wrenches(data, parameters, applied, motion.tree, motion.memory);
  project_wrenches(data, motion.tree, motion.memory);
  motion.memory.dense.follow(motion.orders.dense_motors);
  project_on_motors(data, motion.tree, motion.memory);
  std::vector<Expression> forces(data.actuators.size());
  for (std::size_t k = 0; k < data.driving.size(); ++k) {
    forces[data.driving[k]] = motion.memory.motor_forces[static_cast<int>(k)];
  }
  return make_program(graph, forces);
}

Program trace_by_legs(const Robot& robot, const LegPlan& plan, const TraceOptions& options,
                      const TreeParameters<Expression>& parameters, Graph& graph) {
  const RobotData& data = robot.data();
  const PlatformMotion<Expression> motion = trace_platform_motion(data, options.pose, graph);
  std::vector<Expression> forces(data.actuators.size());
  Guard<Expression> guard(graph);
  inverse_dynamics_by_legs(data, plan, parameters, options.friction, options.payload, motion, Expression(0), guard,
                           forces.data());
  return make_program(graph, forces);
}

Program trace_translating(const Robot& robot, const TranslatingPlan& plan, const TraceOptions& options,
                          const TreeParameters<Expression>& parameters, Graph& graph) {
  const RobotData& data = robot.data();
  const PlatformMotion<Expression> motion = trace_platform_motion(data, options.pose, graph);
  std::vector<Expression> forces(data.actuators.size());
  Guard<Expression> guard(graph);
  inverse_dynamics_translating(data, plan, parameters, options.friction, options.payload, motion, Expression(0), guard,
                               forces.data());
  return make_program(graph, forces);
}

TracedModel traced_model(const Robot& robot, const TraceOptions& options, Graph& graph) {
  const RobotData& data = robot.data();
  const ModelParameters<Expression> model = traced_parameters(data.mechanism, data.tree, options.parameters, graph);
  TreeParameters<Expression> tree = tree_parameters(data.mechanism, data.tree, model);
  InertialMap inertia = inertial_map(model, tree.rotors, graph);
  return {std::move(tree), std::move(inertia)};
}

}  // namespace

Program trace_inverse_dynamics(const Robot& robot, const TraceOptions& options) {
  const RobotData& data = robot.data();
  if (data.driving.empty() || data.driving.size() != data.actuators.size()) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' has no inverse-dynamics as code: it needs one motor for each freedom, not {} for {}",
                            data.mechanism.name, data.actuators.size(), data.mobility.freedoms()));
  }
  Graph graph;
  const TreeParameters<Expression> parameters = tree_parameters(
      data.mechanism, data.tree, traced_parameters(data.mechanism, data.tree, options.parameters, graph));
  if (options.form == TraceForm::general) return trace_general(robot, options, graph, parameters);
  if (options.form == TraceForm::best) {
    const LegPlan by_legs = make_leg_plan(data);
    if (!by_legs.legs.empty()) return trace_by_legs(robot, by_legs, options, parameters, graph);
    const TranslatingPlan translating = make_translating_plan(data);
    if (!translating.legs.empty()) return trace_translating(robot, translating, options, parameters, graph);
  }
  const auto trace_form = options.form == TraceForm::body_jacobians ? trace_by_body_jacobians : trace_general;
  return cheapest_grouping(
      robot, options.payload, [&](Graph& of) { return traced_model(robot, options, of); },
      [&](Graph& of, const TreeParameters<Expression>& with) { return trace_form(robot, options, of, with); });
}

}  // namespace jourdain
