#include "kinematics/tracker.hpp"

#include "kinematics/assembly.hpp"
#include "kinematics/closure.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <cmath>

namespace jourdain {
namespace {

// Where the drive shall be: a place on the way, and how far the tree is from it.
struct Goal {
  Drive drive = Drive::output;
  // Output: start and end.
  Vector3 p0, p1;
  Matrix3 R0 = Matrix3::Identity();
  Vector3 turn = Vector3::Zero();     // whole rotation: rotation vector from R0 to the target, base axes
  Vector3 angles0 = Vector3::Zero();  // part of it: Cardan angles
  Vector3 angle_step = Vector3::Zero();
  bool as_angles = false;
  // Motors: start and end are in state.motor_start, state.motor_target.
};

// Wanted minus present drive coordinates at the fraction s of the way; lengths over size.
void goal_error(const RobotData& robot, const Goal& goal, double s, const TreeState& tree, const KinematicState& state,
                double* error) {
  if (goal.drive == Drive::motors) {
    for (std::size_t k = 0; k < robot.driving.size(); ++k) {
      const TreeNode& node = robot.tree.nodes[robot.motor_nodes[robot.driving[k]]];
      const int i = static_cast<int>(k);
      const double wanted = state.motor_start[i] + s * (state.motor_target[i] - state.motor_start[i]);
      error[k] = (wanted - tree.q[node.q]) / (node.kind == NodeKind::prismatic ? robot.size : 1.0);
    }
    return;
  }
  const Placement now = output_placement(robot, tree);
  const Vector3 position = (goal.p0 + s * (goal.p1 - goal.p0) - now.p) / robot.size;
  Vector3 rotation;
  if (goal.as_angles) {
    rotation = goal.angles0 + s * goal.angle_step - cardan_from_rotation(now.R);
    for (int i = 0; i < 3; ++i) rotation[i] = std::remainder(rotation[i], 2 * M_PI);
  } else {
    rotation = vector_from_rotation(rotation_from_vector(s * goal.turn) * goal.R0 * now.R.transpose());
  }
  for (std::size_t k = 0; k < robot.moves.size(); ++k) {
    error[k] = robot.moves[k] < 3 ? position[robot.moves[k]] : rotation[robot.moves[k] - 3];
  }
}

// Newton's method to the fraction s of the way, with the contraction test.
Status correct(const RobotData& robot, const Goal& goal, double s, KinematicState& state) {
  const int first = static_cast<int>(robot.independent_rows.size());
  double previous = 0;
  for (int step = 0; step < TrackerLimits::newton_steps; ++step) {
    ++state.report.steps;
    state.report.conditioning = goal.as_angles ? factor_system_as_angles(robot, state.trial, state)
                                               : factor_system(robot, goal.drive, state.trial, state);
    if (!(state.report.conditioning > TrackerLimits::smallest_conditioning)) return Status::singular;
    for (int i = 0; i < first; ++i) state.rhs[i] = -state.g[robot.independent_rows[i]];
    goal_error(robot, goal, s, state.trial, state, state.rhs.data() + first);
    state.dense.solve(state.rhs.data());
    const double size = state.rhs.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(size)) return Status::singular;
    if (step == 0 && size > TrackerLimits::largest_step) return Status::not_converged;
    // Corrections that small may be round-off, which does not contract.
    const bool stalled = step > 0 && size < TrackerLimits::round_off && size > TrackerLimits::contraction * previous;
    const bool settled = size < TrackerLimits::settled || stalled;
    if (step > 0 && !settled && size > TrackerLimits::contraction * previous) return Status::not_converged;
    scale_columns(robot.tree, robot.size, state.rhs);
    move_coordinates(robot.tree, state.rhs, state.trial);
    update_positions(robot.tree, state.trial);
    if (settled) return Status::ok;
    previous = size;
  }
  return Status::not_converged;
}

Status track(const RobotData& robot, const Goal& goal, KinematicState& state) {
  double s = 0, ds = 1;
  int streak = 0;  // steps accepted in a row: two allow a longer one
  Status status = Status::ok;
  for (int attempt = 0; attempt < TrackerLimits::attempts && s < 1; ++attempt) {
    state.saved = state.trial;
    status = correct(robot, goal, std::min(1.0, s + ds), state);
    if (status == Status::ok) {
      s += ds;
      ds = std::min(++streak % 2 == 0 ? 2 * ds : ds, 1 - s);
      continue;
    }
    streak = 0;
    state.trial = state.saved;
    ds /= 2;
    if (ds < TrackerLimits::smallest_fraction) break;
  }
  state.report.way = s;
  if (s < 1) return status == Status::ok ? Status::not_converged : status;
  // The equations that were left out must hold too.
  closure_residual(robot.tree, state.trial, robot.size, state.g);
  const double left_open = state.g.size() > 0 ? state.g.lpNorm<Eigen::Infinity>() : 0.0;
  state.report.value = left_open;
  return left_open < 1e3 * closed_tolerance ? Status::ok : Status::inconsistent;
}

}  // namespace

Status track_output(const RobotData& robot, const Placement& target, KinematicState& state) {
  // Where the sign of the determinant changes, two branches of the inverse kinematics meet.
  factor_system(robot, Drive::output, state.trial, state);
  const int side = state.dense.determinant_sign();
  Goal goal;
  const Placement start = output_placement(robot, state.trial);
  goal.p0 = start.p;
  goal.p1 = target.p;
  goal.R0 = start.R;
  int rotations = 0;
  for (int c : robot.moves) rotations += c >= 3;
  goal.as_angles = rotations > 0 && rotations < 3;
  if (goal.as_angles) {
    goal.angles0 = cardan_from_rotation(start.R);
    goal.angle_step = cardan_from_rotation(target.R) - goal.angles0;
    for (int i = 0; i < 3; ++i) goal.angle_step[i] = std::remainder(goal.angle_step[i], 2 * M_PI);
  } else if (rotations == 3) {
    goal.turn = vector_from_rotation(target.R * start.R.transpose());
  }
  const Status status = track(robot, goal, state);
  if (status != Status::ok) return status;
  factor_system(robot, Drive::output, state.trial, state);
  return state.dense.determinant_sign() == side ? Status::ok : Status::uncertain;
}

Status track_motors(const RobotData& robot, const VectorX& motors, KinematicState& state) {
  Goal goal;
  goal.drive = Drive::motors;
  // A robot does not leave the side of the singularities on which it was assembled.
  state.report.conditioning = factor_system(robot, Drive::motors, state.trial, state);
  if (!(state.report.conditioning > TrackerLimits::smallest_conditioning)) return Status::singular;
  if (robot.forward_sign != 0 && state.dense.determinant_sign() != robot.forward_sign) return Status::uncertain;
  for (std::size_t k = 0; k < robot.driving.size(); ++k) {
    const int i = static_cast<int>(k);
    state.motor_start[i] = state.trial.q[robot.tree.nodes[robot.motor_nodes[robot.driving[k]]].q];
    state.motor_target[i] = motors[robot.driving[k]];
  }
  return track(robot, goal, state);
}

}  // namespace jourdain
