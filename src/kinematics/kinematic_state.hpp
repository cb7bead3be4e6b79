// The memory behind a Workspace.
#pragma once

#include "kinematics/robot_data.hpp"
#include "kinematics/state.hpp"

#include "jourdain/core/elimination.hpp"
#include "jourdain/kinematics/workspace.hpp"

namespace jourdain {

struct KinematicState {
  explicit KinematicState(const RobotData& robot);

  TreeState tree;   // the last valid configuration
  TreeState trial;  // the one being computed; swapped with `tree` on success
  TreeState saved;  // where a step of the tracker began

  // Dense solve of closure equations and drive.
  VectorX g;
  VectorX bias;
  RowMatrix K;
  RowMatrix drive;  // drive rows, freedoms x nv
  Elimination dense;
  VectorX rhs;

  // Limb by limb.
  std::vector<Elimination> limb;
  std::vector<PointLimbSolve> point_limb;
  VectorX limb_rhs;

  // Pose from actuators with the limbs' closed forms.
  Elimination pose;
  VectorX pose_target;
  VectorX pose_start;
  VectorX pose_step;
  VectorX pose_value;
  VectorX branch_left;  // singular vectors of the weakest direction
  VectorX branch_direction;
  VectorX branch_step;

  // Forces, the duals of the motion: wrench at each node's origin, force on each velocity coordinate.
  std::vector<Vector3> force;
  std::vector<Vector3> moment;
  VectorX t;
  MatrixX motor_rates;  // of all motors by the driving ones, with spare motors

  Report report;
};

}  // namespace jourdain
