#include "jourdain/motion/state_file.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double pose_tolerance = 1e-9;      // of the robot's size, or radians
constexpr double rate_tolerance = 1e-9;      // of the motion's own rates
constexpr double rotation_tolerance = 1e-6;  // of a quaternion's length, of a matrix's products

bool is_move(const Robot& robot, int coordinate) {
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  return std::find(moves.begin(), moves.end(), static_cast<Move>(coordinate)) != moves.end();
}

bool all_turns_are_moves(const Robot& robot) { return is_move(robot, 3) && is_move(robot, 4) && is_move(robot, 5); }

Vector6 stacked(const Vector3& upper, const Vector3& lower) {
  Vector6 result;
  result << upper, lower;
  return result;
}

std::string differs(std::string_view name, double given, double actual) {
  return fmt::format("{} = {:.9g} contradicts the mechanism, which has {:.9g} there: leave it out", name, given,
                     actual);
}

// The angles: all three as a rotation, fewer of them one by one.
std::string turn_contradiction(const Robot& robot, const MotionValues& values, const Matrix3& R) {
  if (all_turns_are_moves(robot)) return {};
  const bool all = values.pose[3] && values.pose[4] && values.pose[5];
  if (values.rotation || all) {
    const Matrix3 given =
        values.rotation ? *values.rotation : rotation_from_cardan({*values.pose[3], *values.pose[4], *values.pose[5]});
    const double angle = vector_from_rotation(given.transpose() * R).norm();
    if (angle <= pose_tolerance) return {};
    return fmt::format("the orientation contradicts the mechanism by {:.3g} deg: give only its moves",
                       angle * 180 / M_PI);
  }
  const Vector3 actual = cardan_from_rotation(R);
  for (int c = 3; c < 6; ++c) {
    if (!values.pose[c] || is_move(robot, c)) continue;
    if (!(std::abs(std::remainder(*values.pose[c] - actual[c - 3], 2 * M_PI)) <= pose_tolerance)) {
      return differs(pose_names[c], *values.pose[c], actual[c - 3]);
    }
  }
  return {};
}

std::string rate_contradiction(const Robot& robot, const MotionValues::Coordinates& given, const Vector6& actual,
                               const std::array<std::string_view, 6>& names, double scale) {
  for (int c = 0; c < 6; ++c) {
    if (!given[c] || is_move(robot, c)) continue;
    const double unit = c < 3 ? robot.size() : 1.0;
    if (!(std::abs(*given[c] - actual[c]) <= rate_tolerance * scale * unit))
      return differs(names[c], *given[c], actual[c]);
  }
  return {};
}

// The largest of all given rates, lengths over size.
double largest_rate(const Robot& robot, const MotionValues::Coordinates& given) {
  double largest = 0;
  for (int c = 0; c < 6; ++c) {
    if (given[c]) largest = std::max(largest, std::abs(*given[c]) / (c < 3 ? robot.size() : 1.0));
  }
  return largest;
}

}  // namespace

PlatformState complete_state(const Robot& robot, const MotionValues& values, MotionFrame frame) {
  PlatformState motion;
  motion.pose = robot.home_pose();
  if (frame == MotionFrame::tool) motion = to_tool(robot, motion);
  for (int c = 0; c < 3; ++c) {
    motion.pose.p[c] = values.pose[c].value_or(motion.pose.p[c]);
    motion.twist.v[c] = values.twist[c].value_or(0);
    motion.twist.w[c] = values.twist[c + 3].value_or(0);
    motion.acceleration.a[c] = values.acceleration[c].value_or(0);
    motion.acceleration.dw[c] = values.acceleration[c + 3].value_or(0);
  }
  const bool turned = values.pose[3] || values.pose[4] || values.pose[5];
  if (values.rotation) {
    motion.pose.R = *values.rotation;
  } else if (turned) {
    Vector3 angles = cardan_from_rotation(motion.pose.R);
    for (int c = 0; c < 3; ++c) angles[c] = values.pose[c + 3].value_or(angles[c]);
    motion.pose.R = rotation_from_cardan(angles);
  }
  return frame == MotionFrame::tool ? from_tool(robot, motion) : motion;
}

std::string contradiction(const Robot& robot, const MotionValues& values, const Workspace& workspace,
                          MotionFrame frame) {
  if (!robot.mechanism().output) return {};
  PlatformState actual{workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()};
  if (frame == MotionFrame::tool) actual = to_tool(robot, actual);
  for (int c = 0; c < 3; ++c) {
    if (!values.pose[c] || is_move(robot, c)) continue;
    if (!(std::abs(*values.pose[c] - actual.pose.p[c]) <= pose_tolerance * robot.size())) {
      return differs(pose_names[c], *values.pose[c], actual.pose.p[c]);
    }
  }
  std::string text = turn_contradiction(robot, values, actual.pose.R);
  if (!text.empty()) return text;
  const double speed = largest_rate(robot, values.twist);
  text = rate_contradiction(robot, values.twist, stacked(actual.twist.v, actual.twist.w), twist_names, speed);
  if (!text.empty()) return text;
  const double change = largest_rate(robot, values.acceleration) + speed * speed;
  return rate_contradiction(robot, values.acceleration, stacked(actual.acceleration.a, actual.acceleration.dw),
                            acceleration_names, change);
}

std::optional<Matrix3> rotation_from_given_quaternion(const Eigen::Vector4d& wxyz) {
  const double length = wxyz.norm();
  if (!(std::abs(length - 1) <= rotation_tolerance)) return std::nullopt;
  return rotation_from_quaternion(wxyz / length);
}

std::optional<Matrix3> rotation_from_given_matrix(const Matrix3& R) {
  const double error = (R * R.transpose() - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (!(error <= rotation_tolerance && R.determinant() > 0)) return std::nullopt;
  return rotation_from_quaternion(quaternion_from_rotation(R).normalized());
}

}  // namespace jourdain
