// A leg that ends in a ball joint on the platform, of any type that has a kernel: the one place that knows which there
// are.
#pragma once

#include "dynamics/legs/elbow_leg.hpp"
#include "dynamics/legs/full_telescopic_leg.hpp"

#include "jourdain/core/guard.hpp"

#include <variant>

namespace jourdain {

struct BallLeg {
  int actuator = 0;                  // index into RobotData::actuators
  Vector3 centre = Vector3::Zero();  // what the ball joint's motion is seen from, in the base frame
  Vector3 tip = Vector3::Zero();     // the ball joint in the platform's frame
  std::variant<TelescopicLeg, FullTelescopicLeg, ElbowLeg> kernel;

  // True if the line along which the leg pushes goes through its centre at every pose.
  bool centred() const { return !std::holds_alternative<ElbowLeg>(kernel); }
};

// All limbs as legs with a kernel. `vertical` is the base axis along which the lines of all legs have a component of
// 1 and their forces none.
struct BallLegs {
  std::vector<BallLeg> legs;  // empty: there is a limb without a kernel
  int vertical = 2;
};
BallLegs recognise_ball_legs(const RobotData& robot);

// A vector along the line of a leg at a pose of the platform; not finite where the leg does not reach it.
Vector3 line_of(const BallLeg& leg, const Placement& pose);

template <typename T>
BallMass<T> ball_mass(const RobotData& robot, const BallLeg& leg, const TreeParameters<T>& parameters);

// Guards: what the leg's geometry needs.
template <typename T>
LegForce<T> leg_force(const RobotData& robot, const BallLeg& leg, const TreeParameters<T>& parameters,
                      const LegSurroundings<T>& surroundings, const JointMotion<T>& motion, Guard<T>& guard);

}  // namespace jourdain
