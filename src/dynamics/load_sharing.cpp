#include "dynamics/load_sharing.hpp"

#include "dynamics/nearest_in_box.hpp"
#include "dynamics/tree_inertia.hpp"
#include "kinematics/tracker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace jourdain {
namespace {

// Forces within this share of a limit meet it.
constexpr double limit_round_off = 1e-9;

static_assert(max_redundant_motors <= largest_dimension);

using SharedVector = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, max_shared_motors, 1>;
using SharedMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, max_shared_motors, max_shared_motors>;

double max_force(const RobotData& robot, int motor) {
  return robot.mechanism.joints[robot.motor_joints[motor]].motor->max_force;
}

// Square root of a motor's weight. A moment counts as the force that it is at the distance of the robot's size.
double root_weight(const RobotData& robot, const DynamicsOptions& options, int motor) {
  if (!options.motor_weights.empty()) return std::sqrt(options.motor_weights[motor]);
  return motor_slides(robot, motor) ? 1.0 : 1.0 / robot.size;
}

// The space of weighed forces, split by what the motors do: E = U R with orthonormal columns U, of which forces do work
// on the drive, and Z, of which they do none.
struct ForceSpace {
  SharedMatrix basis;  // U, then Z
  SharedMatrix R;      // upper triangle, columns in the order of `pivots`
  int pivots[max_drives];
  double conditioning;  // smallest over largest diagonal entry of R
};

// Removes what x has of the first columns; twice for full accuracy.
void remove_components(const SharedMatrix& basis, int columns, Eigen::Ref<Eigen::VectorXd> x, double* components) {
  for (int pass = 0; pass < 2; ++pass) {
    for (int j = 0; j < columns; ++j) {
      const double share = basis.col(j).dot(x);
      x -= share * basis.col(j);
      if (components) components[j] += share;
    }
  }
}

// U and R from the columns of E, the largest remainder first.
void span_of_work(SharedMatrix& E, ForceSpace& space) {
  const int motors = static_cast<int>(E.rows()), n = static_cast<int>(E.cols());
  space.basis.setZero(motors, motors);
  space.R.setZero(n, n);
  for (int k = 0; k < n; ++k) space.pivots[k] = k;
  double largest = 0, smallest = std::numeric_limits<double>::infinity();
  for (int k = 0; k < n; ++k) {
    int best = k;
    for (int j = k + 1; j < n; ++j) {
      if (E.col(j).squaredNorm() > E.col(best).squaredNorm()) best = j;
    }
    E.col(k).swap(E.col(best));
    space.R.col(k).swap(space.R.col(best));
    std::swap(space.pivots[k], space.pivots[best]);
    remove_components(space.basis, k, E.col(k), space.R.col(k).data());
    const double norm = E.col(k).norm();
    space.R(k, k) = norm;
    largest = std::max(largest, norm);
    smallest = std::min(smallest, norm);
    if (!(norm > 0)) break;
    space.basis.col(k) = E.col(k) / norm;
    for (int j = k + 1; j < n; ++j) {
      const double share = space.basis.col(k).dot(E.col(j));
      E.col(j) -= share * space.basis.col(k);
      space.R(k, j) += share;
    }
  }
  space.conditioning = largest > 0 ? smallest / largest : 0;
}

// Z completes U: of all unit vectors the one that lies farthest outside of what is there, time after time.
void complete_basis(int first, SharedMatrix& basis) {
  const int motors = static_cast<int>(basis.rows());
  for (int k = first; k < motors; ++k) {
    int best = 0;
    for (int i = 1; i < motors; ++i) {
      if (basis.row(i).head(k).squaredNorm() < basis.row(best).head(k).squaredNorm()) best = i;
    }
    basis.col(k).setZero();
    basis(best, k) = 1;
    remove_components(basis, k, basis.col(k), nullptr);
    basis.col(k).normalize();
  }
}

// Unit of a drive's velocity, so that those of lengths and angles can be compared.
double drive_unit(const RobotData& robot, Drive drive, int k) {
  const bool length = drive == Drive::output ? robot.moves[k] < 3 : motor_slides(robot, robot.driving[k]);
  return length ? robot.output_length : 1.0;
}

// Of all forces Q with C^T Q = work the nearest to the preload in the weighted norm.
Status share_among_all(const RobotData& robot, Drive drive, const Eigen::Ref<const MatrixX>& C, const double* work,
                       const DynamicsOptions& options, Report& report, SharedVector& Q) {
  const int motors = static_cast<int>(C.rows()), n = static_cast<int>(C.cols());
  // Weighed forces y = root Q; E^T y = work, both in the drive's units.
  SharedVector root(motors), bound(motors);
  SharedMatrix E(motors, n);
  for (int i = 0; i < motors; ++i) {
    root[i] = root_weight(robot, options, i);
    bound[i] = root[i] * max_force(robot, i);
    for (int k = 0; k < n; ++k) E(i, k) = C(i, k) * drive_unit(robot, drive, k) / root[i];
  }
  ForceSpace space;
  span_of_work(E, space);
  report.conditioning = std::min(report.conditioning, space.conditioning);
  if (!(space.conditioning > TrackerLimits::smallest_rate_conditioning)) return Status::singular;
  complete_basis(n, space.basis);
  // The least norm is U R^-T work; of the preload counts what does no work.
  SharedVector share(motors);
  for (int k = 0; k < n; ++k) {
    double rest = work[space.pivots[k]] * drive_unit(robot, drive, space.pivots[k]);
    for (int j = 0; j < k; ++j) rest -= space.R(j, k) * share[j];
    share[k] = rest / space.R(k, k);
  }
  for (int k = n; k < motors; ++k) {
    share[k] = 0;
    for (int i = 0; i < motors && !options.preload.empty(); ++i)
      share[k] += space.basis(i, k) * root[i] * options.preload[i];
  }
  Q.noalias() = space.basis * share;
  const Status status = options.bounded ? nearest_in_box(space.basis.rightCols(motors - n), bound, Q) : Status::ok;
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
    report.joint = robot.motor_joints[i];
    report.value = std::abs(Q[i]) - max_force(robot, i);
  }
  return worst > tolerance;
}

}  // namespace

Status check_sharing(const RobotData& robot, const DynamicsOptions& options) {
  const std::size_t motors = robot.motor_joints.size();
  for (const std::span<const double> values : {options.motor_weights, options.preload}) {
    if (!values.empty() && values.size() != motors) return Status::inconsistent;
    for (double value : values) {
      if (!std::isfinite(value)) return Status::not_finite;
    }
  }
  for (double weight : options.motor_weights) {
    if (!(weight > 0)) return Status::inconsistent;
  }
  const bool countable = motors <= max_shared_motors && motors - robot.driving.size() <= max_redundant_motors;
  return countable ? Status::ok : Status::inconsistent;
}

Drive sharing_drive(const RobotData& robot) {
  const bool redundant = robot.driving.size() < robot.motor_joints.size();
  return redundant && robot.moves.size() == robot.driving.size() ? Drive::output : Drive::motors;
}

Status share_load(const RobotData& robot, Drive drive, const Eigen::Ref<const MatrixX>& C, const double* work,
                  const DynamicsOptions& options, Report& report, VectorX& forces) {
  Status status = check_sharing(robot, options);
  if (status != Status::ok) return status;
  SharedVector Q = SharedVector::Zero(static_cast<int>(robot.motor_joints.size()));
  if (robot.driving.size() < robot.motor_joints.size()) {
    status = share_among_all(robot, drive, C, work, options, report, Q);
  } else {
    for (std::size_t k = 0; k < robot.driving.size(); ++k) Q[robot.driving[k]] = work[k];
  }
  // Round-off may leave a shared force a last digit beyond its limit.
  if (status != Status::singular && options.bounded && exceeds(robot, Q, limit_round_off, report)) {
    status = Status::limit;
  }
  if (status != Status::ok) return status;
  if (!Q.allFinite()) return Status::singular;
  forces = Q;
  return status;
}

Status share_load(const RobotData& robot, const double* work, const DynamicsOptions& options, KinematicState& state,
                  VectorX& forces) {
  state.report.joint = -1;
  state.report.value = 0;
  const Drive drive = sharing_drive(robot);
  if (robot.driving.size() < robot.motor_joints.size()) {
    // Rates of all motors for unit rates of the drive.
    state.trial = state.tree;
    double u[max_drives] = {};
    for (int k = 0; k < drive_count(robot, drive); ++k) {
      u[k] = 1;
      solve_rates(robot, drive, u, state, state.trial);
      u[k] = 0;
      for (int i = 0; i < static_cast<int>(robot.motor_joints.size()); ++i) {
        state.motor_rates(i, k) = state.trial.v[robot.tree.nodes[robot.motor_nodes[i]].v];
      }
    }
  }
  return share_load(robot, drive, state.motor_rates, work, options, state.report, forces);
}

Status share_tree_forces(const RobotData& robot, const DynamicsOptions& options, KinematicState& state,
                         VectorX& forces) {
  const Drive drive = sharing_drive(robot);
  if (!factor_drive(robot, drive, state)) return Status::singular;
  double work[max_drives] = {};
  project_on_drive(robot, drive, state, work);
  return share_load(robot, work, options, state, forces);
}

}  // namespace jourdain
