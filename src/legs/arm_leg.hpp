// The force of a leg of a platform that only translates (robots of DELTA type, [Codourey98]): an arm or a slide on the
// base and a bar, or several that stay parallel, from its elbow C to the platform's point B.
//
// Positions, rates and accelerations of the motor are ratios of coordinates. A bar of mass m, first moment s along its
// line and moment I across it, all about C, has the energy of masses at and between its ends:
//   T = (CC |C'|^2 + 2 CB C'.B' + BB |B'|^2) / 2,   BB = I / L^2,  CB = s / L - BB,  CC = m - 2 s / L + BB
// The mass BB, and for gravity CB too, is counted with the platform. The force along the bar d = B - C goes to the
// motor: d.(B' - q' dC/dq) = 0 gives the motor's rate and its lever d.dC/dq on the bar.
// Derived in docs/theory.md, section 12.
#pragma once

#include "legs/elbow_leg.hpp"

namespace jourdain {

// One freedom of a joint with friction.
struct JointFreedom {
  int joint = -1;  // -1: none
  int freedom = 0;
};

// A turning arm on the base, seen in axes o (outwards), u (upwards) and h (the motor's axis, through the arm's plane).
// Its elbow C is in the plane of o and u. Or a slide that carries C; then h is the first axis of the bar's universal
// joint, and u along the slide if that is across. A bar alone may have friction in universal joints at both ends: about
// h (alpha), and across h and the bar (beta).
struct ArmLeg {
  int index = 0, motor = 0;            // index into RobotData::motor_joints; node
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

// What its kernels know of it.
template <typename T>
struct ArmShape {
  struct Kind {
    bool slides = false;
    int slide_axis = -1;  // of a slide along a base axis
    bool operator==(const Kind&) const = default;
  };

  Kind kind;
  Matrix3T<T> axes;
  Vector3T<T> offset, offset_in_base;  // the latter of a turning arm
  T arm2, bar2, reach;                 // reach: r.C with the platform at 0
  T mode;
  ElbowShape<T> rail;

  auto members() { return std::tie(axes, offset, offset_in_base, arm2, bar2, reach, mode, rail); }
};

template <typename T>
ArmShape<T> shape_of(const ArmLeg& leg) {
  const double arm2 = leg.arm * leg.arm, bar2 = leg.bar * leg.bar;
  const Vector3 in_base = leg.axes.transpose() * leg.offset;
  return {{leg.slides, slide_axis(leg.rail)},
          leg.axes.template cast<T>(),
          leg.offset.template cast<T>(),
          in_base.template cast<T>(),
          T(arm2),
          T(bar2),
          T(0.5 * (leg.offset.squaredNorm() + arm2 - bar2)),
          T(leg.mode),
          shape_of<T>(leg.rail)};
}

// The masses above, and friction; the arm's first moment is at C, to the side of it at dC/dq.
template <typename T>
struct ArmParameters {
  T CC = T(0), CB = T(0), BB = T(0);
  T at_elbow, aside = T(0);
  T turning;  // about the motor's axis, with CC and the rotor; of a slide the mass
  AxisForces<T> drive, alpha_at_elbow, alpha_at_platform, beta;

  auto members() {
    return std::tie(CC, CB, BB, at_elbow, aside, turning, drive, alpha_at_elbow, alpha_at_platform, beta);
  }
  auto joints() { return std::tie(drive, alpha_at_elbow, alpha_at_platform, beta); }
};

template <typename T>
ArmParameters<T> arm_parameters(const RobotData& robot, const ArmLeg& leg, const TreeParameters<T>& parameters,
                                DroppedSums<T>& dropped);

// Where a leg is at a position of the platform: C the elbow in the leg's axes, d the bar in base axes, and the motor's
// lever on the bar, d.dC/dq.
template <typename T>
struct ArmPlace {
  T Co, Cu;  // not of a slide
  Vector3T<T> d;
  T reach;  // r.C with r from the motor to the bar's end, not of a slide
  T lever;
};

template <typename T>
ArmPlace<T> place_arm(const ArmShape<T>& leg, const Vector3T<T>& p, Guard<T>& guard);

// dC/dq, times a factor, in base axes.
template <typename T>
Vector3T<T> elbow_motion(const ArmShape<T>& leg, const ArmPlace<T>& at, const T& factor) {
  if (leg.kind.slides) return factor * leg.rail.slide;
  const Matrix3T<T>& axes = leg.axes;
  return axes.row(1).transpose() * (factor * at.Co) - axes.row(0).transpose() * (factor * at.Cu);
}

// The bar's column of the balance of forces: d, or on a slide along a base axis d over the lever. Returns the motor's
// force per share of it.
template <typename T>
T bar_column(const ArmShape<T>& leg, const ArmPlace<T>& at, Vector3T<T>& column);

// Force that a leg needs at the platform's end of its bar: f - t d, where the motor's force is lever t + load and its
// acceleration is `acceleration`. The motion is that of the platform.
template <typename T>
struct ArmForce {
  ArmPlace<T> at;
  Vector3T<T> f;
  T load, acceleration;
};
template <typename T>
ArmForce<T> arm_force(const ArmShape<T>& leg, const ArmParameters<T>& parameters,
                      const LegSurroundings<T>& surroundings, const TipMotion<T>& motion, Guard<T>& guard);

// The same with bar_column as its line.
template <typename T>
LegForce<T> arm_leg_force(const ArmShape<T>& leg, const ArmParameters<T>& parameters,
                          const LegSurroundings<T>& surroundings, const TipMotion<T>& motion, Guard<T>& guard);

}  // namespace jourdain
