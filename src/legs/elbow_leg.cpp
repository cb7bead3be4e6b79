// Numbers in brackets are equations of docs/theory.md, section 11 where they begin with it.
#include "legs/elbow_leg.hpp"

#include "expression/scalar.hpp"
#include "legs/robot_data.hpp"

namespace jourdain {
namespace {

template <typename T>
const JointForces<T>* find_joint(const TreeParameters<T>& parameters, int joint) {
  for (const JointForces<T>& forces : parameters.joints) {
    if (forces.joint == joint) return &forces;
  }
  return nullptr;
}

// Friction of a node's freedom; a joint without forces of its own has no entry.
template <typename T>
AxisForces<T> axis_of(const RobotData& robot, const TreeParameters<T>& parameters, int node) {
  const JointForces<T>* forces = find_joint(parameters, robot.tree.nodes[node].joint);
  return forces ? forces->axis[robot.tree.nodes[node].freedom] : AxisForces<T>{};
}

// A force f along x and y of the leg's axes and a line with a component of 1 along its z, in base axes with the
// plan's axial axis i in place of z, where they differ.
template <typename T>
void turn_to_base(const ElbowShape<T>& leg, LegForce<T>& force) {
  const Matrix3T<T>& axes = leg.axes;
  const int i = leg.kind.axial;
  force.f = axes.transpose() * force.f;
  force.line = axes.transpose() * force.line;
  if (leg.kind.upright) return;
  // n = line / scale stays (8.1).
  force.scale /= force.line[i];
  force.line /= force.line[i];
  force.line[i] = T(1);
  // f modulo the line without an axial component; the offset makes up for it (8.3).
  const T axial = force.f[i];
  force.f -= axial * force.line;
  force.f[i] = T(0);
  force.offset += axial * force.scale;
}

// Generalised forces: `about` of alpha over z (11.5), `up` of y (11.6), `drive` of the motor (11.8).
template <typename T>
struct ElbowTorques {
  T alpha, beta, drive;
};

// What friction asks of a rod's motion: the rod, rates of its coordinates and of the motor, L^2 - y^2.
template <typename T>
struct RodRates {
  Vector3T<T> d;
  T alpha, y, motor, rho2;
};

// Friction of all joints; returns the moment of the ball joint, in base axes.
template <typename T>
Vector3T<T> add_elbow_friction(const ElbowShape<T>& leg, const ElbowParameters<T>& k,
                               const LegSurroundings<T>& surroundings, const RodRates<T>& rates,
                               ElbowTorques<T>& torques) {
  using std::sqrt;
  const PartScope<T> part(Part::friction);
  const DeadBands<T>& bands = surroundings.bands;
  const T &x = rates.d[0], &z = rates.d[2], &rho2 = rates.rho2;
  Vector3T<T> of_ball = Vector3T<T>::Zero();
  torques.drive += axis_resistance(k.drive, true, false, rates.motor, T(0), bands.of(leg.kind.slides));
  // A turning arm takes the elbow along: its joint turns by alpha - q, and its torque acts on both.
  const T bend = leg.kind.slides ? rates.alpha : T(rates.alpha - rates.motor);
  const T& first = leg.first_sign;
  T torque = first * axis_resistance(k.alpha, true, false, T(first * bend), T(0), bands.turn);
  if (!leg.kind.slides) torques.drive -= torque;
  // The second joint turns by beta, y' = rho beta'.
  const T rho = sqrt(rho2), rise = rates.y / rho2;
  torques.beta += elevation_resistance<T>(k.beta, leg.second_sign * k.beta.offset, rise, rho, bands.turn);
  if (k.ball.has_friction) {
    // The rod turns with alpha' about y and the elevation's rate y' / rho about (-z, 0, x) / rho; the arm does not feel
    // the ball joint.
    const Vector3T<T> w = leg.axes * surroundings.w + Vector3T<T>(rise * z, -rates.alpha, -(rise * x));
    const Vector3T<T> moment = ball_resistance(k.ball, w, bands.turn) * w;
    torque -= moment[1];
    torques.beta += (z * moment[0] - x * moment[2]) / rho2;
    of_ball = leg.axes.transpose() * moment;
  }
  torques.alpha += torque / z;
  return of_ball;
}

}  // namespace

// (11.3): with B' = v and B'' = a, d.d' = 0 and d.d'' + |d'|^2 = 0, where d' = v - q' dC/dq and d'' = a - q'' dC/dq,
// plus q'^2 C on a circle.
template <typename T>
ElbowMotion<T> move_elbow(const ElbowShape<T>& leg, const ElbowPlace<T>& at, const Vector3T<T>& v,
                          const Vector3T<T>& a) {
  ElbowMotion<T> m;
  m.j = leg.kind.slides ? leg.slide : Vector3T<T>(at.C[2], T(0), -at.C[0]);
  // A slide along one of the leg's own axes.
  if (const int i = leg.kind.slide_axis; i >= 0) {
    // Only component i of d' and d'' is not that of v and a; d.d' = 0 and d.d'' + |d'|^2 = 0 give it without j.
    const int k = (i + 1) % 3, l = (i + 2) % 3;
    m.d1 = v;
    m.d1[i] = -(at.d[k] * v[k] + at.d[l] * v[l]) / at.d[i];
    m.q1 = m.j[i] * (v[i] - m.d1[i]);
    m.d2 = a;
    m.d2[i] = -(at.d[k] * a[k] + at.d[l] * a[l] + m.d1.squaredNorm()) / at.d[i];
    m.q2 = m.j[i] * (a[i] - m.d2[i]);
    return m;
  }
  // Along d the motor alone can follow v: its lever is d.dC/dq.
  m.q1 = at.d.dot(v) / at.lever;
  m.d1 = v - m.q1 * m.j;
  const T acceleration = at.d.dot(a) + m.d1.squaredNorm();
  if (leg.kind.slides) {
    m.q2 = acceleration / at.lever;
    m.d2 = a - m.q2 * m.j;
  } else {
    const T q1_2 = m.q1 * m.q1;
    m.q2 = (acceleration + q1_2 * at.d_C) / at.lever;
    m.d2 = a - (m.q2 * m.j - q1_2 * at.C);
  }
  return m;
}

template <typename T>
ElbowParameters<T> elbow_parameters(const RobotData& robot, const ElbowLeg& leg, const TreeParameters<T>& parameters,
                                    bool linear, DroppedSums<T>& dropped) {
  const bool round = leg.round && !linear;
  const FrameInertia<T>& arm = parameters.nodes[leg.motor];
  const FrameInertia<T>& ring = parameters.nodes[leg.ring];
  const FrameInertia<T>& rod = parameters.nodes[leg.rod];
  const Vector3T<T> e = leg.along.template cast<T>();
  const double s = (robot.parameters.nodes[leg.ring].m + robot.parameters.nodes[leg.rod].m) * robot.size;
  for (int i = 0; i < 3; ++i) dropped.push_back({ring.s[i], s});
  drop_beside_line<T>(rod, leg.along, Vector3::UnitZ(), s, s * robot.size, dropped);
  if (round) drop_unequal<T>(rod, leg.along, Vector3::UnitZ(), ring.I(2, 2), s * robot.size, dropped);
  const double L2 = leg.length * leg.length;
  // Moments about the elbow: along the rod, about the second axis (the node's z), across both by the trace.
  const T I_e = e.dot(rod.I * e), I_b = rod.I(2, 2), I_c = rod.I(0, 0) + rod.I(1, 1) - I_e;
  // Masses s/L and m - s/L at the rod's ends, D, k and j of the energy (11.1). A round rod without a ring has k = 0.
  ElbowParameters<T> p;
  p.at_ball = e.dot(rod.s) * T(1 / leg.length);
  p.D = I_b * T(1 / L2) - p.at_ball;
  p.k = round ? T(0) : T(I_c - I_b + ring.I(2, 2));
  p.j = (round ? I_e : T(I_e + I_b - I_c)) * T(1 / L2);
  const T at_elbow = rod.m - p.at_ball + ring.m;
  // What moves with q' alone (11.8): a mass on a slide, a moment of inertia on a circle, where the arm's first moment
  // is hanging C + aside dC/dq, dC/dq = (-y, x) across its plane.
  p.motor = parameters.rotors[leg.index];
  if (leg.slides) {
    p.motor += arm.m + at_elbow;
    p.gravity_mass = arm.m + at_elbow;
  } else {
    const double arm2 = leg.arm * leg.arm, x = leg.elbow.x(), y = leg.elbow.y();
    p.motor += arm.I(2, 2) + T(arm2) * at_elbow;
    p.gravity_mass = at_elbow + T(x / arm2) * arm.s[0] + T(y / arm2) * arm.s[1];
    p.aside = T(x / arm2) * arm.s[1] - T(y / arm2) * arm.s[0];
  }
  p.drive = axis_of(robot, parameters, leg.motor);
  p.alpha = axis_of(robot, parameters, leg.ring);
  p.beta = axis_of(robot, parameters, leg.rod);
  // The ball joint is the one that is cut.
  const int ball = robot.tree.cuts[robot.tree.limbs[leg.limb].cut].joint;
  if (const JointForces<T>* forces = find_joint(parameters, ball)) p.ball = forces->axis[0];
  return p;
}

template <typename T>
ElbowPlace<T> place_elbow(const ElbowShape<T>& leg, const Vector3T<T>& r, Guard<T>& guard) {
  using std::sqrt;
  ElbowPlace<T> at;
  if (leg.kind.slides) {
    // (11.2): the rod's part across the slide is that of r, the rest of its length the lever; mode: the side.
    const Vector3T<T>& u = leg.slide;
    at.d = r;
    if (const int i = leg.kind.slide_axis; i >= 0) {
      at.d[i] = T(0);
    } else {
      at.d -= r.dot(u) * u;
    }
    const T rest = leg.length2 - at.d.squaredNorm();
    guard.require_positive(rest, Status::unreachable);
    at.lever = leg.mode * sqrt(rest);
    at.d += at.lever * u;
    return at;
  }
  // (11.2): |r - C| = L and |C| = arm give r.C, and the side of r on which C is; rho is that of r here.
  const T rho2 = r[0] * r[0] + r[2] * r[2];
  const T r_C = T(0.5) * (rho2 + r[1] * r[1]) + leg.half_gap;
  const T square = leg.arm2 * rho2 - r_C * r_C;
  guard.require_positive(square, Status::unreachable);
  at.lever = leg.mode * sqrt(square);
  const T along = r_C / rho2, aside = at.lever / rho2;
  at.C = Vector3T<T>(along * r[0] - aside * r[2], T(0), along * r[2] + aside * r[0]);
  at.d = r - at.C;
  // d.C = r.C - C.C.
  at.d_C = r_C - leg.arm2;
  return at;
}

template <typename T>
LegForce<T> elbow_force(const ElbowShape<T>& leg, const ElbowParameters<T>& k, const LegSurroundings<T>& surroundings,
                        const TipMotion<T>& motion, Guard<T>& guard) {
  PartScope<T> part(Part::leg_kinematics);
  const Matrix3T<T>& axes = leg.axes;
  const Vector3T<T> r = axes * motion.r, v = axes * motion.v, a = axes * motion.a, g = axes * surroundings.gravity;
  const ElbowPlace<T> at = place_elbow<T>(leg, r, guard);
  const ElbowMotion<T> m = move_elbow(leg, at, v, a);
  // From here on x, y, z and rho are those of the rod d.
  const T x = at.d[0], y = at.d[1], z = at.d[2], y1 = m.d1[1];
  // The line through d with a component of 1 along z.
  const T X = x / z, Y = y / z;
  const T& L2 = leg.length2;
  const T rho2 = L2 - y * y;
  // Modulo d (11.4): d'' and, about the first axis, alpha' over z. There d.d' = 0 gives (x^2 + z^2)' = -2 y y'.
  const T ax = m.d2[0] - X * m.d2[2], ay = m.d2[1] - Y * m.d2[2];
  const T alpha_z = (m.d1[0] - X * m.d1[2]) / rho2;
  const T alpha1 = z * alpha_z;
  const T y_rho = y / rho2;
  part.enter(Part::leg_dynamics);
  // Generalised forces of alpha over z (11.5), and of the elevation over sqrt(rho2), which is that of y (11.6).
  const T twice = T(2) * (y1 * alpha_z);
  ElbowTorques<T> torques;
  torques.alpha = (k.j * y_rho) * (y * ax + L2 * twice) + (k.k / rho2) * (ax + y * twice);
  torques.beta = -(k.j * y * (alpha1 * alpha1));
  // The motor's own: inertia, weight at the elbow, and the arm's first moment aside of it (11.8).
  torques.drive = k.motor * m.q2 - k.gravity_mass * m.j.dot(g);
  if (!leg.kind.slides) torques.drive += k.aside * at.C.dot(g);
  LegForce<T> force;
  force.acceleration = m.q2;
  // The motor's angle is that of C about y, from x towards -z.
  if (!leg.kind.slides) {
    force.elbow_cos = at.C[0];
    force.elbow_sin = -at.C[2];
  }
  if (surroundings.friction) {
    force.moment = add_elbow_friction<T>(leg, k, surroundings, {at.d, alpha1, y1, m.q1, rho2}, torques);
  }
  // The force on d without a component along z (11.7). The elbow hands it on to the motor, whose virtual motion moves
  // d by -dC/dq: offset = Q_q - dC/dq.f (11.9).
  force.f = Vector3T<T>(k.D * ax + torques.alpha, k.D * ay + torques.beta + torques.alpha * x * y_rho, T(0));
  force.line = Vector3T<T>(X, Y, T(1));
  force.scale = at.lever / z;
  force.offset = torques.drive - m.j.dot(force.f);
  turn_to_base(leg, force);
  return force;
}

// (11.10): with j = dC/dq and q' = d.v / lever the elbow moves by q' j and d' = v - q' j; about the first axis the rod
// turns by rho^2 alpha' = n.d', n = y x d.
template <typename T>
LegInertia<T> elbow_inertia(const ElbowShape<T>& leg, const ElbowParameters<T>& k, const Vector3T<T>& r,
                            Guard<T>& guard) {
  PartScope<T> part(Part::leg_kinematics);
  const Matrix3T<T>& axes = leg.axes;
  const ElbowPlace<T> at = place_elbow<T>(leg, axes * r, guard);
  const T x = at.d[0], y = at.d[1], z = at.d[2], rho2 = leg.length2 - y * y;
  const Vector3T<T> j = leg.kind.slides ? leg.slide : Vector3T<T>(at.C[2], T(0), -at.C[0]);
  const Vector3T<T> n(z, T(0), -x), d = axes.transpose() * at.d;
  part.enter(Part::leg_dynamics);
  // D |d'|^2 = D (v.v - 2 q' j.v + q'^2 j.j): the last is the motor's, the second symmetric in j and d.
  const Vector3T<T> elbow = axes.transpose() * Vector3T<T>(k.D / at.lever * j);
  // n.d' = (n - (n.j / lever) d).v; on a circle n.j = (y x d).(y x C) = d.C.
  const T taken = (leg.kind.slides ? n.dot(j) : at.d_C) / at.lever;
  // (k + j_y y^2) alpha'^2 with alpha' = across.v / rho^2.
  const Vector3T<T> across = axes.transpose() * Vector3T<T>(n - taken * at.d);
  const Vector3T<T> turning = (k.k + k.j * (y * y)) / (rho2 * rho2) * across;
  LegInertia<T> inertia;
  // J + D j.j with |j| = 1 or the arm's length.
  inertia.driven = k.motor + k.D * (leg.kind.slides ? T(1) : leg.arm2);
  for (int i = 0; i < 3; ++i) {
    for (int c = i; c < 3; ++c) {
      inertia.M(i, c) = inertia.M(c, i) = turning[i] * across[c] - elbow[i] * d[c] - d[i] * elbow[c];
    }
    inertia.M(i, i) += k.D;
  }
  return inertia;
}

template ElbowParameters<Scalar> elbow_parameters(const RobotData&, const ElbowLeg&, const TreeParameters<Scalar>&,
                                                  bool, DroppedSums<Scalar>&);
template ElbowMotion<LegScalar> move_elbow(const ElbowShape<LegScalar>&, const ElbowPlace<LegScalar>&,
                                           const Vector3T<LegScalar>&, const Vector3T<LegScalar>&);
template ElbowPlace<LegScalar> place_elbow(const ElbowShape<LegScalar>&, const Vector3T<LegScalar>&, Guard<LegScalar>&);
template LegForce<LegScalar> elbow_force(const ElbowShape<LegScalar>&, const ElbowParameters<LegScalar>&,
                                         const LegSurroundings<LegScalar>&, const TipMotion<LegScalar>&,
                                         Guard<LegScalar>&);
template LegInertia<LegScalar> elbow_inertia(const ElbowShape<LegScalar>&, const ElbowParameters<LegScalar>&,
                                             const Vector3T<LegScalar>&, Guard<LegScalar>&);
#ifndef JOURDAIN_TRACED
template ElbowPlace<double> place_elbow(const ElbowShape<double>&, const Vector3&, Guard<double>&);
#endif

}  // namespace jourdain
