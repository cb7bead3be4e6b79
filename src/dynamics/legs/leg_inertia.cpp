#include "dynamics/legs/leg_inertia.hpp"

#include "dynamics/legs/full_telescopic_energy.hpp"
#include "expression/scalar.hpp"

namespace jourdain {

template <typename T>
TelescopicInertia<T> telescopic_inertia(const RobotData& robot, const TelescopicLeg& leg,
                                        const TreeParameters<T>& parameters, const Vector3T<T>& r, const Matrix3T<T>& R,
                                        const Vector3T<T>& seen) {
  using std::sqrt;
  PartScope<T> part(Part::leg_dynamics);
  const TelescopicParameters<T> k = telescopic_parameters(robot, leg, parameters);
  part.enter(Part::leg_kinematics);
  const Vector3T<T> in_leg = leg.axes.template cast<T>() * r;
  const T x = in_leg[0], y = in_leg[1], z = in_leg[2];
  const T rho2 = x * x + z * z, l2 = rho2 + y * y, l = sqrt(l2);
  TelescopicInertia<T> inertia;
  inertia.lever = T(leg.slide_sign) * l;
  part.enter(Part::leg_dynamics);
  // The rod: l^2 |e'|^2 = v^2 - l'^2.
  const T s_l = k.s / l, rod = k.p / l2 + s_l + s_l;
  inertia.driven = k.rotor - rod;
  // What turns with alpha: rho^2 alpha' = v.(r x y), and cos^2 beta = rho^2 / l^2.
  const Vector3T<T> axis = R.transpose() * leg.axes.row(1).transpose().template cast<T>();
  const Vector3T<T> across = cross<T>(seen, axis), turning = (k.b / rho2 + k.c / l2) / rho2 * across;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) inertia.M(i, j) = inertia.M(j, i) = turning[i] * across[j];
    inertia.M(i, i) += rod;
  }
  return inertia;
}

// With alpha' = h.v / rho, beta' = u.v / l and l' = e.v, where h, k, y are across the leg's shadow, along it and the
// first axis: e = cos(beta) k + sin(beta) y, u = cos(beta) y - sin(beta) k.
template <typename T>
LegInertia<T> full_telescopic_inertia(const RobotData& robot, const TelescopicLeg& leg,
                                      const TreeParameters<T>& parameters, const Vector3T<T>& r) {
  PartScope<T> part(Part::leg_dynamics);
  const FullTelescopicParameters<T> k = full_telescopic_parameters(robot, leg, parameters);
  part.enter(Part::leg_kinematics);
  const Matrix3T<T> axes = leg.axes.template cast<T>();
  const TelescopicPlace<T> at(axes * r);
  part.enter(Part::leg_dynamics);
  const TelescopicEnergy<T> energy(k, at);
  // u u^T = 1 - h h^T - e e^T, and the last is the motor's.
  const T uu = energy.Phi / at.l_squared, hu = energy.q_beta / (at.rho * at.l), he = k.s_b / at.l, ue = k.s_u / at.l;
  const T hh = energy.Theta / at.rho_squared;
  const T hk = he * at.cos_b - hu * at.sin_b, hy = hu * at.cos_b + he * at.sin_b;
  const T apart = (ue + ue) * energy.sc, kk = uu + apart, yy = uu - apart, ky = ue * (T(1) - (energy.cc + energy.cc));
  // From h = (cos alpha, 0, -sin alpha) and k = (sin alpha, 0, cos alpha) to the leg's axes.
  const T d = hh - kk, t = hk * at.cos_a, g_x = d * at.cos_a + hk * at.sin_a, g_z = t - d * at.sin_a;
  Matrix3T<T> M;
  M(0, 0) = kk + g_x * at.cos_a + t * at.sin_a;
  M(2, 2) = kk - (g_z + t) * at.sin_a;
  M(0, 2) = M(2, 0) = t * at.cos_a - g_x * at.sin_a;
  M(0, 1) = M(1, 0) = hy * at.cos_a + ky * at.sin_a;
  M(1, 2) = M(2, 1) = ky * at.cos_a - hy * at.sin_a;
  M(1, 1) = yy;
  return {axes.transpose() * M * axes, T(parameters.rotors[leg.actuator] - uu)};
}

template <typename T>
LegInertia<T> leg_inertia(const RobotData& robot, const BallLeg& leg, const TreeParameters<T>& parameters,
                          const Vector3T<T>& r, Guard<T>& guard) {
  if (const auto* telescopic = std::get_if<TelescopicLeg>(&leg.kernel)) {
    return telescopic_inertia<T>(robot, *telescopic, parameters, r, Matrix3T<T>::Identity(), r);
  }
  if (const auto* full = std::get_if<FullTelescopicLeg>(&leg.kernel)) {
    return full_telescopic_inertia<T>(robot, full->leg, parameters, r);
  }
  const PartScope<T> part(Part::leg_dynamics);
  // Without forces of the motor the leg needs f + offset / scale line.
  const Vector3T<T> none = Vector3T<T>::Zero();
  const LegSurroundings<T> still{none, none, false, T(0)};
  LegInertia<T> inertia;
  for (int j = 0; j < 3; ++j) {
    const LegForce<T> force =
        leg_force<T>(robot, leg, parameters, still, {r, none, Vector3T<T>(Vector3T<T>::Unit(j))}, guard);
    const T share = force.offset / force.scale;
    for (int i = 0; i <= j; ++i) inertia.M(i, j) = inertia.M(j, i) = force.f[i] + share * force.line[i];
  }
  return inertia;
}

template LegInertia<Scalar> leg_inertia(const RobotData&, const BallLeg&, const TreeParameters<Scalar>&,
                                        const Vector3T<Scalar>&, Guard<Scalar>&);
template TelescopicInertia<Scalar> telescopic_inertia(const RobotData&, const TelescopicLeg&,
                                                      const TreeParameters<Scalar>&, const Vector3T<Scalar>&,
                                                      const Matrix3T<Scalar>&, const Vector3T<Scalar>&);

}  // namespace jourdain
