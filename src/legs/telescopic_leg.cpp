#include "legs/telescopic_leg.hpp"

#include "expression/scalar.hpp"
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
                                              const TreeParameters<T>& parameters) {
  const FrameInertia<T>& ring = parameters.nodes[leg.ring];
  const FrameInertia<T>& stator = parameters.nodes[leg.stator];
  const FrameInertia<T> slider = slider_at_ball(robot, leg, parameters);
  // Axes of the stator: b the second axis of the universal joint, e along the leg, c across both.
  const Vector3T<T> e = robot.tree.nodes[leg.slider].placement.R.col(2).template cast<T>() * T(leg.slide_sign);
  const Matrix3T<T> I = stator.I + slider.I;
  const T along_e = e.dot(I * e);
  const T along_b = I(2, 2);
  const T along_c = I(0, 0) + I(1, 1) - along_e;
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
  using std::sqrt;
  const auto& [w, gravity, friction, bands, apart] = surroundings;
  PartScope<T> part(Part::leg_kinematics);
  const Matrix3T<T>& axes = leg.axes;
  const Vector3T<T> r = axes * motion.r, v = axes * motion.v, acc = axes * motion.a, g = axes * gravity;
  const T x = r[0], y = r[1], z = r[2];
  // Quotients rather than products with reciprocals: fewer operations; simplification for time gathers them again.
  const T X = x / z, Y = y / z;
  const T rho2 = x * x + z * z, l2 = rho2 + y * y;
  const T l = sqrt(l2);
  // About the first axis, modulo r: with zeta = z + i x, zeta'/zeta = u + i alpha', and the same for accelerations.
  const T by_z = z / rho2, by_x = x * by_z;
  const T vx = v[0] - X * v[2], ax = acc[0] - X * acc[2];
  const T alpha1 = by_z * vx;
  const T alpha1_2 = alpha1 * alpha1;
  const T u_z = v[2] + by_x * vx;
  const T u = u_z / z;
  // Elevation: y' and y'' against the turning plane; beta' = rho y1 / l^2.
  const T y1 = v[1] - Y * u_z, y2 = acc[1] - Y * (acc[2] + by_x * ax);
  const T rise = y1 / l2;
  // Along the leg: l' / l and l'.
  const T u_l = u + y * rise;
  const T stretch = u_l * l;
  part.enter(Part::leg_dynamics);
  // The rod's moment of inertia p + 2 s l: (p + 2 s l) e'' + 2 s l' e' over l, modulo r; and with the part that turns
  // with alpha.
  const T s_l = k.s / l, c_l = k.c / l2, b_rho = k.b / rho2;
  const T half = k.p / l2 + s_l;
  const T rod2 = half + s_l, rod1 = half * u_l;
  T turn2 = rod2 + c_l, turn1 = rod1 + c_l * u_l;
  T moment(0);  // about the first axis, beside the rod's
  if (apart) {
    moment = k.b * (by_z * (ax - u * (vx + vx)));
  } else {
    turn2 += b_rho;
    turn1 = rod1 + (c_l * u_l + b_rho * u);
  }
  LegForce<T> force;
  // Generalised forces of alpha over z, and of beta over rho.
  T about = turn2 * ax - turn1 * (vx + vx);
  T up = rod2 * y2 - rod1 * (y1 + y1) + c_l * y * alpha1_2;
  if (friction) {
    const PartScope<T> rubs(Part::friction);
    const auto& [alpha, beta, slide, ball] = k.friction;
    moment +=
        alpha.coulomb * dry_direction(alpha1, bands.turn) + alpha.viscous * alpha1 + leg.first_sign * alpha.offset;
    up += elevation_resistance<T>(beta, leg.second_sign * beta.offset, rise, sqrt(rho2), bands.turn);
    if (ball.has_friction) {
      // Against the slider, which turns by alpha' about y and by beta' about b = (-z, 0, x) / rho.
      const Vector3T<T> in_leg = axes * w;
      const Vector3T<T> against(in_leg[0] + z * rise, in_leg[1] - alpha1, in_leg[2] - x * rise);
      const Vector3T<T> rubbing = ball_resistance(ball, against, bands.turn) * against;
      moment -= rubbing[1];
      up += (z * rubbing[0] - x * rubbing[2]) / rho2;
      force.moment = axes.transpose() * rubbing;
    }
    if (!apart) about += moment / z;
  }
  // The force without a component along z, modulo r; apart, weight and moment are left as they are.
  const Vector3T<T> weight = (k.S * g) / l;
  T fx = about - weight[0], fy = up - weight[1], fz(0);
  if (apart) {
    fy += by_x * about * Y;
    fz -= weight[2];
  } else {
    fx += weight[2] * X;
    fy += (by_x * about + weight[2]) * Y;
  }
  // Of the force along e the leg itself needs -s |e'|^2.
  const T swing = rho2 * s_l * (y1 * rise + alpha1_2);
  const T stretch2 = (motion.v.squaredNorm() + motion.r.dot(motion.a)) / l - u_l * stretch;  // l''
  const T& sign_of_slide = leg.slide_sign;
  T offset = k.rotor * stretch2 - (fx * x + fy * y + fz * z + swing) / l;
  force.acceleration = sign_of_slide * stretch2;
  if (friction) {
    const PartScope<T> rubs(Part::friction);
    offset +=
        sign_of_slide * axis_resistance(k.friction.slide, true, false, T(sign_of_slide * stretch), T(0), bands.slide);
  }
  force.offset = sign_of_slide * offset;
  if (apart) {
    const T across = moment * by_z;
    fx += across;
    fz -= across * X;
  }
  force.f = axes.transpose() * Vector3T<T>(fx, fy, fz);
  force.line = axes.transpose() * Vector3T<T>(X, Y, T(1));
  force.scale = sign_of_slide * (l / z);
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
  // The rod: l^2 |e'|^2 = v^2 - l'^2.
  const T s_l = k.s / l, rod = k.p / l2 + s_l + s_l;
  inertia.driven = k.rotor - rod;
  // What turns with alpha: rho^2 alpha' = v.(r x y), and cos^2 beta = rho^2 / l^2.
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
                                                            const TreeParameters<Scalar>&);
template LegForce<LegScalar> telescopic_force(const TelescopicShape<LegScalar>&, const TelescopicParameters<LegScalar>&,
                                              const LegSurroundings<LegScalar>&, const TipMotion<LegScalar>&);
template TelescopicInertia<LegScalar> telescopic_inertia(const TelescopicShape<LegScalar>&,
                                                         const TelescopicParameters<LegScalar>&,
                                                         const Vector3T<LegScalar>&, const Matrix3T<LegScalar>&,
                                                         const Vector3T<LegScalar>&);

}  // namespace jourdain
