#include "kinematics/branch_certificate.hpp"

#include "kinematics/pose_newton.hpp"

#include "jourdain/spatial/rotation.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Smallest singular value of the factored matrix of motor rates by inverse iteration; its vectors go to pose_value
// (left) and pose_step (right).
double weakest_direction(const RobotData& robot, int rounds, KinematicState& state) {
  const int size = static_cast<int>(robot.driving.size());
  VectorX& n = state.pose_step;
  VectorX& u = state.pose_value;
  for (int i = 0; i < size; ++i) n[i] = 1.0 + 0.1 * i;
  double sigma = 0;
  for (int k = 0; k < rounds; ++k) {
    n /= n.norm();
    state.pose.solve_transposed(n.data());
    u = n / n.norm();
    n = u;
    state.pose.solve(n.data());
    sigma = 1 / n.norm();
  }
  n *= sigma;
  return sigma;
}

// Estimated distance from a solution to the next one with the same actuated coordinates. Along the direction n in which
// the motors hold the platform least, their smallest singular value falls to zero at sigma / |dsigma/dn|; the fold that
// lies there has the other solution at twice the distance.
double distance_to_other_branch(const RobotData& robot, const Placement& pose, KinematicState& state) {
  const int size = static_cast<int>(robot.driving.size());
  if (evaluate_pose(robot, pose, state) != Status::ok || !(state.pose.factor() > 0)) return 0;
  const double sigma = weakest_direction(robot, 4, state);
  // Gradient of the smallest singular value: its change along each coordinate is u . (dB) n.
  constexpr double step = 0.02;
  state.branch_left = state.pose_value;
  state.branch_direction = state.pose_step;
  double slope2 = 0;
  for (int c = 0; c < size; ++c) {
    double ends[2] = {};
    for (int side = 0; side < 2; ++side) {
      state.branch_step.setZero();
      state.branch_step[c] = side == 0 ? -step : step;
      if (evaluate_pose(robot, moved_pose(robot, pose, state.branch_step), state) != Status::ok) return 0;
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
    if (prepare_pose(robot, pose, state) != Status::ok || pose_correction(robot, 1, state, size) != Status::ok)
      return false;
    if (size > 1.5) return false;
    pose = moved_pose(robot, pose, state.pose_step);
    if (size < 1e-7) return true;
  }
  return false;
}

// Whether the straight way from the home pose leads there without meeting a singularity.
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
    Placement rival = moved_pose(robot, guess, state.branch_step);
    if (newton(robot, state, rival) && pose_distance(robot, rival, pose) > 1e-4 &&
        pose_distance(robot, guess, rival) < GuessRegion::rival_reach * way &&
        within(robot, guess, rival, GuessRegion::rival_translation, GuessRegion::rival_rotation) &&
        visible_from_home(robot, rival, state)) {
      return true;
    }
  }
  return false;
}

}  // namespace

Status certify_branch(const RobotData& robot, const Placement& guess, const Placement& pose, KinematicState& state) {
  const double way = pose_distance(robot, guess, pose);
  // More motors than freedoms check the answer themselves.
  if (robot.driving.size() < robot.actuators.size()) return Status::ok;
  // A warm start, but not near a fold, where two solutions lie closer together than any guess is good. The matrix is
  // still factored at the answer.
  const bool warm = way < GuessRegion::certain && way < GuessRegion::certain_sigma * weakest_direction(robot, 2, state);
  if (warm) return Status::ok;
  if (!visible_from_home(robot, pose, state)) return Status::uncertain;
  const double share = way / distance_to_other_branch(robot, pose, state);
  state.report.value = share;
  if (share < GuessRegion::share) return Status::ok;
  if (!(share < GuessRegion::searched_share)) return Status::uncertain;
  return rival_exists(robot, guess, pose, way, state) ? Status::uncertain : Status::ok;
}

}  // namespace jourdain
