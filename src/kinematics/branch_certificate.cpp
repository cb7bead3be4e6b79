#include "kinematics/branch_certificate.hpp"

#include "kinematics/drive.hpp"
#include "kinematics/pose_newton.hpp"
#include "kinematics/pose_rates.hpp"
#include "kinematics/pose_tracker.hpp"
#include "kinematics/tracker.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jourdain {
namespace {

// Smallest singular value of a factored matrix by inverse iteration, and its left and right vectors.
double weakest_direction(const Elimination& factors, int rounds, VectorX& u, VectorX& n) {
  for (int i = 0; i < factors.size(); ++i) n[i] = 1.0 + 0.1 * i;
  double sigma = 0;
  for (int k = 0; k < rounds; ++k) {
    n /= n.norm();
    factors.solve_transposed(n.data());
    u = n / n.norm();
    n = u;
    factors.solve(n.data());
    sigma = 1 / n.norm();
  }
  n *= sigma;
  return sigma;
}

// Estimated distance from a solution to the next one with the same actuated coordinates. Along the direction n in which
// the motors hold the platform least, their smallest singular value falls to zero at sigma / |dsigma/dn|; the type-2
// singularity that lies there has the other solution at twice the distance.
double distance_to_other_branch(const RobotData& robot, const Placement& pose, KinematicState& state) {
  const int size = static_cast<int>(robot.driving.size());
  evaluate_pose(robot, pose, 1, state);
  if (!(state.pose.factor() > 0)) return 0;
  const double sigma = weakest_direction(state.pose, 4, state.branch_left, state.branch_direction);
  // Gradient of the smallest singular value: its change along each coordinate is u . (dB) n.
  constexpr double step = 0.02;
  double slope2 = 0;
  for (int c = 0; c < size; ++c) {
    double ends[2] = {};
    for (int side = 0; side < 2; ++side) {
      state.branch_step.setZero();
      state.branch_step[c] = side == 0 ? -step : step;
      evaluate_pose(robot, moved_pose(robot, pose, state.branch_step), 1, state);
      for (int i = 0; i < size; ++i) {
        ends[side] += state.branch_left[i] * state.pose.matrix().row(i).dot(state.branch_direction);
      }
    }
    const double slope = (ends[1] - ends[0]) / (2 * step);
    slope2 += slope * slope;
  }
  return 2 * sigma / std::sqrt(std::max(slope2, 1e-300));
}

bool within(const RobotData& robot, const Placement& a, const Placement& b, double translation, double rotation) {
  return (b.p - a.p).norm() <= translation * robot.size &&
         vector_from_rotation(b.R * a.R.transpose()).norm() <= rotation;
}

// Plain Newton's method to the wanted actuated coordinates.
bool newton(const RobotData& robot, KinematicState& state, Placement& pose) {
  for (int i = 0; i < 12; ++i) {
    double size = 0;
    if (prepare_pose(robot, pose, 1, state) != Status::ok || pose_correction(state, size) != Status::ok) return false;
    if (size > 1.5) return false;
    pose = moved_pose(robot, pose, state.pose_step);
    if (size < 1e-7) return true;
  }
  return false;
}

// Whether the straight way from the home pose leads there without meeting a singularity; in home's working modes.
bool visible_from_home(const RobotData& robot, const Placement& pose, KinematicState& state) {
  const Placement& home = robot.home_pose;
  const Vector3 turn = vector_from_rotation(pose.R * home.R.transpose());
  for (int i = 1; i <= GuessRegion::looks; ++i) {
    const double s = static_cast<double>(i) / GuessRegion::looks;
    const Placement there{rotation_from_vector(s * turn) * home.R, home.p + s * (pose.p - home.p)};
    if (pose_sign(robot, there, state) != robot.forward_sign) return false;
  }
  return true;
}

// Numbers in (-1, 1), the same in every call.
class Scatter {
 public:
  double next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 11) * 0x1p-52 - 1;
  }

 private:
  unsigned long long state_ = 20051987;
};

// Looks for another solution near the guess that can be reached from home, from starts scattered all around.
bool rival_exists(const RobotData& robot, const Placement& guess, const Placement& pose, double way,
                  KinematicState& state) {
  Scatter scatter;
  for (int start = 0; start < GuessRegion::starts; ++start) {
    for (std::size_t j = 0; j < robot.moves.size(); ++j) {
      const double reach = robot.moves[j] < 3 ? GuessRegion::rival_translation * robot.size / pose_length(robot)
                                              : GuessRegion::rival_rotation;
      state.branch_step[static_cast<int>(j)] = 1.1 * reach * scatter.next();
    }
    // Solutions in other working modes lie beyond type-1 singularities: no guess is meant for them.
    Placement rival = moved_pose(robot, guess, state.branch_step);
    if (newton(robot, state, rival) && pose_distance(robot, rival, pose) > 1e-4 &&
        pose_distance(robot, guess, rival) < GuessRegion::rival_reach * way &&
        within(robot, guess, rival, GuessRegion::rival_translation, GuessRegion::rival_rotation) &&
        drives_in_home_modes(robot, rival, state.motor_target) && visible_from_home(robot, rival, state)) {
      return true;
    }
  }
  return false;
}

// Two configurations that differ by less are one: radians, or lengths over a length of the robot.
constexpr double same_configuration = 1e-6;

// Whether the driving motors lead there, too, when they go straight from home to where they are.
bool reached_from_home(const RobotData& robot, const Placement& pose, KinematicState& state) {
  for (int k = 0; k < static_cast<int>(robot.driving.size()); ++k) {
    state.motor_start[k] = robot.home_motors[robot.driving[k]];
    state.pose_mode[k] = robot.kernels[robot.driving_limb[k]].sign;
  }
  Placement end = robot.home_pose;
  const Report report = state.report;
  const Status status = follow_motors(robot, state, end);
  state.report = report;
  return status == Status::ok && pose_distance(robot, end, pose) < same_configuration;
}

// Whether the way that was followed began at home itself, in its working modes.
bool begins_at_home(const RobotData& robot, const Placement& guess, const KinematicState& state) {
  return pose_distance(robot, guess, robot.home_pose) < same_configuration && in_home_modes(robot, state.tree);
}

// No singularity between home and the pose, as far as one of two ways there shows.
bool connected_with_home(const RobotData& robot, const Placement& pose, KinematicState& state) {
  if (drives_in_home_modes(robot, pose, state.motor_target) && visible_from_home(robot, pose, state)) return true;
  return reached_from_home(robot, pose, state);
}

}  // namespace

Status certify_branch(const RobotData& robot, const Placement& guess, const Placement& pose, KinematicState& state) {
  const double way = pose_distance(robot, guess, pose);
  // More motors than freedoms check the answer themselves.
  if (robot.driving.size() < robot.motor_joints.size()) return Status::ok;
  // A warm start, but not near a singularity, where two solutions lie closer together than any guess is good. The
  // matrix is still factored at the answer.
  const bool warm =
      way < GuessRegion::certain &&
      way < GuessRegion::certain_sigma * weakest_direction(state.pose, 2, state.branch_left, state.branch_direction);
  if (warm) {
    state.report.certified = state.connection == HomeConnection::shown ||
                             (state.connection == HomeConnection::unknown && connected_with_home(robot, pose, state));
    return Status::ok;
  }
  if (begins_at_home(robot, guess, state) && drives_in_home_modes(robot, pose, state.motor_target) &&
      visible_from_home(robot, pose, state)) {
    return Status::ok;
  }
  if (!connected_with_home(robot, pose, state)) return Status::uncertain;
  const double share = way / distance_to_other_branch(robot, pose, state);
  state.report.value = share;
  if (share < GuessRegion::share) return Status::ok;
  if (!(share < GuessRegion::searched_share)) return Status::uncertain;
  return rival_exists(robot, guess, pose, way, state) ? Status::uncertain : Status::ok;
}

namespace {

// Largest difference of the joints of two configurations: radians, or lengths over size.
double configuration_distance(const RobotData& robot, const TreeState& a, const TreeState& b) {
  double largest = 0;
  for (std::size_t i = 1; i < robot.tree.nodes.size(); ++i) {
    const NodeCoordinate<double>&x = a.x[i], &y = b.x[i];
    switch (robot.tree.nodes[i].kind) {
      case NodeKind::base: break;
      case NodeKind::prismatic: largest = std::max(largest, std::abs(y.slide - x.slide) / robot.size); break;
      case NodeKind::free: largest = std::max(largest, (y.p - x.p).norm() / robot.size); [[fallthrough]];
      case NodeKind::spherical: largest = std::max(largest, vector_from_rotation(y.R * x.R.transpose()).norm()); break;
      case NodeKind::helical:
      case NodeKind::revolute:
        largest = std::max(largest, std::abs(std::atan2(x.c * y.s - x.s * y.c, x.c * y.c + x.s * y.s)));
        break;
    }
  }
  return largest;
}

// Whether the dense system of the motors keeps home's sign all along the output's straight way from home to the
// answer, and that way ends in the answer. Uses state.trial.
bool visible_along_output(const RobotData& robot, const TreeState& answer, KinematicState& state) {
  if (robot.moves.empty() || robot.forward_sign == 0) return false;
  const Placement goal = output_placement(robot, answer), &home = robot.home_pose;
  const Vector3 turn = vector_from_rotation(goal.R * home.R.transpose());
  for (int i = 1; i <= GuessRegion::looks; ++i) {
    const double s = static_cast<double>(i) / GuessRegion::looks;
    const Placement there{rotation_from_vector(s * turn) * home.R, home.p + s * (goal.p - home.p)};
    if (track_output(robot, there, state) != Status::ok) return false;
    if (!(factor_system(robot, Drive::motors, state.trial, state) > 0)) return false;
    if (state.dense.determinant_sign() != robot.forward_sign) return false;
  }
  return configuration_distance(robot, state.trial, answer) < same_configuration;
}

void start_at_home(const RobotData& robot, KinematicState& state) {
  set_coordinates(robot.tree, robot.home, state.trial);
  update_positions(robot.tree, state.trial);
}

}  // namespace

Status certify_configuration(const RobotData& robot, const VectorX& motors, KinematicState& state) {
  // The way was followed from a configuration on home's side without meeting a singularity; or other motors agree.
  if (state.connection == HomeConnection::shown || robot.driving.size() < robot.motor_joints.size()) return Status::ok;
  const double way = configuration_distance(robot, state.tree, state.trial);
  factor_system(robot, Drive::motors, state.trial, state);
  const bool warm =
      way < GuessRegion::certain &&
      way < GuessRegion::certain_sigma * weakest_direction(state.dense, 2, state.weak_left, state.weak_right);
  if (warm && state.connection == HomeConnection::not_shown) {
    state.report.certified = false;
    return Status::ok;
  }
  // The motors' straight way from home ends here, too; or the output's meets no singularity.
  const Report report = state.report;
  std::swap(state.answer, state.trial);
  start_at_home(robot, state);
  const bool reached = track_motors(robot, motors, state) == Status::ok &&
                       configuration_distance(robot, state.trial, state.answer) < same_configuration;
  bool visible = reached;
  if (!reached) {
    start_at_home(robot, state);
    visible = visible_along_output(robot, state.answer, state);
  }
  std::swap(state.answer, state.trial);
  state.report = report;
  state.report.certified = reached || (warm && visible);
  return visible || warm ? Status::ok : Status::uncertain;
}

}  // namespace jourdain
