// Robots with more motors than freedoms: what the other motors do when the driving ones are told.
#pragma once

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace jourdain {

// What all motors do if the driving ones change their rates, or at rest their accelerations, by these values; those of
// redundant motors are put right.
inline VectorX by_driving_motors(const Workspace& workspace, VectorX values) {
  const Robot& robot = workspace.robot();
  const std::vector<int>& driving = driving_motors(robot);
  if (driving.size() == robot.motor_joints().size()) return values;
  MatrixX B(values.size(), static_cast<int>(driving.size()));
  Workspace there = workspace;
  EXPECT_EQ(inverse_jacobian(robot, there, B), Status::ok);
  const MatrixX B_d = dense::rows(B, driving);
  return B * dense::solve_square(B_d, dense::entries(values, driving));
}

}  // namespace jourdain
