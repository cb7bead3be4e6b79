// Numbers in brackets are equations of docs/theory.md, section 12 where they begin with it.
#include "legs/arm_leg.hpp"

#include "expression/scalar.hpp"
#include "legs/robot_data.hpp"

namespace jourdain {
namespace {

// A freedom without forces of its own has no entry.
template <typename T>
AxisForces<T> friction_of(const TreeParameters<T>& parameters, const JointFreedom& freedom) {
  for (const JointForces<T>& joint : parameters.joints) {
    if (joint.joint == freedom.joint) return joint.axis[freedom.freedom];
  }
  return {};
}

// Two joints that turn at the same rate.
template <typename T>
AxisForces<T> both(const AxisForces<T>& a, const AxisForces<T>& b) {
  AxisForces<T> sum;
  sum.has_friction = a.has_friction || b.has_friction;
  sum.coulomb = a.coulomb + b.coulomb;
  sum.viscous = a.viscous + b.viscous;
  return sum;
}

// Friction of a bar's universal joints: the force on d that it takes, in base axes, and the arm's own part.
template <typename T>
struct BarFriction {
  Vector3T<T> f = Vector3T<T>::Zero();
  T arm = T(0);
};

// d and d1 = d' in base axes. About h: rho^2 alpha' = d_o d_u' - d_u d_o'; the elevation's rate is d_h' / rho. Only the
// elbow's joint turns with a turning arm; the platform does not turn at all.
template <typename T>
BarFriction<T> bar_friction(const ArmShape<T>& leg, const ArmParameters<T>& parameters, const Vector3T<T>& d,
                            const Vector3T<T>& d1, const T& arm_rate, const DeadBand<T>& band) {
  using std::sqrt;
  BarFriction<T> result;
  const AxisForces<T>&elbow = parameters.alpha_at_elbow, &platform = parameters.alpha_at_platform;
  const AxisForces<T>& beta = parameters.beta;
  // Parallelograms are taken without friction in their joints.
  if (!elbow.has_friction && !platform.has_friction && !beta.has_friction) return result;
  const Matrix3T<T>& axes = leg.axes;
  // In the axes o, u, h: rho^2 = d_o^2 + d_u^2.
  const Vector3T<T> D = axes * d, D1 = axes * d1;
  const T rho2 = leg.bar2 - D[2] * D[2];
  const T alpha1 = (D[0] * D1[1] - D[1] * D1[0]) / rho2;
  T about(0);
  if (leg.kind.slides) {
    about = axis_resistance(both(elbow, platform), true, false, alpha1, T(0), band);
  } else {
    // The elbow's joint turns against the arm, on which its torque acts with the other sign.
    result.arm = axis_resistance(elbow, true, false, T(alpha1 - arm_rate), T(0), band);
    about = result.arm + axis_resistance(platform, true, false, alpha1, T(0), band);
  }
  // A force on d that does the torques' power: about (h x d) / rho^2, and along h the elevation's over rho.
  const T across = about / rho2;
  const T up = elevation_resistance<T>(beta, T(0), D1[2] / rho2, sqrt(rho2), band);
  result.f = axes.transpose() * Vector3T<T>(-(across * D[1]), across * D[0], up);
  return result;
}

// Force of a leg on a slide, everything in base axes.
template <typename T>
ArmForce<T> slide_force(const ArmShape<T>& leg, const ArmParameters<T>& k, const LegSurroundings<T>& surroundings,
                        const TipMotion<T>& motion, Guard<T>& guard) {
  PartScope<T> part(Part::leg_kinematics);
  const auto& [w, gravity, friction, bands, axial_force] = surroundings;
  const Vector3T<T>& u = leg.rail.slide;
  // The bar is a rod on a slide (11.2), (11.3); r reaches from C at slide 0 to its end on the platform.
  const Vector3T<T> r = motion.r + leg.offset;
  const ElbowPlace<T> place = place_elbow<T>(leg.rail, r, guard);
  const ElbowMotion<T> m = move_elbow<T>(leg.rail, place, motion.v, motion.a);
  ArmForce<T> force;
  force.at.d = place.d;
  force.at.lever = place.lever;
  force.acceleration = m.q2;
  part.enter(Part::leg_dynamics);
  // (12.2) with C'' = q'' u: the elbow's acceleration pulls at the platform, the platform's at the motor.
  force.f = k.CB * m.q2 * u;
  // Gravity pulls at C with the slide's mass and the bar's m - s/L = CC + CB.
  const T gravity_mass = k.CC + k.CB + k.at_elbow;
  force.load = k.turning * m.q2 + k.CB * u.dot(motion.a) - gravity_mass * u.dot(gravity);
  if (friction) {
    part.enter(Part::friction);
    force.load += axis_resistance(k.drive, true, false, m.q1, T(0), bands.slide);
    // Its force is on d = B - C: the slide feels it with the other sign.
    const BarFriction<T> joints = bar_friction<T>(leg, k, place.d, m.d1, T(0), bands.turn);
    force.f += joints.f;
    force.load -= u.dot(joints.f);
  }
  return force;
}

}  // namespace

template <typename T>
ArmParameters<T> arm_parameters(const RobotData& robot, const ArmLeg& leg, const TreeParameters<T>& parameters,
                                DroppedSums<T>& dropped) {
  ArmParameters<T> k;
  // Both elevation joints turn at the same rate; of the first angles only a slide's do.
  k.drive = friction_of(parameters, {robot.tree.nodes[leg.motor].joint, 0});
  k.alpha_at_elbow = friction_of(parameters, leg.alpha_at_elbow);
  k.alpha_at_platform = friction_of(parameters, leg.alpha_at_platform);
  k.beta = both(friction_of(parameters, leg.beta_at_elbow), friction_of(parameters, leg.beta_at_platform));
  for (std::size_t i = 0; i < leg.bars.size(); ++i) {
    const FrameInertia<T>& bar = parameters.nodes[leg.bars[i]];
    // (12.1) of each bar, s over L and I over L^2. A bar is round: its trace is twice its moment across.
    const Vector3T<T> e = leg.along[i].template cast<T>();
    const T s = bar.s.dot(e) * T(1 / leg.bar), I = bar.I.trace() * T(0.5 / (leg.bar * leg.bar));
    k.BB += I;
    k.CB += s - I;
    k.CC += bar.m - s - s + I;
    const double first = robot.parameters.nodes[leg.bars[i]].m * leg.bar, second = first * leg.bar;
    drop_beside_line<T>(bar, leg.along[i], leg.along[i].unitOrthogonal(), first, second, dropped);
    drop_unequal<T>(bar, leg.along[i], leg.along[i].unitOrthogonal(), T(0), second, dropped);
    dropped.push_back({e.dot(bar.I * e), second});
  }
  const FrameInertia<T>& arm = parameters.nodes[leg.motor];
  // What moves with the motor: CC goes along with C.
  if (leg.slides) {
    k.at_elbow = arm.m;
    k.turning = arm.m + k.CC + parameters.rotors[leg.index];
    return k;
  }
  // The arm's first moment is at_elbow C + aside dC/dq, dC/dq = (-y, x) in its plane.
  const double by_arm2 = 1 / (leg.arm * leg.arm), x = leg.elbow.x(), y = leg.elbow.y();
  k.at_elbow = T(x * by_arm2) * arm.s[0] + T(y * by_arm2) * arm.s[1];
  k.aside = T(x * by_arm2) * arm.s[1] - T(y * by_arm2) * arm.s[0];
  k.turning = arm.I(2, 2) + T(leg.arm * leg.arm) * k.CC + parameters.rotors[leg.index];
  return k;
}

template <typename T>
ArmPlace<T> place_arm(const ArmShape<T>& leg, const Vector3T<T>& p, Guard<T>& guard) {
  using std::sqrt;
  const PartScope<T> part(Part::leg_kinematics);
  ArmPlace<T> at;
  if (leg.kind.slides) {
    const ElbowPlace<T> place = place_elbow<T>(leg.rail, p + leg.offset, guard);
    at.d = place.d;
    at.lever = place.lever;
    return at;
  }
  const Matrix3T<T>& axes = leg.axes;
  const Vector3T<T> in_leg = axes * p;
  // |r - C| = bar and |C| = arm give reach = r.C, and the side of r on which C is (11.2). r = p + offset, so that of
  // r^2 only p^2 and p.offset depend on the pose.
  at.reach = T(0.5) * p.squaredNorm() + leg.reach;
  for (int i = 0; i < 3; ++i) at.reach += leg.offset[i] * in_leg[i];
  const T ro = in_leg[0] + leg.offset[0], ru = in_leg[1] + leg.offset[1];
  const T rho2 = ro * ro + ru * ru;
  const T square = leg.arm2 * rho2 - at.reach * at.reach;
  guard.require_positive(square, Status::unreachable);
  const T side = leg.mode * sqrt(square);
  const T along = at.reach / rho2, across = side / rho2;
  // C in the plane of o and u: its part along r's shadow, and across it.
  at.Co = along * ro - across * ru;
  at.Cu = along * ru + across * ro;
  // d = r - C in base axes.
  at.d = p + leg.offset_in_base;
  at.d -= axes.row(0).transpose() * at.Co + axes.row(1).transpose() * at.Cu;
  at.lever = -side;  // with dC/dq = (-C_u, C_o)
  return at;
}

template <typename T>
T bar_column(const ArmShape<T>& leg, const ArmPlace<T>& at, Vector3T<T>& column) {
  // On a slide along base axis i the lever is +-d_i: over it that entry is a constant, and Q = t + load.
  const int i = leg.kind.slide_axis;
  column = at.d;
  if (i < 0) return at.lever;
  column /= at.lever;
  column[i] = leg.rail.slide[i];
  return T(1);
}

template <typename T>
ArmForce<T> arm_force(const ArmShape<T>& leg, const ArmParameters<T>& k, const LegSurroundings<T>& surroundings,
                      const TipMotion<T>& motion, Guard<T>& guard) {
  if (leg.kind.slides) return slide_force(leg, k, surroundings, motion, guard);
  PartScope<T> part(Part::leg_kinematics);
  const auto& [w, gravity, friction, bands, axial_force] = surroundings;
  const Vector3T<T>&v = motion.v, &a = motion.a;
  const Matrix3T<T>& axes = leg.axes;
  ArmForce<T> force;
  force.at = place_arm<T>(leg, motion.r, guard);
  const ArmPlace<T>& at = force.at;
  // In the arm's axes o, u, h, where C and dC/dq have two components.
  const Vector3T<T> V = axes * v, A = axes * a, G = axes * gravity;
  // Rate and acceleration of the motor (12.3): d.d' = 0 with d' = v - q' dC/dq, [Codourey98] (35), (37), where
  // d.C + arm^2 = r.C. dC/dq = (-C_u, C_o).
  const T q1 = at.d.dot(v) / at.lever;
  const T q1_2 = q1 * q1;
  const T j_v = at.Co * V[1] - at.Cu * V[0];
  const T q2 = (v.squaredNorm() + at.d.dot(a) + q1 * (at.reach * q1 - (j_v + j_v))) / at.lever;
  force.acceleration = q2;
  part.enter(Part::leg_dynamics);
  // (12.2): the elbow's acceleration C'' = q'' dC/dq - q'^2 C pulls at the platform, f = CB C''; the platform's at the
  // motor, CB dC/dq.a.
  const T Co = k.CB * at.Co, Cu = k.CB * at.Cu;
  force.f = axes.row(1).transpose() * (Co * q2 - Cu * q1_2) - axes.row(0).transpose() * (Cu * q2 + Co * q1_2);
  // Gravity pulls at C with the bar's m - s/L = CC + CB, and at the arm's first moment.
  const T gravity_mass = k.CC + k.CB + k.at_elbow;
  force.load = k.turning * q2 + Co * A[1] - Cu * A[0] - at.Co * (gravity_mass * G[1] - k.aside * G[0]) +
               at.Cu * (gravity_mass * G[0] + k.aside * G[1]);
  if (friction) {
    part.enter(Part::friction);
    force.load += axis_resistance(k.drive, true, false, q1, T(0), bands.turn);
    // Its force is on d = B - C: the motor feels it with the other sign, and the elbow's torque directly.
    const Vector3T<T> j = elbow_motion<T>(leg, at, T(1));
    const BarFriction<T> joints = bar_friction<T>(leg, k, at.d, v - q1 * j, q1, bands.turn);
    force.f += joints.f;
    force.load -= j.dot(joints.f) + joints.arm;
  }
  return force;
}

template <typename T>
LegForce<T> arm_leg_force(const ArmShape<T>& leg, const ArmParameters<T>& parameters,
                          const LegSurroundings<T>& surroundings, const TipMotion<T>& motion, Guard<T>& guard) {
  // F = f - t column, Q = scale t + load (8.2).
  const PartScope<T> part(Part::leg_dynamics);
  const ArmForce<T> arm = arm_force(leg, parameters, surroundings, motion, guard);
  LegForce<T> force;
  force.f = arm.f;
  force.scale = bar_column(leg, arm.at, force.line);
  force.offset = arm.load;
  force.acceleration = arm.acceleration;
  if (!leg.kind.slides) {
    // The motor's angle, from o towards u.
    force.elbow_cos = arm.at.Co;
    force.elbow_sin = arm.at.Cu;
  }
  return force;
}

template ArmParameters<Scalar> arm_parameters(const RobotData&, const ArmLeg&, const TreeParameters<Scalar>&,
                                              DroppedSums<Scalar>&);
template ArmPlace<LegScalar> place_arm(const ArmShape<LegScalar>&, const Vector3T<LegScalar>&, Guard<LegScalar>&);
template LegScalar bar_column(const ArmShape<LegScalar>&, const ArmPlace<LegScalar>&, Vector3T<LegScalar>&);
template ArmForce<LegScalar> arm_force(const ArmShape<LegScalar>&, const ArmParameters<LegScalar>&,
                                       const LegSurroundings<LegScalar>&, const TipMotion<LegScalar>&,
                                       Guard<LegScalar>&);
template LegForce<LegScalar> arm_leg_force(const ArmShape<LegScalar>&, const ArmParameters<LegScalar>&,
                                           const LegSurroundings<LegScalar>&, const TipMotion<LegScalar>&,
                                           Guard<LegScalar>&);
#ifndef JOURDAIN_TRACED
template ArmPlace<double> place_arm(const ArmShape<double>&, const Vector3&, Guard<double>&);
template double bar_column(const ArmShape<double>&, const ArmPlace<double>&, Vector3&);
#endif

}  // namespace jourdain
