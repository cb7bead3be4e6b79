// Coordinates of the output that the mechanism holds constant, against those of a motion.
#include "kinematics/pose_rates.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double constant_tolerance = 1e-6;  // of the robot's size, or radians; of the motion's own rates

using Free = std::array<bool, 6>;

struct Contradiction {
  int coordinate = -1;  // as in Move; -1: none
  double by = 0;
};

// The orientation: constant, or turning about one axis of the base.
Contradiction turn_contradiction(const RobotData& robot, const Free& is_free, const Matrix3& R) {
  const int turning = is_free[3] ? 0 : is_free[4] ? 1 : is_free[5] ? 2 : -1;
  const double error = turning < 0 ? (R - robot.home_pose.R).cwiseAbs().maxCoeff()
                                   : (R.col(turning) - Vector3::Unit(turning)).cwiseAbs().maxCoeff();
  if (error <= constant_tolerance) return {};
  const Vector3 wrong = turning < 0 ? vector_from_rotation(R * robot.home_pose.R.transpose())
                                    : cross<double>(Vector3::Unit(turning), Vector3(R.col(turning)));
  int worst = 0;
  wrong.cwiseAbs().maxCoeff(&worst);
  return {3 + worst, turning < 0 ? wrong.norm() : std::acos(std::clamp(R(turning, turning), -1.0, 1.0))};
}

// Rates, or their changes, of what is constant; `bound` is what round-off may leave, lengths over size.
Contradiction rate_contradiction(const RobotData& robot, const Free& is_free, const Vector3& v, const Vector3& w,
                                 double bound) {
  for (int c = 0; c < 6; ++c) {
    const double rate = std::abs(c < 3 ? v[c] : w[c - 3]);
    if (!is_free[c] && rate > bound * (c < 3 ? robot.size : 1.0)) return {c, rate};
  }
  return {};
}

double largest(const Vector3& v, const Vector3& w, double size) {
  return std::max(v.cwiseAbs().maxCoeff() / size, w.cwiseAbs().maxCoeff());
}

Contradiction find_contradiction(const RobotData& robot, const PlatformState& motion, Order order) {
  if (!robot.pose_explicit || robot.moves.size() == 6) return {};
  Free is_free{};
  for (const int c : robot.moves) is_free[c] = true;
  const auto& [pose, twist, acceleration] = motion;
  for (int c = 0; c < 3; ++c) {
    const double error = std::abs(pose.p[c] - robot.constant_pose[c]);
    if (!is_free[c] && error > constant_tolerance * robot.size) return {c, error};
  }
  const bool turns_freely = is_free[3] && is_free[4] && is_free[5];
  Contradiction found = turns_freely ? Contradiction() : turn_contradiction(robot, is_free, pose.R);
  if (found.coordinate >= 0 || order == Order::position) return found;
  const double speed = largest(twist.v, twist.w, robot.size);
  found = rate_contradiction(robot, is_free, twist.v, twist.w, constant_tolerance * speed);
  if (found.coordinate >= 0 || order == Order::velocity) return found;
  const double change = largest(acceleration.a, acceleration.dw, robot.size) + speed * speed;
  return rate_contradiction(robot, is_free, acceleration.a, acceleration.dw, constant_tolerance * change);
}

}  // namespace

void mark_contradiction(const RobotData& robot, const PlatformState& motion, Order order, Report& report) {
  const Contradiction found = find_contradiction(robot, motion, order);
  report.coordinate = found.coordinate;
  if (found.coordinate >= 0) report.value = found.by;
}

}  // namespace jourdain
