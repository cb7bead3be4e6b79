// Brings a robot's joints along a trajectory.
#pragma once

#include "jourdain/motion/trajectory.hpp"

namespace jourdain {

// A trajectory and the memory to follow it; one per thread. Usage: Follower follow(trajectory); follow(t, workspace).
class Follower {
 public:
  // The only allocation.
  explicit Follower(const Trajectory& trajectory);

  const Trajectory& trajectory() const { return trajectory_; }

  // Another trajectory of the same robot; true, or false and nothing changed if it is one of another robot. A control
  // loop may call this.
  bool take(const Trajectory& trajectory) noexcept;

  // Brings the workspace to the motion at time t, up to `order` with rates and accelerations of all joints, by inverse
  // or forward kinematics from where it is. Coordinates of the output that are not in `moves` and that the mechanism
  // moves itself are taken into account, so that the moves have the trajectory's rates. Status as inverse_kinematics
  // and forward_kinematics, inconsistent for the workspace of another robot. A control loop may call this.
  Status operator()(double t, Workspace& workspace, Order order = Order::acceleration) noexcept;

 private:
  Status follow_platform(double t, Workspace& workspace, Order order) noexcept;
  Status follow_angles(double t, Workspace& workspace, Order order) noexcept;

  Trajectory trajectory_;
  bool angles_ = false;  // Cardan angles beside others that the mechanism moves itself
  MotorState motors_;
  MatrixX output_, inverse_, turn_;  // Jacobians
};

}  // namespace jourdain
