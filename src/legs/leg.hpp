// A leg of a platform, of any type that has a kernel: the one place that knows which there are.
#pragma once

#include "legs/arm_leg.hpp"
#include "legs/elbow_leg.hpp"
#include "legs/full_telescopic_leg.hpp"

#include <variant>

namespace jourdain {

struct RobotLeg {
  int index = 0;                     // index into RobotData::motor_joints
  Vector3 centre = Vector3::Zero();  // what the motion of the leg's platform joint is seen from, in the base frame
  Vector3 tip = Vector3::Zero();     // that joint in the platform's frame; of an arm the platform's origin
  std::variant<TelescopicLeg, FullTelescopicLeg, ElbowLeg, ArmLeg> kernel;
  double motor_unit = 1;  // lever of the motor at its best: length of a turning arm, or 1
  bool motor_turns = false;
  double zero_angle = 0;  // of a turning arm's elbow, with its motor at 0

  // True if the line along which the leg pushes goes through its centre at every pose.
  bool centred() const { return !std::holds_alternative<ElbowLeg>(kernel) && !std::holds_alternative<ArmLeg>(kernel); }
};

// What a kernel runs on: the leg's shape, and what it makes of the parameters, once for each set of them.
template <typename Shape, typename Parameters>
struct ShapedLeg {
  Shape shape;
  Parameters parameters;
};
template <typename T>
using LegKernel = std::variant<ShapedLeg<TelescopicShape<T>, TelescopicParameters<T>>,
                               ShapedLeg<FullTelescopicShape<T>, FullTelescopicParameters<T>>,
                               ShapedLeg<ElbowShape<T>, ElbowParameters<T>>, ShapedLeg<ArmShape<T>, ArmParameters<T>>>;

// `linear` keeps sums that only vanish by their values: for derivatives by parameters. What the kernel does without is
// added to `dropped`. Set-up code.
template <typename T>
LegKernel<T> leg_kernel(const RobotData& robot, const RobotLeg& leg, const TreeParameters<T>& parameters, bool linear,
                        DroppedSums<T>& dropped);

// Masses at the leg's end that are counted with the platform.
template <typename T>
BallMass<T> ball_mass(const LegKernel<T>& leg);

// The functions below may be called in a control loop. Guards: what the leg's geometry needs.
template <typename T>
LegForce<T> leg_force(const LegKernel<T>& leg, const LegSurroundings<T>& surroundings, const TipMotion<T>& motion,
                      Guard<T>& guard);

// With the ball joint at r from the leg's centre, in base axes; not of arms.
template <typename T>
LegInertia<T> leg_inertia(const LegKernel<T>& leg, const Vector3T<T>& r, Guard<T>& guard);

// A vector along the line of a leg at a pose of the platform; not finite where the leg does not reach it.
Vector3 line_of(const RobotLeg& leg, const Placement& pose);

// The kind of leg in words, such as "rods on arms".
const char* name_of(const RobotLeg& leg);

// RobotLegs of all limbs. `axial` is the base axis along which the lines of all legs have a component of 1 and their
// forces none.
struct RobotLegs {
  std::vector<RobotLeg> legs;  // empty: there is a limb without a kernel
  int axial = 2;
};
RobotLegs recognise_ball_legs(const RobotData& robot);

// Three arms or slides of a platform that only translates, with one motor each, bars without inertia about their own
// line, friction in nothing but motors and universal joints of single bars, and no springs. Else none.
std::vector<RobotLeg> recognise_arms(const RobotData& robot);

}  // namespace jourdain
