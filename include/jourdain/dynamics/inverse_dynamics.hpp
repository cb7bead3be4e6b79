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

// One number per motor, in the order of Robot::motor_joints(): zero forces to begin with. Any VectorX of this size will
// do.
class Forces : public VectorX {
 public:
  explicit Forces(const Robot& robot) : VectorX(VectorX::Zero(static_cast<int>(robot.motor_joints().size()))) {}
  using VectorX::operator=;
};

// Forces of all motors, in the order of Robot::motor_joints(), that give the output this motion; positive along the
// joint's coordinate. Where legs allow it, from the platform's motion alone: body_motions() then computes those of
// joints and bodies. With more motors than freedoms those of least weighted norm, see DynamicsOptions. A control loop
// may call this. `forces` has one entry per motor. Status as inverse_kinematics, singular where the motors cannot
// hold the platform, and limit where the options ask for forces within max_force and there are none (the report names
// the worst motor and what it lacks); then forces are untouched.
Status inverse_dynamics(const Robot& robot, const PlatformState& motion, Workspace& workspace, VectorX& forces,
                        const DynamicsOptions& options = {});

// The same for the motion that the workspace holds (after inverse or forward kinematics with accelerations).
Status inverse_dynamics(const Robot& robot, Workspace& workspace, VectorX& forces, const DynamicsOptions& options = {});

}  // namespace jourdain
