// Motor forces of any mechanism for a given motion, by Jourdain's principle of virtual power on the cut tree.
#pragma once

#include "jourdain/kinematics/kinematics.hpp"

#include <span>

namespace jourdain {

// A force and a moment on a body, in base axes; the force acts at the body frame's origin.
template <typename T>
struct BodyLoadT {
  int body = 0;
  Vector3T<T> force = Vector3T<T>::Zero();
  Vector3T<T> moment = Vector3T<T>::Zero();
};
using BodyLoad = BodyLoadT<double>;

struct DynamicsOptions {
  bool friction = true;
  bool springs = true;  // joint springs and counterbalances
  bool payload = true;
  std::span<const BodyLoad> loads;  // process forces

  // Which forces, where there are more motors than freedoms: one entry per motor each, or none.
  std::span<const double> motor_weights;  // the sum of weight * force^2 is least; positive, 1/N^2 or 1/(N m)^2. Without
                                          // them 1 for sliding motors and 1/size^2 for turning ones
  std::span<const double> preload;        // wanted forces; what of them does no work on the mechanism is added
  bool bounded = false;                   // stay within max_force; for every robot: Status::limit if that cannot be
};

// Forces of all motors, in the order of Robot::motor_joints(), that give the output this motion; positive along the
// joint's coordinate. With more motors than freedoms those of least weighted norm, see DynamicsOptions. A control loop
// may call this. `forces` has one entry per motor. Status as inverse_kinematics, singular where the motors cannot
// hold the platform, and limit where the options ask for forces within max_force and there are none (the report names
// the worst motor and what it lacks); then forces are untouched.
Status inverse_dynamics(const Robot& robot, const PlatformState& motion, Workspace& workspace, VectorX& forces,
                        const DynamicsOptions& options = {});

// The same for the motion that the workspace holds (after inverse or forward kinematics with accelerations).
Status inverse_dynamics(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options = {});

// Kinetic energy of the workspace's motion (rotors included), and potential energy of gravity, springs and
// counterbalances; without payload and springs if the options leave them out. A workspace of another robot breaks the
// contract, here and below.
double kinetic_energy(const Robot& robot, const Workspace& workspace, const DynamicsOptions& options = {});
double potential_energy(const Robot& robot, const Workspace& workspace, const DynamicsOptions& options = {});

// Power that friction takes from the workspace's motion, not negative for dry and viscous friction.
double friction_power(const Robot& robot, const Workspace& workspace);

}  // namespace jourdain
