#include "legs/equal_numbers.hpp"
#include "legs/leg.hpp"
#include "legs/robot_data.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace jourdain {
namespace {

constexpr double stretch_for_aligned = 0.5;  // share of the best stretch that an axis may have which needs fewer turns

// How good a base axis is as the axial one: the smallest stretch along it at home, 0 if it will not do. `aligned` tells
// if it is z of all legs.
double try_axial(const RobotData& robot, int axial, std::vector<RobotLeg>& legs, bool& aligned) {
  double least = 1;
  aligned = true;
  for (RobotLeg& leg : legs) {
    ElbowLeg& elbow = std::get<ElbowLeg>(leg.kernel);
    if (!set_axial(robot, axial, elbow)) return 0;
    aligned = aligned && elbow.axes(2, axial) == 1 && !(elbow.slides && elbow.slide[2] != 0);
    least = std::min(least, std::abs(line_of(leg, robot.home_pose).normalized()[axial]));
  }
  return least > smallest_stretch ? least : 0;
}

// Numbers of turned legs that should be equal.
void equalise(const RobotData& robot, std::vector<RobotLeg>& legs) {
  EqualNumbers direction{1}, length{robot.size};
  for (RobotLeg& leg : legs) {
    ElbowLeg& elbow = std::get<ElbowLeg>(leg.kernel);
    for (double& x : std::span(elbow.axes.data(), static_cast<std::size_t>(elbow.axes.size()))) direction(x);
    for (double& x : leg.tip) length(x);
    for (double& x : leg.centre) length(x);
    for (double* x : {&elbow.arm, &elbow.length}) length(*x);
  }
}

// Every limb as a leg with an elbow.
RobotLegs elbow_legs(const RobotData& robot) {
  RobotLegs result;
  for (std::size_t k = 0; k < robot.tree.limbs.size(); ++k) {
    ElbowLeg leg;
    if (!recognise_elbow(robot, static_cast<int>(k), leg)) return {};
    result.legs.push_back({leg.index, leg.centre, leg.tip, leg, leg.slides ? 1 : leg.arm});
  }
  // The base axis along which all legs stretch most, or one that is nearly as good and needs fewer operations.
  std::vector<RobotLeg> best;
  double most = 0;
  for (int axis = 0; axis < 3; ++axis) {
    bool aligned = false;
    double stretch = try_axial(robot, axis, result.legs, aligned);
    if (aligned) stretch /= stretch_for_aligned;
    if (stretch > most) most = stretch, best = result.legs, result.axial = axis;
  }
  if (best.empty()) return {};
  result.legs = best;
  equalise(robot, result.legs);
  for (RobotLeg& leg : result.legs) {
    const ElbowLeg& elbow = std::get<ElbowLeg>(leg.kernel);
    const Vector3 C = elbow.axes * (robot.tree.nodes[elbow.motor].placement.R * elbow.elbow);
    leg.motor_turns = !elbow.slides;
    leg.zero_angle = std::atan2(-C[2], C[0]);
  }
  return result;
}

}  // namespace

RobotLegs recognise_ball_legs(const RobotData& robot) {
  if (!robot.closed_inverse || !robot.limb_motors || robot.moves.size() != 6 ||
      robot.driving.size() != robot.motor_joints.size() || !robot.mechanism.counterbalances.empty()) {
    return {};
  }
  RobotLegs result;
  for (const TelescopicLeg& leg : telescopic_legs(robot)) {
    result.legs.push_back({leg.index, leg.centre, leg.tip, leg});
    if (leg.full) result.legs.back().kernel = FullTelescopicLeg{leg, robot.mechanism.gravity.norm()};
    for (int i = 0; i < 3; ++i) {
      if (leg.axes(2, i) == 1) result.axial = i;
    }
  }
  return result.legs.empty() ? elbow_legs(robot) : result;
}

const char* name_of(const RobotLeg& leg) {
  if (std::holds_alternative<TelescopicLeg>(leg.kernel)) return "telescopic";
  if (std::holds_alternative<FullTelescopicLeg>(leg.kernel)) return "telescopic with any inertia";
  if (const auto* arm = std::get_if<ArmLeg>(&leg.kernel)) return arm->slides ? "bars on slides" : "bars on arms";
  return std::get<ElbowLeg>(leg.kernel).slides ? "rods on slides" : "rods on arms";
}

Vector3 line_of(const RobotLeg& leg, const Placement& pose) {
  const Vector3 r = pose * leg.tip - leg.centre;
  const ElbowLeg* elbow = std::get_if<ElbowLeg>(&leg.kernel);
  if (!elbow) return r;
  Guard<double> guard;
  return elbow->axes.transpose() * place_elbow<double>(shape_of<double>(*elbow), elbow->axes * r, guard).d;
}

}  // namespace jourdain
