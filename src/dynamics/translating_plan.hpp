// Inverse dynamics of a platform that only translates, on three arms or slides with bars (robots of DELTA type,
// [Codourey98]): positions, rates and changes of the motors as ratios of coordinates, one balance of three forces. The
// same forces as the general engine, in the fewest operations.
#pragma once

#include "dynamics/leg_plan.hpp"
#include "dynamics/legs/elbow_leg.hpp"

#include "jourdain/core/guard.hpp"

namespace jourdain {

// One freedom of a joint with friction.
struct JointFreedom {
  int joint = -1;  // -1: none
  int freedom = 0;
};

// A turning arm on the base, seen in axes o (outwards), u (upwards) and h (the motor's axis, through the arm's plane).
// Its elbow C is in the plane of o and u; a bar, or several that stay parallel, leads from there to the platform. Or a
// slide that carries C; then h is the first axis of the bar's universal joint, and u along the slide if that is across.
// A bar alone may have friction in universal joints at both ends: about h (alpha), and across h and the bar (beta).
struct ArmLeg {
  int actuator = 0, motor = 0;         // index into RobotData::actuators; node
  std::vector<int> bars;               // nodes
  std::vector<Vector3> along;          // each bar's direction in its node's frame
  Matrix3 axes = Matrix3::Identity();  // rows: o, u, h in the base frame
  Vector3 offset = Vector3::Zero();    // of the platform's end from the motor (or C at slide 0) with the platform at 0,
                                       // in these axes; of a slide in base axes
  double arm = 0, bar = 0;             // lengths
  Vector3 elbow = Vector3::Zero();     // in the motor's frame, from its axis
  double mode = 1;                     // side on which the elbow is
  bool slides = false;
  ElbowLeg rail;  // of a slide: C and the bar, in base axes
  JointFreedom alpha_at_elbow, beta_at_elbow, alpha_at_platform, beta_at_platform;
};

struct TranslatingPlan {
  std::vector<ArmLeg> legs;  // empty: the robot is not of this kind
  std::vector<int> pivots;   // order of the force equations
};

// The plan, if the platform only translates, has three such legs with one motor each, bars have no inertia about their
// own line, and nothing but motors and universal joints of single bars has friction; no springs. Else one without legs.
TranslatingPlan make_translating_plan(const RobotData& robot);

// Where a leg is at a position of the platform: C the elbow in the leg's axes, d the bar in base axes, and the motor's
// lever on the bar, d.dC/dq.
template <typename T>
struct ArmPlace {
  T Co, Cu;  // not of a slide
  Vector3T<T> d;
  T reach;  // r.C with r from the motor to the bar's end, not of a slide
  T lever;
};

// dC/dq, times a factor, in base axes.
template <typename T>
Vector3T<T> elbow_motion(const ArmLeg& leg, const ArmPlace<T>& at, const T& factor) {
  if (leg.slides) return factor * leg.rail.slide.template cast<T>();
  const Matrix3T<T> axes = leg.axes.template cast<T>();
  return axes.row(1).transpose() * (factor * at.Co) - axes.row(0).transpose() * (factor * at.Cu);
}

template <typename T>
ArmPlace<T> place_arm(const ArmLeg& leg, const Vector3T<T>& p, Guard<T>& guard);

// The bar's column of the balance of forces: d, or on a slide along a base axis d over the lever. Returns the motor's
// force per share of it.
template <typename T>
T bar_column(const ArmLeg& leg, const ArmPlace<T>& at, Vector3T<T>& column);

// Masses of a leg: of the bars at the elbow, between elbow and platform and at the platform, so that their energy is
// (CC v_C^2 + 2 CB v_C.v_B + BB v_B^2) / 2; the arm's first moment is at C, to the side of it at dC/dq.
template <typename T>
struct ArmMasses {
  T CC = T(0), CB = T(0), BB = T(0);
  T at_elbow, aside = T(0);
  T turning;  // about the motor's axis, with CC and the rotor; of a slide the mass
};
template <typename T>
ArmMasses<T> arm_masses(const ArmLeg& leg, const TreeParameters<T>& parameters);

// Force that a leg needs at the platform's end of its bar: f - t d, where the motor's force is lever t + load and its
// rate changes by `change`. The mass BB is counted with the platform.
template <typename T>
struct ArmForce {
  ArmPlace<T> at;
  Vector3T<T> f;
  T load, change;
};
template <typename T>
ArmForce<T> arm_force(const RobotData& robot, const ArmLeg& leg, const TreeParameters<T>& parameters, bool friction,
                      const PlatformMotion<T>& motion, const DeadBands<T>& bands, Guard<T>& guard);

// Masses of platform and legs at the platform: what it accelerates and what it carries.
template <typename T>
struct TranslatingMass {
  T moved, carried;
};
template <typename T>
TranslatingMass<T> translating_mass(const RobotData& robot, const TranslatingPlan& plan,
                                    const TreeParameters<T>& parameters, bool payload);

// Forces of all actuators. Guards: the position is in reach of all arms.
template <typename T>
void inverse_dynamics_translating(const RobotData& robot, const TranslatingPlan& plan,
                                  const TreeParameters<T>& parameters, bool friction, bool payload,
                                  const PlatformMotion<T>& motion, const DeadBands<T>& bands, Guard<T>& guard,
                                  T* forces, const Repeat<T>& repeat = Repeat<T>());

}  // namespace jourdain
