// Forces at rest, and loads of bearings.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"

#include <string>
#include <vector>

namespace jourdain {

// Forces at rest, what the motors can do at the output, and how stiff it is, at the workspace's configuration.

// Forces of all motors that hold the mechanism at rest at the workspace's configuration, whatever velocities it has:
// gravity, springs, counterbalances, loads, and friction's constant offset. With redundant motors as DynamicsOptions
// say. A control loop may call this. `forces` has one entry per motor. Status: not_finite, inconsistent, singular,
// limit; then forces are untouched.
Status holding_forces(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options = {});

// The largest factor on a direction, and the motor that limits it.
struct Capability {
  Status status = Status::ok;
  double factor = unlimited;  // not negative; 0 if a limit is exceeded before
  int motor = -1;             // index into Robot::motor_joints(); -1 if nothing limits it
};

// How often the wrench `direction` (force; moment about the output frame's origin, base axes) the output can exert on
// its surroundings before a motor reaches max_force, when it must exert `present` (one force per actuator: holding
// forces, those of a motion, or zero) anyway. Directions that the mechanism's structure carries alone are unlimited.
// With redundant motors the load is shared with least norm (moments over size), so that a cleverer share may reach
// more. Allocates.
Capability force_capability(const Robot& robot, Workspace& workspace, const Vector6& direction, const VectorX& present);

// How often the velocity `direction` (one entry per move of the output) is reached when a motor is at max_speed.
// Allocates.
Capability speed_capability(const Robot& robot, Workspace& workspace, const VectorX& direction);

// Stiffness of the output against motors with these stiffnesses (one per motor, force by displacement of the joint),
// all else rigid and not preloaded: K_x = J^-T K_q J^-1 in the coordinates `moves`, n x n. A control loop may call
// this. Status: inconsistent, singular, not_finite.
Status output_stiffness(const Robot& robot, Workspace& workspace, const VectorX& stiffness, MatrixX& K);

// Loads of all joints (bearing loads) for a known motion and known motor forces, from Newton's and Euler's equations
// of every body.

// What a joint does to its body b, at the origin of J_B, in base axes; body a receives the opposite.
struct JointReaction {
  Vector3 force = Vector3::Zero();  // all that the joint transmits: constraint, motor less rotor, friction and spring
  Vector3 moment = Vector3::Zero();
  Vector3 constraint_force = Vector3::Zero();  // the part that does no work on the joint's freedoms
  Vector3 constraint_moment = Vector3::Zero();
  bool unique = true;  // false: over-constraint leaves a part open, and this is the answer of least norm
};

struct Reactions {
  std::vector<JointReaction> joints;  // one per joint of the mechanism
  int open = 0;         // dimension of the reactions that cancel each other: equations of the joints minus their rank
  double residual = 0;  // largest unbalanced force or moment over size of any body, over the largest that acts
};

// Reactions at the workspace's motion (with accelerations). `forces` has one entry per motor, as inverse_dynamics
// gives them with the same options. Where joints are over-constrained, reactions are those of the least sum of squares
// of forces and of moments over the robot's size; motor forces do not depend on that choice. A rod that could spin
// idly is held by a moment at one of its ball joints, as in the kinematics. Allocates. Status: inconsistent for wrong
// sizes and for forces that do not belong to the motion, not_computed where body_motions() is still to be called.
Status joint_reactions(const Robot& robot, const Workspace& workspace, const VectorX& forces, Reactions& reactions,
                       const DynamicsOptions& options = {});

// A reaction in the axes of its joint, as bearings are chosen: along and across z of J_A.
struct AxialLoad {
  double axial = 0;       // force on body b along the axis, with its sign
  double radial = 0;      // size of the force across it
  double about_axis = 0;  // moment about the axis, with its sign: motor, friction and spring of a hinge
  double tilting = 0;     // size of the moment across it
};
AxialLoad in_joint_axes(const Robot& robot, const Workspace& workspace, int joint, const JointReaction& reaction);

// The force along a rod: a body with two joints, both ball or universal joints.
struct RodForce {
  int body = 0;
  double tension = 0;  // mean of both ends; negative: compression
};
std::vector<RodForce> rod_forces(const Robot& robot, const Workspace& workspace, const Reactions& reactions);

// Whether the reactions are unique, and which joints share loads that only elasticity would tell, as a sentence.
std::string explain(const Robot& robot, const Reactions& reactions);

}  // namespace jourdain
