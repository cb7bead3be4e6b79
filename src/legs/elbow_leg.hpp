// The force of a leg with an elbow (motor on the base, arm, universal joint, rod of fixed length, ball joint on the
// platform: R-U-S and P-U-S) at its ball joint, from the motion of that joint alone: no angles, no body motions, no
// Jacobians.
//
// With C the elbow, moved by the motor on a circle or a line, B the ball joint, d = B - C, |d| = L and y the part of d
// along the elbow's first axis, the leg's energy is that of two masses, of their difference's motion and of what turns
// about that axis (angle alpha), with the arm's and the rotor's:
//   T = ((m - s/L) |C'|^2 + (s/L) |B'|^2 + D |d'|^2 + (k + j y^2) alpha'^2) / 2 + ...,   D = I_b / L^2 - s/L,
//   k = I_c - I_b + (ring),   j = (I_e + I_b - I_c) / L^2
// for a rod of mass m, first moment s along its line e and moments I_e, I_b (about the second axis of the universal
// joint) and I_c (across both) about the elbow. The mass s/L at B is counted with the platform. The first axis keeps
// its direction in space: any for a slide, the motor's own for a turning arm. A force along d goes to the motor at
// once, so that the rest is needed only modulo d: d.(B' - q' dC/dq) = 0 gives the motor's rate and its lever d.dC/dq
// on the rod, d.d'' = -|d'|^2 its acceleration, and the rest is taken without a component along the leg's axis z, by
// which the rod's direction is also divided.
// Derived in docs/theory.md, section 11.
#pragma once

#include "legs/leg_force.hpp"

#include "core/guard.hpp"

#include <vector>

namespace jourdain {

struct RobotData;

// Where such a leg is attached and which axes it is seen in: y the elbow's first axis, z across it nearest to the
// axial axis.
struct ElbowLeg {
  int limb = 0;
  int index = 0;                       // index into RobotData::motor_joints
  int motor = 0, ring = 0, rod = 0;    // nodes
  bool slides = false;                 // the motor is a slide
  Vector3 centre = Vector3::Zero();    // foot of the elbow on the motor's axis, or the elbow at slide 0; base frame
  Vector3 tip = Vector3::Zero();       // in the platform's frame
  Matrix3 axes = Matrix3::Identity();  // rows: x, y, z in the base frame
  int axial = 2;                       // base axis along which the line has a component of 1
  Vector3 slide = Vector3::UnitX();    // direction of a slide, in these axes
  Vector3 elbow = Vector3::Zero();     // of a turning arm: from its axis to the elbow, in the motor's frame
  double arm = 0, length = 0;          // of the arm and of the rod
  Vector3 along = Vector3::UnitX();    // direction of the rod in its node's frame
  double mode = 1;                     // side on which the elbow is
  bool round = false;                  // I_b = I_c and no ring: k vanishes
  double first_sign = 1;               // of the elbow's first angle against alpha, about y
  double second_sign = 1;              // of its second angle against the elevation, about d x y
};

// The energy's parameters, and friction.
template <typename T>
struct ElbowParameters {
  T D, j, k;
  T at_ball;       // s/L
  T motor;         // of arm, rotor and m - s/L about the motor's axis, or the sum of their masses
  T gravity_mass;  // what gravity pulls at in the elbow, with the arm's first moment along C
  T aside = T(0);  // the arm's first moment along dC/dq
  AxisForces<T> drive, alpha, beta, ball;

  auto members() { return std::tie(D, j, k, at_ball, motor, gravity_mass, aside, drive, alpha, beta, ball); }
  auto joints() { return std::tie(drive, alpha, beta, ball); }
};

// The axis of the leg along which its motor slides; -1 if it is none of them or the motor turns.
int slide_axis(const ElbowLeg& leg);

// What its kernels know of it.
template <typename T>
struct ElbowShape {
  struct Kind {
    bool slides = false, upright = false;  // upright: the leg's z is the axial axis
    int slide_axis = -1, axial = 2;
    bool operator==(const Kind&) const = default;
  };

  Kind kind;
  Matrix3T<T> axes;
  Vector3T<T> slide;
  T arm2, length2, half_gap;  // half_gap = (arm^2 - length^2) / 2
  T mode, first_sign, second_sign;

  auto members() { return std::tie(axes, slide, arm2, length2, half_gap, mode, first_sign, second_sign); }
};

template <typename T>
ElbowShape<T> shape_of(const ElbowLeg& leg) {
  const double arm2 = leg.arm * leg.arm, length2 = leg.length * leg.length;
  return {{leg.slides, leg.axes(2, leg.axial) == 1, slide_axis(leg), leg.axial},
          leg.axes.template cast<T>(),
          leg.slide.template cast<T>(),
          T(arm2),
          T(length2),
          T(0.5 * (arm2 - length2)),
          T(leg.mode),
          T(leg.first_sign),
          T(leg.second_sign)};
}

// A unit vector that is a base axis up to round-off becomes one, with its sign.
Vector3 cleaned(const Vector3& axis);

// Limb as such a leg, if it is one: the universal joint's axes cross at a right angle, the rod's line is across the
// second one, its first moment is along that line and its products of inertia in the axes e, b, c vanish; the ring, if
// it has a mass, has it at its centre; friction but no springs.
bool recognise_elbow(const RobotData& robot, int limb, ElbowLeg& leg);

// Sets the leg's axes for an axial base axis; false if its rod is nearly across its z at home.
bool set_axial(const RobotData& robot, int axial, ElbowLeg& leg);

// The leg's place with the ball joint at r from the centre: elbow C, rod d, both in the leg's axes, and lever.
template <typename T>
struct ElbowPlace {
  Vector3T<T> C, d;  // of a slide, C is not set
  T lever;
  T d_C;  // d.C, likewise
};
template <typename T>
ElbowPlace<T> place_elbow(const ElbowShape<T>& leg, const Vector3T<T>& r, Guard<T>& guard);

// `linear` keeps k where it only vanishes by its value: for derivatives by parameters.
template <typename T>
ElbowParameters<T> elbow_parameters(const RobotData& robot, const ElbowLeg& leg, const TreeParameters<T>& parameters,
                                    bool linear, DroppedSums<T>& dropped);

// Motion of motor and rod with the ball joint's velocity v and acceleration a.
template <typename T>
struct ElbowMotion {
  T q1, q2;            // the motor's rate and acceleration
  Vector3T<T> d1, d2;  // the rod's, in the leg's axes
  Vector3T<T> j;       // dC/dq
};
template <typename T>
ElbowMotion<T> move_elbow(const ElbowShape<T>& leg, const ElbowPlace<T>& at, const Vector3T<T>& v,
                          const Vector3T<T>& a);

template <typename T>
LegForce<T> elbow_force(const ElbowShape<T>& leg, const ElbowParameters<T>& parameters,
                        const LegSurroundings<T>& surroundings, const TipMotion<T>& motion, Guard<T>& guard);

// Its inertia at the ball joint, which is at r from the leg's centre.
template <typename T>
LegInertia<T> elbow_inertia(const ElbowShape<T>& leg, const ElbowParameters<T>& parameters, const Vector3T<T>& r,
                            Guard<T>& guard);

}  // namespace jourdain
