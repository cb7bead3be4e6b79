// Closed-form inverse kinematics of an end point that two arms of two joints each hold in a plane (five-bars: arms R-R,
// P-R and R-P in any combination). The arm that carries the end point follows from the point; it places the joint
// between the arms, from which the other arm follows. Each arm bends to one of two sides, its working mode.
#pragma once

#include "kinematics/legs/limb_kernel.hpp"

#include <array>
#include <optional>

namespace jourdain {

struct RobotData;

struct TwoArms {
  std::array<LimbKernel, 2> arms;  // first the one that carries the end point
  int last = 0;                    // its last node, and there ...
  Vector3 tip = Vector3::Zero();   // ... the joint between the arms
  // The end point from the two given coordinates: p = origin + lift (given - origin's).
  std::array<int, 2> moves{};
  Vector3 origin = Vector3::Zero();
  Eigen::Matrix<double, 3, 2> lift = Eigen::Matrix<double, 3, 2>::Zero();
};

// The arms of the robot, with the modes of this configuration; none if it is built in another way.
std::optional<TwoArms> recognise_two_arms(const RobotData& robot, const TreeState& home);

// Coordinates of all nodes from the wanted end point, of which only the given coordinates count; updates their
// positions too. A control loop may call this.
Reach solve_two_arms(const RobotData& robot, const TwoArms& two, const Vector3& point, TreeState& state);

}  // namespace jourdain
