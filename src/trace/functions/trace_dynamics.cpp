#include "trace/functions/trace_dynamics.hpp"

#include "dynamics/motor_projection.hpp"
#include "dynamics/wrenches.hpp"
#include "legs/plan_dynamics.hpp"
#include "trace/functions/trace_body_jacobians.hpp"
#include "trace/inputs/grouped_parameters.hpp"
#include "trace/inputs/traced_motion.hpp"
#include "trace/inputs/traced_parameters.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

// The steps of inverse_dynamics().
Program trace_general(const Robot& robot, const PivotOrders& orders, const TraceOptions& options, Graph& graph,
                      const TreeParameters<Expression>& parameters) {
  const RobotData& data = data_of(robot);
  TracedMotion motion(robot, orders, graph);
  trace_motion(options.pose, motion);
  const Applied<Expression> applied = applied_by(options);
  collect_wrenches(data, parameters, applied, motion.tree, motion.memory);
  project_wrenches(data, motion.tree, motion.memory);
  motion.memory.dense.follow(motion.orders.dense_motors);
  project_on_motors(data, motion.tree, motion.memory, data.limb_motors);
  std::vector<Expression> forces(data.motor_joints.size());
  for (std::size_t k = 0; k < data.driving.size(); ++k) {
    forces[data.driving[k]] = motion.memory.motor_forces[static_cast<int>(k)];
  }
  return make_program(graph, forces);
}

std::vector<Expression> forces_by_plan(const RobotData& data, const Plan& plan, const TraceOptions& options,
                                       const TreeParameters<Expression>& parameters, Graph& graph,
                                       const Repeat<Expression>& repeat = Repeat<Expression>()) {
  const PlatformStateT<Expression> motion = trace_platform_motion(data, options.pose, graph);
  std::vector<Expression> forces(data.motor_joints.size());
  Guard<Expression> guard(graph);
  const PlanParameters<Expression> of_plan = traced_plan_parameters(data, plan, parameters, options);
  require_dropped(of_plan, graph);
  inverse_dynamics_by_plan(plan, of_plan, options.friction, motion, guard, forces.data(), repeat);
  return forces;
}

void require_motors(const RobotData& data) {
  if (!data.driving.empty() && data.driving.size() == data.motor_joints.size()) return;
  throw Error(ErrorKind::input,
              fmt::format("'{}' has no inverse-dynamics as code: it needs one motor for each freedom, not {} for {}",
                          data.mechanism.name, data.motor_joints.size(), data.mobility.freedoms()));
}

// The forces of a model that `read` declares; `like` has values of its parameters that show which of them may be other
// than zero.
Program trace_forces(const Robot& robot, const RobotData& like, const TraceOptions& options, const ModelReader& read) {
  require_motors(data_of(robot));
  if (options.form == TraceForm::best) {
    Graph graph;
    const TreeParameters<Expression> parameters = read(graph).tree;
    if (const Plan plan = make_plan(like))
      return make_program(graph, forces_by_plan(like, plan, options, parameters, graph));
  }
  const PivotOrders orders = choose_pivot_orders(robot);
  const auto trace_form = options.form == TraceForm::body_jacobians ? trace_by_body_jacobians : trace_general;
  return trace_grouped(robot, options, read, [&](Graph& graph, const TreeParameters<Expression>& parameters) {
    return trace_form(robot, orders, options, graph, parameters);
  });
}

// A number that is like no other of its kind, for each base parameter: what holds for these holds for all.
double generic_value(std::size_t i) { return 1 + std::sin(1.7 * static_cast<double>(i + 1)) / 2; }

// The robot with base parameters that have nothing in particular.
RobotData with_generic_base(const BaseParameters& base) {
  RobotData robot = data_of(base.form.robot());
  ModelParameters<double> model = model_parameters(robot.mechanism, robot.tree);
  for (Vector10T<double>& body : model.bodies) body.setZero();
  model.payload.setZero();
  for (std::size_t i = 0; i < base.base.size(); ++i) {
    for (const Parameter::Part& part : base.form.parameters()[i].parts) {
      const StandardParameter& p = base.form.standard()[part.standard];
      const double value = part.factor * generic_value(i);
      if (p.kind == ParameterKind::inertial) model.bodies[p.owner][p.entry] += value;
      if (p.kind == ParameterKind::payload) model.payload[p.entry] += value;
    }
  }
  robot.parameters = tree_parameters(robot.mechanism, robot.tree, model);
  return robot;
}

}  // namespace

Program trace_inverse_dynamics(const Robot& robot, const TraceOptions& options) {
  return trace_forces(robot, data_of(robot), options, model_reader(robot, options));
}

std::optional<StagedProgram> trace_inverse_dynamics_in_stages(const Robot& robot, const TraceOptions& options) {
  const RobotData& data = data_of(robot);
  require_motors(data);
  if (options.form != TraceForm::best) return std::nullopt;
  Graph graph;
  const TreeParameters<Expression> parameters = model_reader(robot, options)(graph).tree;
  PartRecorder recorder(graph);
  const Repeat<Expression> repeat(&recorder);
  Plan plan = data.plan;
  if (!plan) return std::nullopt;
  // Legs find the motions of their ball joints by themselves: no sums in common, moments about the first ball joint.
  plan.tips_across = -1;
  plan.tips_from_first = plan.balance == Balance::general;
  return recorder.finish(forces_by_plan(data, plan, options, parameters, graph, repeat));
}

Program trace_inverse_dynamics(const BaseParameters& base, const TraceOptions& options) {
  return trace_forces(base.form.robot(), with_generic_base(base), options, model_reader(base, options));
}

}  // namespace jourdain
