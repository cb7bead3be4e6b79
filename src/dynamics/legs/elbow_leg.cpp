#include "dynamics/legs/elbow_leg.hpp"

#include "dynamics/joint_forces.hpp"
#include "expression/scalar.hpp"

namespace jourdain {
namespace {

template <typename T>
const JointForces<T>* find_joint(const TreeParameters<T>& parameters, int joint) {
  for (const JointForces<T>& forces : parameters.joints) {
    if (forces.joint == joint) return &forces;
  }
  return nullptr;
}

template <typename T>
AxisForces<T> axis_of(const RobotData& robot, const TreeParameters<T>& parameters, int node) {
  const JointForces<T>* forces = find_joint(parameters, robot.tree.nodes[node].joint);
  return forces ? forces->axis[robot.tree.nodes[node].freedom] : AxisForces<T>{};
}

// Motion of motor and rod.
template <typename T>
struct ElbowMotion {
  T q1, q2;            // the motor's rate and change
  Vector3T<T> d1, d2;  // the rod's, in the leg's axes
  Vector3T<T> j;       // dC/dq
  Vector3T<T> C2;      // acceleration of the elbow
};

// d.d' = 0 and d.d'' + |d'|^2 = 0, with C'' = q'' dC/dq, less q'^2 C on a circle.
template <typename T>
ElbowMotion<T> move_elbow(const ElbowLeg& leg, const ElbowPlace<T>& at, const Vector3T<T>& v, const Vector3T<T>& a) {
  ElbowMotion<T> m;
  m.j = leg.slides ? Vector3T<T>(leg.slide.template cast<T>()) : Vector3T<T>(at.C[2], T(0), -at.C[0]);
  m.q1 = at.d.dot(v) / at.lever;
  m.d1 = v - m.q1 * m.j;
  T change = at.d.dot(a) + m.d1.squaredNorm();
  if (leg.slides) {
    m.q2 = change / at.lever;
    m.C2 = m.q2 * m.j;
  } else {
    const T q1_2 = m.q1 * m.q1;
    m.q2 = (change + q1_2 * at.d_C) / at.lever;
    m.C2 = m.q2 * m.j - q1_2 * at.C;
  }
  m.d2 = a - m.C2;
  return m;
}

}  // namespace

template <typename T>
ElbowParameters<T> elbow_parameters(const RobotData& robot, const ElbowLeg& leg, const TreeParameters<T>& parameters) {
  const FrameInertia<T>& arm = parameters.nodes[leg.motor];
  const FrameInertia<T>& ring = parameters.nodes[leg.ring];
  const FrameInertia<T>& rod = parameters.nodes[leg.rod];
  const Vector3T<T> e = leg.along.template cast<T>();
  const double L2 = leg.length * leg.length;
  const T I_e = e.dot(rod.I * e), I_b = rod.I(2, 2), I_c = rod.I(0, 0) + rod.I(1, 1) - I_e;
  const T s = e.dot(rod.s) * T(1 / leg.length);
  ElbowParameters<T> p;
  p.BB = I_b * T(1 / L2);
  p.CB = s - p.BB;
  p.CC = rod.m - s - p.CB + ring.m;
  p.k = leg.round ? T(0) : T(I_c - I_b + ring.I(2, 2));
  p.j = (leg.round ? I_e : T(I_e + I_b - I_c)) * T(1 / L2);
  p.motor = parameters.rotors[leg.actuator];
  p.hanging = p.CC + p.CB;
  if (leg.slides) {
    p.motor += arm.m + p.CC;
    p.hanging += arm.m;
  } else {
    const double arm2 = leg.arm * leg.arm, x = leg.elbow.x(), y = leg.elbow.y();
    p.motor += arm.I(2, 2) + T(arm2) * p.CC;
    p.hanging += T(x / arm2) * arm.s[0] + T(y / arm2) * arm.s[1];
    p.aside = T(x / arm2) * arm.s[1] - T(y / arm2) * arm.s[0];
  }
  p.drive = axis_of(robot, parameters, leg.motor);
  p.alpha = axis_of(robot, parameters, leg.ring);
  p.beta = axis_of(robot, parameters, leg.rod);
  const int ball = robot.tree.cuts[robot.tree.limbs[leg.limb].cut].joint;
  if (const JointForces<T>* forces = find_joint(parameters, ball)) p.ball = forces->axis[0];
  return p;
}

template <typename T>
ElbowPlace<T> place_elbow(const ElbowLeg& leg, const Vector3T<T>& r, Guard<T>& guard) {
  using std::sqrt;
  ElbowPlace<T> at;
  if (leg.slides) {
    // The rod's part across the slide is that of r.
    const Vector3T<T> u = leg.slide.template cast<T>();
    const T along = r.dot(u);
    Vector3T<T> across = r - along * u;
    const T rest = T(leg.length * leg.length) - across.squaredNorm();
    guard.require_positive(rest, Status::unreachable);
    at.lever = T(leg.mode) * sqrt(rest);
    at.d = across + at.lever * u;
    return at;
  }
  // |r - C| = L and |C| = arm give r.C, and the side of r on which C is.
  const T rho2 = r[0] * r[0] + r[2] * r[2];
  const double arm2 = leg.arm * leg.arm;
  const T r_C = T(0.5) * (rho2 + r[1] * r[1]) + T(0.5 * (arm2 - leg.length * leg.length));
  const T square = T(arm2) * rho2 - r_C * r_C;
  guard.require_positive(square, Status::unreachable);
  at.lever = T(leg.mode) * sqrt(square);
  const T along = r_C / rho2, aside = at.lever / rho2;
  at.C = Vector3T<T>(along * r[0] - aside * r[2], T(0), along * r[2] + aside * r[0]);
  at.d = r - at.C;
  at.d_C = r_C - T(arm2);
  return at;
}

template <typename T>
LegForce<T> elbow_force(const ElbowLeg& leg, const ElbowParameters<T>& k, const LegSurroundings<T>& surroundings,
                        const JointMotion<T>& motion, Guard<T>& guard) {
  using std::sqrt;
  PartScope<T> part(Part::leg_kinematics);
  const auto& [platform_w, gravity, friction, still, apart] = surroundings;
  const Matrix3T<T> axes = leg.axes.template cast<T>();
  const Vector3T<T> r = axes * motion.r, v = axes * motion.v, a = axes * motion.a, g = axes * gravity;
  const ElbowPlace<T> at = place_elbow<T>(leg, r, guard);
  const ElbowMotion<T> m = move_elbow(leg, at, v, a);
  const T x = at.d[0], y = at.d[1], z = at.d[2], y1 = m.d1[1];
  // About the first axis: alpha' and, with d.d' = 0, alpha''.
  const T L2(leg.length * leg.length);
  const T rho2 = L2 - y * y;
  const T alpha1 = (z * m.d1[0] - x * m.d1[2]) / rho2;
  const T turn = z * m.d2[0] - x * m.d2[2], rise = y1 * alpha1;
  part.enter(Part::leg_dynamics);
  // Generalised forces: of the motor, of alpha, and of the elevation over sqrt(rho2).
  T drive = k.motor * m.q2 + k.CB * m.j.dot(a) - k.hanging * m.j.dot(g);
  if (!leg.slides) drive += k.aside * at.C.dot(g);
  const T j_y = k.j * y;
  T about = (y * (j_y * turn + T(2) * L2 * k.j * rise) + k.k * (turn + T(2) * y * rise)) / rho2;
  T up = -(j_y * (alpha1 * alpha1));
  LegForce<T> force;
  force.change = m.q2;
  if (friction) {
    const PartScope<T> rubs(Part::friction);
    drive += axis_resistance(k.drive, true, false, m.q1, T(0), T(leg.slides ? still * T(leg.length) : still));
    // A turning arm takes the elbow along.
    const T bend = leg.slides ? alpha1 : T(alpha1 - m.q1);
    const T rub = axis_resistance(k.alpha, true, false, bend, T(0), still);
    about += rub;
    if (!leg.slides) drive -= rub;
    const T rho = sqrt(rho2);
    up += k.beta.coulomb * sign(y1, still * rho) / rho + k.beta.viscous * (y1 / rho2);
    // The rod's angular velocity is alpha' about the first axis and the elevation's rate y' / rho about (-z, 0, x) /
    // rho.
    if (k.ball.rubs) {
      const T lift = y1 / rho2;
      const Vector3T<T> w = axes * platform_w + Vector3T<T>(lift * z, -alpha1, -(lift * x));
      const Vector3T<T> moment = ball_resistance(k.ball, w, still) * w;
      about -= moment[1];
      up += (z * moment[0] - x * moment[2]) / rho2;
      force.moment = axes.transpose() * moment;
    }
  }
  // These as a force on d, which the elbow takes from the motor. The sum, then without its vertical component, modulo
  // d.
  const T across = about / rho2;
  const Vector3T<T> bend_force(across * z, up, -(across * x));
  drive -= leg.slides ? m.j.dot(bend_force) : T(across * at.d_C);
  const Vector3T<T> F = axes.transpose() * Vector3T<T>(k.CB * m.C2 + bend_force);
  const Vector3T<T> d = axes.transpose() * at.d;
  const int i = leg.vertical;
  force.scale = at.lever / d[i];
  force.line = d / d[i];
  force.line[i] = T(1);
  const T lifted = F[i];
  force.f = F - lifted * force.line;
  force.f[i] = T(0);
  force.offset = drive + lifted * force.scale;
  return force;
}

template ElbowParameters<Scalar> elbow_parameters(const RobotData&, const ElbowLeg&, const TreeParameters<Scalar>&);
template ElbowPlace<Scalar> place_elbow(const ElbowLeg&, const Vector3T<Scalar>&, Guard<Scalar>&);
template LegForce<Scalar> elbow_force(const ElbowLeg&, const ElbowParameters<Scalar>&, const LegSurroundings<Scalar>&,
                                      const JointMotion<Scalar>&, Guard<Scalar>&);

}  // namespace jourdain
