// The force of a telescopic leg (universal joint on the base, slide, ball joint on the platform: U-P-S) at its ball
// joint, from the motion of that joint alone: no angles, no body motions, no Jacobians.
//
// With r from the centre to the ball joint, l = |r|, e = r / l, the leg's energy is that of a rod whose moment of
// inertia changes with its length, and of a part that only turns with the first axis (angle alpha, elevation beta):
//   T = (p + 2 s l) |e'|^2 / 2 + (b + c cos^2 beta) alpha'^2 / 2,   V = -S g.e
// and the slider's mass as a point at the ball joint, which is counted with the platform. These are the leg's base
// parameters of [Abdellatif05] table I. A force along r goes to the motor at once, so that the rest is needed only
// modulo r: it is taken without a component along the axial axis, by which the leg's direction is also divided.
// Legs with other entries of inertia are in full_telescopic_leg.hpp.
// Derived in docs/theory.md, section 9.
#pragma once

#include "legs/leg_force.hpp"

#include "core/guard.hpp"

#include <vector>

namespace jourdain {

struct RobotData;

// Where a telescopic leg is attached and which axes it is seen in: y the first axis of the universal joint, z the axial
// axis.
struct TelescopicLeg {
  int limb = 0;
  int index = 0;                         // index into RobotData::motor_joints
  int ring = 0, stator = 0, slider = 0;  // nodes
  Vector3 centre = Vector3::Zero();      // in the base frame
  Vector3 tip = Vector3::Zero();         // in the platform's frame
  Matrix3 axes = Matrix3::Identity();    // rows: x, y, z in the base frame
  double slide_sign = 1;                 // of the motor's coordinate against l
  double first_sign = 1;                 // of the first joint's angle against alpha, about y
  double second_sign = 1;                // of the second joint's angle against beta, about e x y
  bool full = false;                     // entries of inertia that the formula leaves out do not vanish in the model
};

// What its kernels know of it.
template <typename T>
struct TelescopicShape {
  Matrix3T<T> axes;
  T slide_sign, first_sign, second_sign;

  auto members() { return std::tie(axes, slide_sign, first_sign, second_sign); }
};

template <typename T>
TelescopicShape<T> shape_of(const TelescopicLeg& leg) {
  return {leg.axes.template cast<T>(), T(leg.slide_sign), T(leg.first_sign), T(leg.second_sign)};
}

template <typename T>
struct TelescopicFriction {
  AxisForces<T> alpha, beta, slide, ball;

  auto members() { return std::tie(alpha, beta, slide, ball); }
};

// The parameters above, and friction.
template <typename T>
struct TelescopicParameters {
  T b, c, p, s, S;
  T rotor;
  T at_ball;  // mass that is counted with the platform
  TelescopicFriction<T> friction;

  auto members() { return std::tie(b, c, p, s, S, rotor, at_ball, friction); }
  auto joints() { return friction.members(); }
};

// All limbs as telescopic legs, if they are such: U-P-S with crossing perpendicular axes, all with one common axial
// axis along which they stretch, motors on the slides, friction but no springs. Else empty.
std::vector<TelescopicLeg> telescopic_legs(const RobotData& robot);

// Inertia of the slider about the ball joint, in the stator's axes.
template <typename T>
FrameInertia<T> slider_at_ball(const RobotData& robot, const TelescopicLeg& leg, const TreeParameters<T>& parameters);
template <typename T>
TelescopicFriction<T> telescopic_friction(const RobotData& robot, const TelescopicLeg& leg,
                                          const TreeParameters<T>& parameters);

template <typename T>
TelescopicParameters<T> telescopic_parameters(const RobotData& robot, const TelescopicLeg& leg,
                                              const TreeParameters<T>& parameters, DroppedSums<T>& dropped);

template <typename T>
LegForce<T> telescopic_force(const TelescopicShape<T>& leg, const TelescopicParameters<T>& parameters,
                             const LegSurroundings<T>& surroundings, const TipMotion<T>& motion);

// Its inertia at the ball joint, in the axes that are the columns of R; `seen` is r in these. The motor's rate is
// seen.v / lever.
template <typename T>
struct TelescopicInertia : LegInertia<T> {
  T lever;
};
template <typename T>
TelescopicInertia<T> telescopic_inertia(const TelescopicShape<T>& leg, const TelescopicParameters<T>& parameters,
                                        const Vector3T<T>& r, const Matrix3T<T>& R, const Vector3T<T>& seen);

}  // namespace jourdain
