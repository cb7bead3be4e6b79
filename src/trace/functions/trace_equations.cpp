#include "trace/functions/trace_dynamics.hpp"

#include "trace/functions/trace_plant.hpp"

#include "dynamics/motor_projection.hpp"
#include "dynamics/platform_inertia.hpp"
#include "dynamics/tree_momentum.hpp"
#include "dynamics/wrenches.hpp"
#include "kinematics/limb_rates.hpp"
#include "legs/plan_dynamics.hpp"
#include "trace/inputs/grouped_parameters.hpp"
#include "trace/inputs/program_inputs.hpp"
#include "trace/inputs/traced_motion.hpp"
#include "trace/inputs/traced_parameters.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <optional>

namespace jourdain {
namespace {

using E = Expression;

void refuse(const RobotData& robot, const char* function, const char* why) {
  throw Error(ErrorKind::input, fmt::format("'{}' has no {}: {}", robot.mechanism.name, function, why));
}

void require_motors(const RobotData& robot, const char* function) {
  if (robot.driving.empty()) refuse(robot, function, "its motors do not control its freedoms");
}

TreeParameters<E> parameters_of(const RobotData& robot, const TraceOptions& options, Graph& graph) {
  return tree_parameters(robot.mechanism, robot.tree,
                         traced_parameters(robot.mechanism, robot.tree, options.parameters, graph));
}

// The position of a motor from its node's coordinates.
E motor_position(const RobotData& robot, std::size_t motor, const TracedMotion& m) {
  const PartScope<E> part(Part::leg_kinematics);
  const int node = robot.motor_nodes[motor];
  const NodeCoordinate<E>& x = m.tree.x[node];
  switch (robot.tree.nodes[node].kind) {
    case NodeKind::prismatic: return x.slide;
    case NodeKind::helical: return x.slide / E(robot.tree.nodes[node].pitch);
    default: return atan2(x.s, x.c);
  }
}

// A square matrix of expressions with the order of its rows as given; symmetric positive definite ones need no other.
EliminationT<E> factored(const RowMatrixT<E>& M, const std::vector<int>* order = nullptr) {
  const PartScope<E> part(Part::solve);
  EliminationT<E> result(static_cast<int>(M.rows()));
  result.matrix() = M;
  if (order) result.follow(*order);
  result.factor();
  return result;
}

// M of the platform's moves, limb by limb; limbs are factored.
RowMatrixT<E> moves_inertia(const TreeParameters<E>& parameters, bool payload, TracedMotion& m) {
  Matrix6T<E> of_platform;
  platform_inertia(m.robot, parameters, payload, m.tree, m.memory, of_platform);
  const int n = static_cast<int>(m.robot.moves.size());
  RowMatrixT<E> M(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) M(i, j) = of_platform(m.robot.moves[i], m.robot.moves[j]);
  }
  return M;
}

// M of a drive's rates through the dense system, which is factored for it.
RowMatrixT<E> drive_inertia(const TreeParameters<E>& parameters, bool payload, Drive drive, TracedMotion& m) {
  PartScope<E> part(Part::leg_kinematics);
  const int n = drive_count(m.robot, drive);
  RowMatrixT<E> M(n, n);
  TreeStateT<E> unit = m.tree;
  for (int k = 0; k < n; ++k) {
    std::vector<E> u(n, E(0)), column(n);
    u[k] = E(1);
    part.enter(Part::leg_kinematics);
    solve_rates(m.robot, drive, u.data(), m.memory, unit);
    tree_momentum(m.robot, parameters, payload, unit, m.memory);
    part.enter(Part::solve);
    project_on_drive(m.robot, drive, m.memory, column.data());
    for (int i = 0; i <= k; ++i) M(i, k) = M(k, i) = column[i];
  }
  return M;
}

// Rates of the driving motors by the platform's moves; limbs are factored.
RowMatrixT<E> motor_rows(TracedMotion& m) {
  const int n = static_cast<int>(m.robot.moves.size());
  RowMatrixT<E> J(n, n);
  for (int j = 0; j < n; ++j) {
    const Vector6T<E> row = motor_row(m.robot, j, m.tree, m.memory);
    for (int i = 0; i < n; ++i) J(j, i) = row[m.robot.moves[i]];
  }
  return J;
}

// Of all motors.
std::vector<E> trace_forces(const RobotData& robot, Graph& graph) {
  std::vector<E> forces;
  for (std::size_t k = 0; k < robot.motor_joints.size(); ++k)
    forces.push_back(graph.input(force_input(robot, static_cast<int>(k))));
  return forces;
}

// By the plan, or nothing where there is none.
std::optional<Program> mass_matrix_by_plan(const RobotData& robot, const TraceOptions& options) {
  if (!robot.plan) return std::nullopt;
  Graph graph;
  const PlacementT<E> pose = trace_pose(robot, options.pose, graph);
  const TreeParameters<E> parameters = parameters_of(robot, options, graph);
  Guard<E> guard(graph);
  const PlanParameters<E> of_plan = traced_plan_parameters(robot, robot.plan, parameters, options);
  require_dropped(of_plan, graph);
  const std::size_t n = robot.motor_joints.size();
  std::vector<E> M(n * n), outputs;
  mass_matrix_by_plan(robot.plan, of_plan, pose, guard, M.data());
  for (int i : robot.driving) {
    for (int j : robot.driving) outputs.push_back(M[i * n + j]);
  }
  return make_program(graph, outputs);
}

std::optional<Program> forward_dynamics_by_plan(const RobotData& robot, const TraceOptions& options) {
  if (!robot.plan) return std::nullopt;
  Graph graph;
  const PlatformStateT<E> motion = trace_platform_velocity(robot, options.pose, graph);
  const TreeParameters<E> parameters = parameters_of(robot, options, graph);
  const std::vector<E> forces = trace_forces(robot, graph);
  std::vector<E> accelerations(forces.size());
  AccelerationT<E> platform;
  Guard<E> guard(graph);
  const PlanParameters<E> of_plan = traced_plan_parameters(robot, robot.plan, parameters, options);
  require_dropped(of_plan, graph);
  forward_dynamics_by_plan(robot.plan, of_plan, options.friction, motion, forces.data(), guard, accelerations.data(),
                           platform);
  return make_program(graph, accelerations);
}

// Dry friction of the given freedoms as inputs, beside their constant part.
TreeParameters<E> with_resistances(const std::vector<DryFreedom>& dry, TreeParameters<E> parameters, Graph& graph) {
  for (std::size_t k = 0; k < dry.size(); ++k) {
    const E resistance = graph.input(resistance_input(static_cast<int>(k)));
    for (JointForces<E>& joint : parameters.joints) {
      if (joint.joint != dry[k].joint) continue;
      AxisForces<E>& axis = joint.axis[dry[k].freedom];
      axis.offset = axis.offset + resistance;
      axis.coulomb = E(0);
      axis.has_friction = true;
    }
  }
  return parameters;
}

}  // namespace

Program trace_plant_accelerations(const Robot& robot, const std::vector<DryFreedom>& dry) {
  const RobotData& data = data_of(robot);
  if (!data.closed_inverse || !data.block_rates || data.moves.empty()) {
    refuse(data, "plant code", "it has no platform on limbs in closed form");
  }
  const TraceOptions options{.pose = PoseInput::rotation, .parameters = false};
  const int n = static_cast<int>(data.moves.size());
  Graph graph;
  std::vector<E> du;
  // Arms of translating platforms know constant friction of motors only.
  if (data.plan && !data.plan.translates()) {
    const PlatformStateT<E> motion = trace_platform_velocity(data, options.pose, graph);
    const std::vector<E> forces = trace_forces(data, graph);
    const TreeParameters<E> parameters = with_resistances(dry, parameters_of(data, options, graph), graph);
    std::vector<E> of_motors(forces.size());
    AccelerationT<E> platform;
    Guard<E> guard(graph);
    forward_dynamics_by_plan(data.plan, traced_plan_parameters(data, data.plan, parameters, options), true, motion,
                             forces.data(), guard, of_motors.data(), platform);
    for (const int move : data.moves) du.push_back(move < 3 ? platform.a[move] : platform.dw[move - 3]);
    return make_program(graph, du);
  }
  TracedMotion motion(robot, graph);
  trace_positions(options.pose, motion);
  trace_rates(motion);
  set_accelerations(std::vector<E>(static_cast<std::size_t>(n), E(0)), motion);
  const std::vector<E> forces = trace_forces(data, graph);
  const TreeParameters<E> parameters = with_resistances(dry, parameters_of(data, options, graph), graph);
  collect_wrenches(data, parameters, Applied<E>{.loads = {}}, motion.tree, motion.memory);
  project_wrenches(data, motion.tree, motion.memory);
  const PartScope<E> part(Part::solve);
  for (std::size_t k = 0; k < forces.size(); ++k) motion.memory.t[motor_coordinate(data, k)] -= forces[k];
  const Vector6T<E> wrench = platform_forces(data, motion.tree, motion.memory);
  du.resize(n);
  for (int i = 0; i < n; ++i) du[i] = -wrench[data.moves[i]];
  factored(moves_inertia(parameters, true, motion)).solve(du.data());
  return make_program(graph, du);
}

Program trace_plant_rates(const Robot& robot, const std::vector<int>& coordinates) {
  Graph graph;
  TracedMotion motion(robot, graph);
  trace_positions(PoseInput::rotation, motion);
  trace_rates(motion);
  std::vector<E> outputs;
  for (const int v : coordinates) outputs.push_back(motion.tree.v[v]);
  const RobotData& data = data_of(robot);
  for (std::size_t k = 0; k < data.motor_joints.size(); ++k) outputs.push_back(motor_position(data, k, motion));
  return make_program(graph, outputs);
}

Program trace_axis_accelerations(const Robot& robot, const std::vector<int>& coordinates) {
  Graph graph;
  TracedMotion motion(robot, graph);
  trace_motion(PoseInput::rotation, motion);
  std::vector<E> outputs;
  for (const int v : coordinates) outputs.push_back(motion.tree.a[v]);
  return make_program(graph, outputs);
}

Program trace_inverse_kinematics(const Robot& robot, const TraceOptions& options) {
  const RobotData& data = data_of(robot);
  if (!data.closed_inverse && !data.two_arms) refuse(data, "inverse-kinematics", "its positions have no closed form");
  Graph graph;
  TracedMotion motion(robot, graph);
  trace_motion(options.pose, motion);
  std::vector<E> outputs;
  const std::size_t n = data.motor_joints.size();
  for (std::size_t k = 0; k < n; ++k) outputs.push_back(motor_position(data, k, motion));
  for (std::size_t k = 0; k < n; ++k) outputs.push_back(motion.tree.v[motor_coordinate(data, k)]);
  for (std::size_t k = 0; k < n; ++k) outputs.push_back(motion.tree.a[motor_coordinate(data, k)]);
  return make_program(graph, outputs);
}

namespace {

// Options of functions other than the inverse dynamics.
TraceOptions own_form(TraceOptions options) {
  if (options.form == TraceForm::body_jacobians) options.form = TraceForm::general;
  return options;
}

Program general_mass_matrix(const Robot& robot, const PivotOrders& orders, const TraceOptions& options, Graph& graph,
                            const TreeParameters<E>& parameters) {
  const RobotData& data = data_of(robot);
  TracedMotion motion(robot, orders, graph);
  trace_positions(options.pose, motion);
  RowMatrixT<E> M;
  if (data.limb_motors) {
    trace_factors(motion);
    // J^-T M J^-1, columns and then rows; the transposed system keeps the order of pivots as that of its columns.
    M = moves_inertia(parameters, options.payload, motion);
    const RowMatrixT<E> J = motor_rows(motion).transpose();
    const EliminationT<E> solve = factored(J, &motion.orders.motors);
    const PartScope<E> part(Part::solve);
    for (int pass = 0; pass < 2; ++pass) {
      for (int j = 0; j < M.cols(); ++j) {
        VectorXT<E> column = M.col(j);
        solve.solve(column.data());
        M.col(j) = column;
      }
      M.transposeInPlace();
    }
  } else {
    factor_dense(Drive::motors, motion);
    M = drive_inertia(parameters, options.payload, Drive::motors, motion);
  }
  std::vector<E> outputs(M.data(), M.data() + M.size());
  return make_program(graph, outputs);
}

Program general_forward_dynamics(const Robot& robot, const PivotOrders& orders, const TraceOptions& options,
                                 Graph& graph, const TreeParameters<E>& parameters) {
  const RobotData& data = data_of(robot);
  TracedMotion motion(robot, orders, graph);
  trace_positions(options.pose, motion);
  trace_rates(motion);
  // What resists while the independent velocities do not change.
  const Drive drive = traced_drive(data);
  const int n = drive_count(data, drive);
  set_accelerations(std::vector<E>(n, E(0)), motion);
  const Applied<Expression> applied = applied_by(options);
  collect_wrenches(data, parameters, applied, motion.tree, motion.memory);
  project_wrenches(data, motion.tree, motion.memory);
  const PartScope<E> part(Part::solve);
  const std::vector<E> forces = trace_forces(data, graph);
  for (std::size_t k = 0; k < forces.size(); ++k) motion.memory.t[motor_coordinate(data, k)] -= forces[k];
  std::vector<E> du(n);
  if (data.block_rates) {
    const Vector6T<E> wrench = platform_forces(data, motion.tree, motion.memory);
    for (int i = 0; i < n; ++i) du[i] = -wrench[data.moves[i]];
  } else {
    project_on_drive(data, drive, motion.memory, du.data());
    for (E& x : du) x = -x;
  }
  // M du = -Q.
  const RowMatrixT<E> M = data.block_rates ? moves_inertia(parameters, options.payload, motion)
                                           : drive_inertia(parameters, options.payload, drive, motion);
  factored(M).solve(du.data());
  set_accelerations(du, motion);
  std::vector<E> outputs;
  for (std::size_t k = 0; k < data.motor_joints.size(); ++k)
    outputs.push_back(motion.tree.a[motor_coordinate(data, k)]);
  return make_program(graph, outputs);
}

}  // namespace

Program trace_mass_matrix(const Robot& robot, const TraceOptions& options) {
  require_motors(data_of(robot), "mass-matrix");
  if (options.form == TraceForm::best) {
    if (auto program = mass_matrix_by_plan(data_of(robot), options)) return *std::move(program);
  }
  const PivotOrders orders = choose_pivot_orders(robot);
  return trace_grouped(robot, own_form(options), model_reader(robot, options),
                       [&](Graph& graph, const TreeParameters<E>& parameters) {
                         return general_mass_matrix(robot, orders, options, graph, parameters);
                       });
}

Program trace_forward_dynamics(const Robot& robot, const TraceOptions& options) {
  require_motors(data_of(robot), "forward-dynamics");
  if (options.form == TraceForm::best) {
    if (auto program = forward_dynamics_by_plan(data_of(robot), options)) return *std::move(program);
  }
  const PivotOrders orders = choose_pivot_orders(robot);
  return trace_grouped(robot, own_form(options), model_reader(robot, options),
                       [&](Graph& graph, const TreeParameters<E>& parameters) {
                         return general_forward_dynamics(robot, orders, options, graph, parameters);
                       });
}

Program trace_forward_step(const Robot& robot, const TraceOptions& options) {
  const RobotData& data = data_of(robot);
  if (!data.kernel_forward || !data.limb_motors)
    refuse(data, "forward-step", "its pose does not follow from its motors limb by limb");
  Graph graph;
  TracedMotion motion(robot, graph);
  trace_positions(options.pose, motion);
  trace_factors(motion);
  const PartScope<E> part(Part::solve);
  // J step = wanted - present positions of the driving motors; angles by the nearest turn.
  std::vector<E> step;
  for (int k : data.driving) {
    const E wanted = graph.input(motor_input(data, k));
    const int node = data.motor_nodes[k];
    const NodeCoordinate<E>& x = motion.tree.x[node];
    if (data.tree.nodes[node].kind == NodeKind::revolute) {
      const E c = cos(wanted), s = sin(wanted);
      step.push_back(atan2(s * x.c - c * x.s, c * x.c + s * x.s));
    } else {
      step.push_back(wanted - motor_position(data, static_cast<std::size_t>(k), motion));
    }
  }
  const RowMatrixT<E> transposed = motor_rows(motion).transpose();
  factored(transposed, &motion.orders.motors).solve_transposed(step.data());
  return make_program(graph, step);
}

}  // namespace jourdain
