// Numbers in brackets are equations of docs/theory.md, section 9.
#include "legs/telescopic_leg.hpp"

#include "expression/scalar.hpp"
#include "legs/full_telescopic_leg.hpp"
#include "legs/robot_data.hpp"
#include "model/joint_freedoms.hpp"

namespace jourdain {
namespace {

template <typename T>
void read_axis(const RobotData& robot, const TreeParameters<T>& parameters, int node, AxisForces<T>& axis) {
  for (const JointForces<T>& joint : parameters.joints) {
    if (joint.joint == robot.tree.nodes[node].joint) axis = joint.axis[robot.tree.nodes[node].freedom];
  }
}

// Motion of the leg modulo r, in its axes.
template <typename T>
struct TelescopicMotion {
  T x, y, z;
  T X, Y;  // of the line (X, Y, 1) through r
  T rho2, l2, l;
  T by_z, by_x;        // z / rho^2, x z / rho^2
  T vx, ax;            // along x, with what is along r taken off
  T alpha1, alpha1_2;  // alpha' and its square
  T u;                 // rho' / rho
  T y1, y2;            // y' and y'' against the turning plane
  T rise, u_l;         // beta' / rho, l' / l

  TelescopicMotion(const Vector3T<T>& r, const Vector3T<T>& v, const Vector3T<T>& acc) : x(r[0]), y(r[1]), z(r[2]) {
    using std::sqrt;
    // Quotients rather than products with reciprocals: fewer operations; simplification for time gathers them again.
    X = x / z;
    Y = y / z;
    rho2 = x * x + z * z;
    l2 = rho2 + y * y;
    l = sqrt(l2);
    // About the first axis (9.3): with zeta = z + i x, zeta'/zeta = u + i alpha' and
    // zeta''/zeta = ... + i (alpha'' + 2 u alpha').
    by_z = z / rho2;
    by_x = x * by_z;
    vx = v[0] - X * v[2];
    ax = acc[0] - X * acc[2];
    alpha1 = by_z * vx;
    alpha1_2 = alpha1 * alpha1;
    const T u_z = v[2] + by_x * vx;
    u = u_z / z;
    // Elevation (9.4), and with beta' = rho y1 / l^2 the rate along the leg (9.5).
    y1 = v[1] - Y * u_z;
    y2 = acc[1] - Y * (acc[2] + by_x * ax);
    rise = y1 / l2;
    u_l = u + y * rise;
  }
};

// Generalised forces: `about` of alpha over z (9.7), `up` of beta over rho (9.8), and what of alpha is kept apart, a
// moment about the first axis.
template <typename T>
struct TelescopicTorques {
  T moment = T(0), alpha, beta;
};

// Those of inertia. The rod's moment of inertia Phi = p + 2 s l: Phi e'' + 2 s l' e' over l, modulo r, is
// rod2 (acceleration) - 2 rod1 (velocity) with rod2 = Phi / l^2, rod1 = (p + s l) u_l / l^2.
template <typename T>
TelescopicTorques<T> telescopic_inertia_torques(const TelescopicParameters<T>& k, const TelescopicMotion<T>& m,
                                                const T& s_l, bool axial_force) {
  const T c_l = k.c / m.l2, b_rho = k.b / m.rho2;
  const T half = k.p / m.l2 + s_l;
  const T rod2 = half + s_l, rod1 = half * m.u_l;
  // c cos^2 beta adds c / l^2 to both about y.
  T turn2 = rod2 + c_l, turn1 = rod1 + c_l * m.u_l;
  TelescopicTorques<T> torques;
  // b alpha'', alpha'' of (9.3): a moment of its own, or over z in the sums above.
  if (axial_force) {
    torques.moment = k.b * (m.by_z * (m.ax - m.u * (m.vx + m.vx)));
  } else {
    turn2 += b_rho;
    turn1 = rod1 + (c_l * m.u_l + b_rho * m.u);
  }
  torques.alpha = turn2 * m.ax - turn1 * (m.vx + m.vx);
  torques.beta = rod2 * m.y2 - rod1 * (m.y1 + m.y1) + c_l * m.y * m.alpha1_2;
  return torques;
}

// Friction of universal and ball joint; returns the moment of the latter, in base axes.
template <typename T>
Vector3T<T> add_telescopic_friction(const TelescopicShape<T>& leg, const TelescopicFriction<T>& friction,
                                    const LegSurroundings<T>& surroundings, const TelescopicMotion<T>& m,
                                    TelescopicTorques<T>& torques) {
  using std::sqrt;
  const PartScope<T> part(Part::friction);
  const auto& [alpha, beta, slide, ball] = friction;
  const DeadBand<T>& band = surroundings.bands.turn;
  Vector3T<T> of_ball = Vector3T<T>::Zero();
  // Signs of the joints' own angles count for offsets only: the rest is odd in the rate.
  torques.moment +=
      alpha.coulomb * dry_direction(m.alpha1, band) + alpha.viscous * m.alpha1 + leg.first_sign * alpha.offset;
  torques.beta += elevation_resistance<T>(beta, leg.second_sign * beta.offset, m.rise, sqrt(m.rho2), band);
  if (ball.has_friction) {
    // Against the slider, which turns by alpha' about y and by beta' about b = (-z, 0, x) / rho, beta' = rho rise. Its
    // moment does the power -moment.y on alpha and -moment.b on beta.
    const Vector3T<T> in_leg = leg.axes * surroundings.w;
    const Vector3T<T> against(in_leg[0] + m.z * m.rise, in_leg[1] - m.alpha1, in_leg[2] - m.x * m.rise);
    const Vector3T<T> moment = ball_resistance(ball, against, band) * against;
    torques.moment -= moment[1];
    torques.beta += (m.z * moment[0] - m.x * moment[2]) / m.rho2;
    of_ball = leg.axes.transpose() * moment;
  }
  if (!surroundings.axial_force) torques.alpha += torques.moment / m.z;
  return of_ball;
}

}  // namespace

template <typename T>
FrameInertia<T> slider_at_ball(const RobotData& robot, const TelescopicLeg& leg, const TreeParameters<T>& parameters) {
  const FrameInertia<T>& slider = parameters.nodes[leg.slider];
  const Matrix3T<T> R = robot.tree.nodes[leg.slider].placement.R.template cast<T>();
  const Vector3T<T> r = robot.point_limbs[leg.limb].in_last.template cast<T>();
  FrameInertia<T> result;
  result.m = slider.m;
  // Steiner backwards, from the node's origin to the point r.
  const Vector3T<T> s = slider.s - slider.m * r;
  const Matrix3T<T> outer = r * slider.s.transpose();
  Matrix3T<T> I = slider.I + outer + outer.transpose() - slider.m * (r * r.transpose());
  const T along = slider.m * r.squaredNorm() - T(2) * r.dot(slider.s);
  for (int i = 0; i < 3; ++i) I(i, i) += along;
  // To the stator's axes: the slide does not turn.
  result.s = R * s;
  result.I = R * I * R.transpose();
  return result;
}

template <typename T>
TelescopicFriction<T> telescopic_friction(const RobotData& robot, const TelescopicLeg& leg,
                                          const TreeParameters<T>& parameters) {
  TelescopicFriction<T> friction;
  read_axis(robot, parameters, leg.ring, friction.alpha);
  read_axis(robot, parameters, leg.stator, friction.beta);
  read_axis(robot, parameters, leg.slider, friction.slide);
  for (const JointForces<T>& joint : parameters.joints) {
    if (joint.node_a == leg.slider || joint.node_b == leg.slider) {
      if (joint_kind(joint.type).is_ball) friction.ball = joint.axis[0];
    }
  }
  return friction;
}

template <typename T>
TelescopicParameters<T> telescopic_parameters(const RobotData& robot, const TelescopicLeg& leg,
                                              const TreeParameters<T>& parameters, DroppedSums<T>& dropped) {
  drop_beyond_table_i(robot, leg, parameters, dropped);
  const FrameInertia<T>& ring = parameters.nodes[leg.ring];
  const FrameInertia<T>& stator = parameters.nodes[leg.stator];
  const FrameInertia<T> slider = slider_at_ball(robot, leg, parameters);
  // Axes of the stator: b its z, the second axis of the universal joint; e along the leg; c across both, where the
  // trace leaves I_c.
  const Vector3T<T> e = robot.tree.nodes[leg.slider].placement.R.col(2).template cast<T>() * T(leg.slide_sign);
  const Matrix3T<T> I = stator.I + slider.I;
  const T along_e = e.dot(I * e);
  const T along_b = I(2, 2);
  const T along_c = I(0, 0) + I(1, 1) - along_e;
  // Base parameters (9.2); the ring turns about its z, the leg's y.
  TelescopicParameters<T> result;
  result.b = ring.I(2, 2) + along_e;
  result.c = along_c - along_b - along_e;
  result.p = along_b;
  result.s = e.dot(slider.s);
  result.S = e.dot(stator.s) + result.s;
  result.rotor = parameters.rotors[leg.index];
  result.at_ball = slider.m;
  result.friction = telescopic_friction(robot, leg, parameters);
  return result;
}

template <typename T>
LegForce<T> telescopic_force(const TelescopicShape<T>& leg, const TelescopicParameters<T>& k,
                             const LegSurroundings<T>& surroundings, const TipMotion<T>& motion) {
  const bool friction = surroundings.friction, axial_force = surroundings.axial_force;
  PartScope<T> part(Part::leg_kinematics);
  const Matrix3T<T>& axes = leg.axes;
  const TelescopicMotion<T> m(axes * motion.r, axes * motion.v, axes * motion.a);
  const Vector3T<T> g = axes * surroundings.gravity;
  const T stretch = m.u_l * m.l;  // l'
  part.enter(Part::leg_dynamics);
  LegForce<T> force;
  const T s_l = k.s / m.l;
  TelescopicTorques<T> torques = telescopic_inertia_torques(k, m, s_l, axial_force);
  if (friction) force.moment = add_telescopic_friction(leg, k.friction, surroundings, m, torques);
  // The force without a component along z (9.10): that of the weight -S g / l goes into x and y along the line (8.3).
  // With axial components, weight and moment are left as they are.
  const Vector3T<T> weight = (k.S * g) / m.l;
  T fx = torques.alpha - weight[0], fy = torques.beta - weight[1], fz(0);
  if (axial_force) {
    fy += m.by_x * torques.alpha * m.Y;
    fz -= weight[2];
  } else {
    fx += weight[2] * m.X;
    fy += (m.by_x * torques.alpha + weight[2]) * m.Y;
  }
  // Of the force along e the leg itself needs -s |e'|^2 (9.9); swing = s l |e'|^2.
  const T swing = m.rho2 * s_l * (m.y1 * m.rise + m.alpha1_2);
  const T stretch2 = (motion.v.squaredNorm() + motion.r.dot(motion.a)) / m.l - m.u_l * stretch;  // l'' (9.6)
  // The motor's equation: Q_l less what f already gives along e (9.11).
  const T& sign_of_slide = leg.slide_sign;
  T offset = k.rotor * stretch2 - (fx * m.x + fy * m.y + fz * m.z + swing) / m.l;
  force.acceleration = sign_of_slide * stretch2;
  if (friction) {
    const PartScope<T> of_slide(Part::friction);
    offset += sign_of_slide * axis_resistance(k.friction.slide, true, false, T(sign_of_slide * stretch), T(0),
                                              surroundings.bands.slide);
  }
  force.offset = sign_of_slide * offset;
  // The moment about y as a force along h = (z, 0, -x) / rho, across e.
  if (axial_force) {
    const T across = torques.moment * m.by_z;
    fx += across;
    fz -= across * m.X;
  }
  // Back to base axes; the motor's rate is line.v / scale (8.1).
  force.f = axes.transpose() * Vector3T<T>(fx, fy, fz);
  force.line = axes.transpose() * Vector3T<T>(m.X, m.Y, T(1));
  force.scale = sign_of_slide * (m.l / m.z);
  return force;
}

template <typename T>
TelescopicInertia<T> telescopic_inertia(const TelescopicShape<T>& leg, const TelescopicParameters<T>& k,
                                        const Vector3T<T>& r, const Matrix3T<T>& R, const Vector3T<T>& seen) {
  using std::sqrt;
  PartScope<T> part(Part::leg_kinematics);
  const Vector3T<T> in_leg = leg.axes * r;
  const T x = in_leg[0], y = in_leg[1], z = in_leg[2];
  const T rho2 = x * x + z * z, l2 = rho2 + y * y, l = sqrt(l2);
  TelescopicInertia<T> inertia;
  inertia.lever = leg.slide_sign * l;
  part.enter(Part::leg_dynamics);
  // The rod: l^2 |e'|^2 = v^2 - l'^2, of which the motor's rate l' takes its part (9.12).
  const T s_l = k.s / l, rod = k.p / l2 + s_l + s_l;
  inertia.driven = k.rotor - rod;
  // What turns with alpha: rho^2 alpha' = -v.(r x y), and cos^2 beta = rho^2 / l^2; the sign drops out.
  const Vector3T<T> axis = R.transpose() * leg.axes.row(1).transpose();
  const Vector3T<T> across = cross<T>(seen, axis), turning = (k.b / rho2 + k.c / l2) / rho2 * across;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) inertia.M(i, j) = inertia.M(j, i) = turning[i] * across[j];
    inertia.M(i, i) += rod;
  }
  return inertia;
}

template FrameInertia<Scalar> slider_at_ball(const RobotData&, const TelescopicLeg&, const TreeParameters<Scalar>&);
template TelescopicFriction<Scalar> telescopic_friction(const RobotData&, const TelescopicLeg&,
                                                        const TreeParameters<Scalar>&);
template TelescopicParameters<Scalar> telescopic_parameters(const RobotData&, const TelescopicLeg&,
                                                            const TreeParameters<Scalar>&, DroppedSums<Scalar>&);
template LegForce<LegScalar> telescopic_force(const TelescopicShape<LegScalar>&, const TelescopicParameters<LegScalar>&,
                                              const LegSurroundings<LegScalar>&, const TipMotion<LegScalar>&);
template TelescopicInertia<LegScalar> telescopic_inertia(const TelescopicShape<LegScalar>&,
                                                         const TelescopicParameters<LegScalar>&,
                                                         const Vector3T<LegScalar>&, const Matrix3T<LegScalar>&,
                                                         const Vector3T<LegScalar>&);

}  // namespace jourdain
