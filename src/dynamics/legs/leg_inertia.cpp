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

namespace {

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

// With j = dC/dq and q' = d.v / lever the elbow moves by q' j and d' = v - q' j; about the first axis the rod turns by
// rho^2 alpha' = n.d', n = d x y.
template <typename T>
LegInertia<T> elbow_inertia(const RobotData& robot, const ElbowLeg& leg, const TreeParameters<T>& parameters,
                            const Vector3T<T>& r, Guard<T>& guard) {
  PartScope<T> part(Part::leg_dynamics);
  const Matrix3T<T> axes = leg.axes.template cast<T>();
  const ElbowParameters<T> k = elbow_parameters(robot, leg, parameters, false);
  part.enter(Part::leg_kinematics);
  const ElbowPlace<T> at = place_elbow<T>(leg, axes * r, guard);
  const T x = at.d[0], y = at.d[1], z = at.d[2], rho2 = T(leg.length * leg.length) - y * y;
  const Vector3T<T> j = leg.slides ? Vector3T<T>(leg.slide.template cast<T>()) : Vector3T<T>(at.C[2], T(0), -at.C[0]);
  const Vector3T<T> n(z, T(0), -x), d = axes.transpose() * at.d;
  part.enter(Part::leg_dynamics);
  const Vector3T<T> elbow = axes.transpose() * Vector3T<T>(k.D / at.lever * j);
  const T taken = (leg.slides ? n.dot(j) : at.d_C) / at.lever;
  const Vector3T<T> across = axes.transpose() * Vector3T<T>(n - taken * at.d);
  const Vector3T<T> turning = (k.k + k.j * (y * y)) / (rho2 * rho2) * across;
  LegInertia<T> inertia;
  inertia.driven = k.motor + k.D * T(leg.slides ? 1.0 : leg.arm * leg.arm);
  for (int i = 0; i < 3; ++i) {
    for (int c = i; c < 3; ++c) {
      inertia.M(i, c) = inertia.M(c, i) = turning[i] * across[c] - elbow[i] * d[c] - d[i] * elbow[c];
    }
    inertia.M(i, i) += k.D;
  }
  return inertia;
}

}  // namespace

template <typename T>
LegInertia<T> leg_inertia(const RobotData& robot, const BallLeg& leg, const TreeParameters<T>& parameters,
                          const Vector3T<T>& r, Guard<T>& guard) {
  const PartScope<T> part(Part::leg_dynamics);
  if (const auto* elbow = std::get_if<ElbowLeg>(&leg.kernel)) return elbow_inertia(robot, *elbow, parameters, r, guard);
  if (const auto* full = std::get_if<FullTelescopicLeg>(&leg.kernel)) {
    return full_telescopic_inertia<T>(robot, full->leg, parameters, r);
  }
  return telescopic_inertia<T>(robot, std::get<TelescopicLeg>(leg.kernel), parameters, r, Matrix3T<T>::Identity(), r);
}

template LegInertia<Scalar> leg_inertia(const RobotData&, const BallLeg&, const TreeParameters<Scalar>&,
                                        const Vector3T<Scalar>&, Guard<Scalar>&);
template TelescopicInertia<Scalar> telescopic_inertia(const RobotData&, const TelescopicLeg&,
                                                      const TreeParameters<Scalar>&, const Vector3T<Scalar>&,
                                                      const Matrix3T<Scalar>&, const Vector3T<Scalar>&);

}  // namespace jourdain
