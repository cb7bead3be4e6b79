#include "dynamics/legs/telescopic_leg.hpp"

#include "dynamics/joint_forces.hpp"
#include "expression/scalar.hpp"

namespace jourdain {
namespace {

// Inertia of the slider about the ball joint, in the stator's axes.
template <typename T>
FrameInertia<T> at_ball(const RobotData& robot, const TelescopicLeg& leg, const FrameInertia<T>& slider) {
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
const AxisForces<T>* find_axis(const RobotData& robot, const TreeParameters<T>& parameters, int node) {
  for (const JointForces<T>& joint : parameters.joints) {
    if (joint.joint == robot.tree.nodes[node].joint) return &joint.axis[robot.tree.nodes[node].freedom];
  }
  return nullptr;
}

}  // namespace

template <typename T>
TelescopicParameters<T> telescopic_parameters(const RobotData& robot, const TelescopicLeg& leg,
                                              const TreeParameters<T>& parameters) {
  const FrameInertia<T>& ring = parameters.nodes[leg.ring];
  const FrameInertia<T>& stator = parameters.nodes[leg.stator];
  const FrameInertia<T> slider = at_ball(robot, leg, parameters.nodes[leg.slider]);
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
  result.mass = slider.m;
  result.rotor = parameters.rotors[leg.actuator];
  if (const auto* axis = find_axis(robot, parameters, leg.ring)) result.alpha = *axis;
  if (const auto* axis = find_axis(robot, parameters, leg.stator)) result.beta = *axis;
  if (const auto* axis = find_axis(robot, parameters, leg.slider)) result.slide = *axis;
  return result;
}

template <typename T>
LegForce<T> telescopic_force(const TelescopicLeg& leg, const TelescopicParameters<T>& k, bool friction,
                             const JointMotion<T>& motion, const Vector3T<T>& gravity, const T& still) {
  using std::sqrt;
  const Matrix3T<T> axes = leg.axes.template cast<T>();
  const Vector3T<T> r = axes * motion.r, v = axes * motion.v, acc = axes * motion.a, g = axes * gravity;
  const T x = r[0], y = r[1], z = r[2];
  // About the first axis, with zeta = z + i x: zeta'/zeta = u + i alpha', zeta''/zeta = A + i B.
  const T rho2 = x * x + z * z;
  const T by_rho2 = T(1) / rho2;
  const T radial = x * v[0] + z * v[2];
  const T u = radial * by_rho2;
  const T area = z * v[0] - x * v[2];  // rho^2 alpha'
  const T alpha1 = area * by_rho2;
  const T alpha1_2 = alpha1 * alpha1;
  const T A = (x * acc[0] + z * acc[2]) * by_rho2;
  const T B_rho2 = z * acc[0] - x * acc[2];
  // Along the leg.
  const T l2 = rho2 + y * y;
  const T l = sqrt(l2);
  const T by_l = T(1) / l;
  const T by_l2 = by_l * by_l;
  const T stretch = (radial + y * v[1]) * by_l;  // l'
  const T u_l = stretch * by_l;
  // Elevation: y' and y'' against the turning plane; beta' = rho y1 / l^2.
  const T y1 = v[1] - u * y, y2 = acc[1] - A * y;
  // The rod's moment of inertia p + 2 s l: (p + 2 s l) e'' + 2 s l' e' over l, modulo r.
  const T constant = k.p * by_l2;
  const T rod2 = constant + (T(2) * k.s) * by_l;
  const T rod1 = -((rod2 + constant) * u_l);
  // The part that turns with alpha, over rho^2; and the generalised forces of alpha, and of beta over rho.
  const T c_l = k.c * by_l2;
  const T h = c_l * y;
  const T turning = k.b * by_rho2 + c_l;
  const T rise = y1 * by_l2;  // beta' / rho
  const T half = h * rise + u * turning;
  T about = (rod2 + turning) * B_rho2 + (rod1 - half - half) * area;
  T up = rod2 * y2 + rod1 * y1 + h * alpha1_2;
  if (friction) {
    about += k.alpha.coulomb * sign(area, still * rho2) + k.alpha.viscous * alpha1 + k.alpha.offset;
    up += (k.beta.coulomb * sign(y1, still * l) + k.beta.offset) * sqrt(by_rho2) + k.beta.viscous * rise;
  }
  // A force about the first axis is about / rho^2 (z, 0, -x); then without a component along z, modulo r.
  const Vector3T<T> weight = (k.S * g) * by_l;
  const T by_z = T(1) / z;
  LegForce<T> force;
  const T X = x * by_z, Y = y * by_z;
  const T fx = about * by_z - weight[0] + weight[2] * X;
  const T fy = up - weight[1] + (about * by_rho2 * x + weight[2]) * Y;
  // Of the force along e the leg itself needs -s |e'|^2.
  const T swing = rho2 * by_l2 * (y1 * rise + alpha1_2);
  const T stretch2 = (motion.v.squaredNorm() + motion.r.dot(motion.a)) * by_l - u_l * stretch;  // l''
  force.offset = k.rotor * stretch2 - k.s * swing - (fx * x + fy * y) * by_l;
  if (friction) {
    const T rate = T(leg.slide_sign) * stretch;
    force.offset += T(leg.slide_sign) * axis_resistance(k.slide, true, false, rate, T(0), still);
  }
  force.f = axes.row(0).transpose() * fx + axes.row(1).transpose() * fy;
  force.line = axes.transpose() * Vector3T<T>(X, Y, T(1));
  force.scale = l * by_z;
  return force;
}

template TelescopicParameters<Scalar> telescopic_parameters(const RobotData&, const TelescopicLeg&,
                                                            const TreeParameters<Scalar>&);
template LegForce<Scalar> telescopic_force(const TelescopicLeg&, const TelescopicParameters<Scalar>&, bool,
                                           const JointMotion<Scalar>&, const Vector3T<Scalar>&, const Scalar&);

}  // namespace jourdain
