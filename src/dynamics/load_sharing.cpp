#include "dynamics/load_sharing.hpp"

#include "dynamics/nearest_in_box.hpp"
#include "dynamics/tree_inertia.hpp"

#include <cmath>

namespace jourdain {
namespace {

// Forces within this share of a limit meet it.
constexpr double limit_round_off = 1e-9;

static_assert(max_spare_motors <= largest_dimension);

using SharedVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, max_shared_motors, 1>;
using NullSpace = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, max_shared_motors, max_spare_motors>;

double max_force(const RobotData& robot, int actuator) {
  return robot.mechanism.joints[static_cast<std::size_t>(robot.actuators[static_cast<std::size_t>(actuator)])]
      .actuator->max_force;
}

// Square root of a motor's weight. A moment counts as the force that it is at the distance of the robot's size.
double root_weight(const RobotData& robot, const DynamicsOptions& options, int actuator) {
  if (!options.motor_weights.empty()) return std::sqrt(options.motor_weights[static_cast<std::size_t>(actuator)]);
  return motor_slides(robot, actuator) ? 1.0 : 1.0 / robot.size;
}

// Orthonormal columns of weighed forces that do no work: a unit force of a spare motor against what the driving motors
// feel of it, C^T Q = 0.
void find_null_space(const RobotData& robot, const Eigen::Ref<const MatrixX>& C, const SharedVector& root,
                     NullSpace& Z) {
  const int n = static_cast<int>(robot.driving.size()), motors = static_cast<int>(robot.actuators.size());
  Z.setZero(motors, motors - n);
  bool drives[max_shared_motors] = {};
  for (int motor : robot.driving) drives[motor] = true;
  int column = 0;
  for (int spare = 0; spare < motors; ++spare) {
    if (drives[spare]) continue;
    auto z = Z.col(column);
    z[spare] = root[spare];
    for (int k = 0; k < n; ++k) {
      const int motor = robot.driving[static_cast<std::size_t>(k)];
      z[motor] = -root[motor] * C(spare, k);
    }
    // Gram-Schmidt, twice for full accuracy.
    for (int pass = 0; pass < 2; ++pass) {
      for (int j = 0; j < column; ++j) z -= Z.col(j).dot(z) * Z.col(j);
    }
    z /= z.norm();
    ++column;
  }
}

// Q, which does what is wanted, becomes the nearest to the preload of all forces that do the same.
Status share_among_all(const RobotData& robot, const Eigen::Ref<const MatrixX>& C, const DynamicsOptions& options,
                       SharedVector& Q) {
  const int motors = static_cast<int>(Q.size());
  SharedVector root(motors), away(motors), bound(motors);
  for (int i = 0; i < motors; ++i) {
    root[i] = root_weight(robot, options, i);
    const double preload = options.preload.empty() ? 0 : options.preload[static_cast<std::size_t>(i)];
    Q[i] *= root[i];
    away[i] = Q[i] - root[i] * preload;
    bound[i] = root[i] * max_force(robot, i);
  }
  NullSpace Z;
  find_null_space(robot, C, root, Z);
  for (int j = 0; j < static_cast<int>(Z.cols()); ++j) Q -= Z.col(j).dot(away) * Z.col(j);
  const Status status = options.bounded ? nearest_in_box(Z, bound, Q) : Status::ok;
  for (int i = 0; i < motors; ++i) Q[i] /= root[i];
  return status;
}

// The motor that is farthest beyond its limit, as a share of it.
bool exceeds(const RobotData& robot, const SharedVector& Q, double tolerance, Report& report) {
  double worst = tolerance;
  for (int i = 0; i < static_cast<int>(Q.size()); ++i) {
    const double share = std::abs(Q[i]) / max_force(robot, i) - 1;
    if (!(share > worst)) continue;
    worst = share;
    report.joint = robot.actuators[static_cast<std::size_t>(i)];
    report.value = std::abs(Q[i]) - max_force(robot, i);
  }
  return worst > tolerance;
}

}  // namespace

Status check_sharing(const RobotData& robot, const DynamicsOptions& options) {
  const std::size_t motors = robot.actuators.size();
  for (const std::span<const double> values : {options.motor_weights, options.preload}) {
    if (!values.empty() && values.size() != motors) return Status::inconsistent;
    for (double value : values) {
      if (!std::isfinite(value)) return Status::not_finite;
    }
  }
  for (double weight : options.motor_weights) {
    if (!(weight > 0)) return Status::inconsistent;
  }
  const bool countable = motors <= max_shared_motors && motors - robot.driving.size() <= max_spare_motors;
  return countable ? Status::ok : Status::inconsistent;
}

void find_motor_rates(const RobotData& robot, KinematicState& state) {
  const auto unit = [&](int i) { return motor_slides(robot, i) ? robot.size : 1.0; };
  for (int k = 0; k < static_cast<int>(robot.driving.size()); ++k) {
    state.rhs.setZero();
    state.rhs[static_cast<int>(robot.independent_rows.size()) + k] = 1;
    state.dense.solve(state.rhs.data());
    const double driving_unit = unit(robot.driving[static_cast<std::size_t>(k)]);
    for (int i = 0; i < static_cast<int>(robot.actuators.size()); ++i) {
      const int node = robot.actuator_nodes[static_cast<std::size_t>(i)];
      state.motor_rates(i, k) = state.rhs[robot.tree.nodes[static_cast<std::size_t>(node)].v] * unit(i) / driving_unit;
    }
  }
}

Status share_load(const RobotData& robot, const Eigen::Ref<const MatrixX>& C, const double* driving,
                  const DynamicsOptions& options, Report& report, VectorX& forces) {
  Status status = check_sharing(robot, options);
  if (status != Status::ok) return status;
  SharedVector Q = SharedVector::Zero(static_cast<int>(robot.actuators.size()));
  for (std::size_t k = 0; k < robot.driving.size(); ++k) Q[robot.driving[k]] = driving[k];
  if (robot.driving.size() < robot.actuators.size()) status = share_among_all(robot, C, options, Q);
  // Round-off may leave a shared force a last digit beyond its limit.
  if (options.bounded && exceeds(robot, Q, limit_round_off, report)) status = Status::limit;
  if (status != Status::ok) return status;
  if (!Q.allFinite()) return Status::singular;
  forces = Q;
  return status;
}

Status share_load(const RobotData& robot, KinematicState& state, const double* driving, const DynamicsOptions& options,
                  VectorX& forces) {
  state.report.joint = -1;
  state.report.value = 0;
  if (robot.driving.size() < robot.actuators.size()) {
    if (!factor_drive(robot, Drive::motors, state)) return Status::singular;
    find_motor_rates(robot, state);
  }
  return share_load(robot, state.motor_rates, driving, options, state.report, forces);
}

}  // namespace jourdain
