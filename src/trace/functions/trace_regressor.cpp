#include "expression/scalar.hpp"
#include "kinematics/limb_rates.hpp"
#include "legs/joint_friction.hpp"
#include "legs/plan_dynamics.hpp"
#include "linear_form/regressor/regressor_core.hpp"
#include "trace/inputs/traced_motion.hpp"
#include "trace/inputs/traced_parameters.hpp"

#include "expression/derivative.hpp"
#include "expression/guard.hpp"
#include "jourdain/core/error.hpp"
#include "trace/functions/trace_dynamics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace jourdain {
namespace {

using E = Expression;

// Influence coefficients limb by limb: G = C J^-1, where V = J^-1 dq_a and all rates are C V.
void limb_influence(TracedMotion& m, Eigen::Matrix<E, Eigen::Dynamic, Eigen::Dynamic>& G) {
  const int n = static_cast<int>(m.robot.moves.size());
  limb_rates_by_platform(m.robot, m.tree, m.memory);
  const int v = m.robot.tree.nodes[m.robot.tree.platform_node].v;
  for (int i = 0; i < n; ++i) m.memory.by_platform(v + m.robot.moves[i], m.robot.moves[i]) = E(1);
  const PartScope<E> part(Part::solve);
  // The transposed Jacobian has the rows whose order of pivots was chosen.
  EliminationT<E> solve(n);
  for (int j = 0; j < n; ++j) {
    const Vector6T<E> row = motor_row(m.robot, j, m.tree, m.memory);
    for (int i = 0; i < n; ++i) solve.matrix()(i, j) = row[m.robot.moves[i]];
  }
  solve.follow(m.orders.motors);
  solve.factor();
  for (int r = 0; r < G.rows(); ++r) {
    std::vector<E> row(n);
    for (int i = 0; i < n; ++i) row[i] = m.memory.by_platform(r, m.robot.moves[i]);
    // C J^-1 = (J^-T C^T)^T.
    solve.solve(row.data());
    for (int k = 0; k < n; ++k) G(r, k) = row[k];
  }
}

// The same through the dense system.
void dense_influence(TracedMotion& m, Eigen::Matrix<E, Eigen::Dynamic, Eigen::Dynamic>& G) {
  const PartScope<E> part(Part::leg_kinematics);
  factor_dense(Drive::motors, m);
  TreeStateT<E> unit = m.tree;
  for (int k = 0; k < G.cols(); ++k) {
    std::vector<E> u(static_cast<std::size_t>(G.cols()), E(0));
    u[k] = E(1);
    solve_rates(m.robot, Drive::motors, u.data(), m.memory, unit);
    G.col(k) = unit.v;
  }
}

// Forces are linear in the parameters, so that the columns are derivatives of the forces that the legs give. Nothing if
// the legs are not recognised, if a column has a parameter that they take for zero, or one leg's share of what the
// model declares to be identical.
std::optional<Program> regressor_by_legs(const LinearForm& form, const TraceOptions& options) {
  const RobotData& robot = data_of(form.robot());
  const Plan& plan = robot.plan;
  if (!plan || plan.translates() || (!form.options().structure && !robot.mechanism.relations.empty()))
    return std::nullopt;
  Graph graph;
  const TreeParameters<E> parameters =
      tree_parameters(robot.mechanism, robot.tree, traced_parameters(robot.mechanism, robot.tree, true, graph));
  std::map<std::string, E> known;
  for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
    const GraphNode& node = graph.nodes()[i];
    if (node.op == Op::parameter) known[graph.parameters()[node.a]] = graph.expression(static_cast<NodeId>(i));
  }
  const PlatformStateT<E> motion = trace_platform_motion(robot, options.pose, graph);
  std::vector<E> forces(robot.motor_joints.size());
  Guard<E> guard(graph);
  inverse_dynamics_by_plan(plan, traced_plan_parameters(robot, plan, parameters, options, true), options.friction,
                           motion, guard, forces.data());
  std::vector<E> outputs(forces.size() * form.parameters().size());
  // What stands behind one traced parameter: identical legs share theirs.
  std::map<std::string, std::size_t> shared;
  for (const StandardParameter& parameter : form.standard()) {
    ++shared[program_name(robot.mechanism, parameter)];
  }
  for (std::size_t c = 0; c < form.parameters().size(); ++c) {
    // The parameters of one column move together, and all that share a traced one alike.
    std::map<std::string, std::vector<double>> parts;
    for (const Parameter::Part& part : form.parameters()[c].parts) {
      parts[program_name(robot.mechanism, form.standard()[part.standard])].push_back(part.factor);
    }
    std::vector<E> variables, direction;
    for (const auto& [name, factors] : parts) {
      const auto alike = std::count(factors.begin(), factors.end(), factors.front());
      if (!known.contains(name) || factors.size() != shared[name] || alike != std::ssize(factors)) return std::nullopt;
      variables.push_back(known[name]);
      direction.emplace_back(factors.front());
    }
    const std::vector<E> column = derivative(graph, forces, variables, direction);
    for (std::size_t k = 0; k < robot.driving.size(); ++k) {
      outputs[k * form.parameters().size() + c] = column[robot.driving[k]];
    }
  }
  return make_program(graph, outputs);
}

}  // namespace

Program trace_regressor(const LinearForm& form, const TraceOptions& options) {
  const RobotData& robot = data_of(form.robot());
  if (robot.driving.empty()) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' cannot be traced: its motors do not control its freedoms", robot.mechanism.name));
  }
  if (options.form == TraceForm::best) {
    if (std::optional<Program> program = regressor_by_legs(form, options)) return *program;
  }
  Graph graph;
  TracedMotion motion(form.robot(), graph);
  trace_motion(options.pose, motion);
  ChainMotion<E> chain;
  chain.nodes = &motion.tree.n;
  chain.rates = &motion.tree.v;
  chain.accelerations = &motion.tree.a;
  chain.bands = dead_bands<E>(robot, options.single_precision);
  const int rows = form.rows();
  chain.G.resize(robot.tree.nv, rows);
  chain.partial.resize(robot.tree.nodes.size() * static_cast<std::size_t>(rows));
  if (robot.limb_motors) {
    limb_influence(motion, chain.G);
  } else {
    dense_influence(motion, chain.G);
  }
  {
    const PartScope<E> part(Part::leg_kinematics);
    node_partials<E>(robot.tree, chain);
  }
  RowMatrixT<E> Y(rows, form.columns());
  Eigen::Matrix<E, Eigen::Dynamic, 10> block(rows, 10);
  regressor_columns<E>(data_of(form), robot.mechanism.gravity, chain, block, Y);
  const std::vector<E> outputs(Y.data(), Y.data() + Y.size());
  return make_program(graph, outputs);
}

}  // namespace jourdain
