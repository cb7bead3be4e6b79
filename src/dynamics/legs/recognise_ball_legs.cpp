#include "dynamics/legs/ball_leg.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double smallest_stretch = 0.3;  // of a leg along the vertical axis, over its length, at home

// The base axis along which all legs stretch most at home; -1 if there is none.
int vertical_axis(const RobotData& robot, const std::vector<BallLeg>& legs) {
  int best = -1;
  double most = smallest_stretch;
  for (int axis = 0; axis < 3; ++axis) {
    double least = 1;
    for (const BallLeg& leg : legs) least = std::min(least, std::abs(line_of(leg, robot.home_pose).normalized()[axis]));
    if (least > most) most = least, best = axis;
  }
  return best;
}

// Every limb as a leg with an elbow.
BallLegs elbow_legs(const RobotData& robot) {
  BallLegs result;
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    ElbowLeg leg;
    if (!recognise_elbow(robot, static_cast<int>(k), leg)) return {};
    result.legs.push_back({leg.actuator, leg.centre, leg.tip, leg});
  }
  result.vertical = vertical_axis(robot, result.legs);
  if (result.vertical < 0) return {};
  for (BallLeg& leg : result.legs) std::get<ElbowLeg>(leg.kernel).vertical = result.vertical;
  return result;
}

}  // namespace

BallLegs recognise_ball_legs(const RobotData& robot) {
  if (!robot.closed_inverse || !robot.limb_motors || robot.moves.size() != 6 ||
      robot.driving.size() != robot.actuators.size() || !robot.mechanism.counterbalances.empty()) {
    return {};
  }
  BallLegs result;
  for (const TelescopicLeg& leg : telescopic_legs(robot)) {
    result.legs.push_back({leg.actuator, leg.centre, leg.tip, leg});
    if (leg.full) result.legs.back().kernel = FullTelescopicLeg{leg};
    for (int i = 0; i < 3; ++i) {
      if (leg.axes(2, i) == 1) result.vertical = i;
    }
  }
  return result.legs.empty() ? elbow_legs(robot) : result;
}

Vector3 line_of(const BallLeg& leg, const Placement& pose) {
  const Vector3 r = pose * leg.tip - leg.centre;
  const ElbowLeg* elbow = std::get_if<ElbowLeg>(&leg.kernel);
  if (!elbow) return r;
  Guard<double> guard;
  return elbow->axes.transpose() * place_elbow<double>(*elbow, elbow->axes * r, guard).d;
}

}  // namespace jourdain
