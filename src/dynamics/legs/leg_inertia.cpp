#include "dynamics/legs/leg_inertia.hpp"

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

// With j = dC/dq and q' = d.v / lever the elbow moves by q' j; about the first axis the rod turns by
// rho^2 alpha' = n.(v - q' j), n = d x y.
template <typename T>
LegInertia<T> elbow_inertia(const RobotData& robot, const ElbowLeg& leg, const TreeParameters<T>& parameters,
                            const Vector3T<T>& r, Guard<T>& guard) {
  PartScope<T> part(Part::leg_dynamics);
  const Matrix3T<T> axes = leg.axes.template cast<T>();
  const ElbowParameters<T> k = elbow_parameters(robot, leg, parameters);
  part.enter(Part::leg_kinematics);
  const ElbowPlace<T> at = place_elbow<T>(leg, axes * r, guard);
  const T x = at.d[0], y = at.d[1], z = at.d[2], rho2 = T(leg.length * leg.length) - y * y;
  const Vector3T<T> j = leg.slides ? Vector3T<T>(leg.slide.template cast<T>()) : Vector3T<T>(at.C[2], T(0), -at.C[0]);
  const Vector3T<T> n(z, T(0), -x), d = axes.transpose() * at.d;
  part.enter(Part::leg_dynamics);
  const Vector3T<T> elbow = axes.transpose() * Vector3T<T>(k.CB / at.lever * j);
  const T taken = (leg.slides ? n.dot(j) : at.d_C) / at.lever;
  const Vector3T<T> across = axes.transpose() * Vector3T<T>(n - taken * at.d);
  const Vector3T<T> turning = (k.k + k.j * (y * y)) / (rho2 * rho2) * across;
  LegInertia<T> inertia;
  inertia.driven = k.motor;
  for (int i = 0; i < 3; ++i) {
    for (int c = i; c < 3; ++c) {
      inertia.M(i, c) = inertia.M(c, i) = elbow[i] * d[c] + d[i] * elbow[c] + turning[i] * across[c];
    }
  }
  return inertia;
}

}  // namespace

template <typename T>
LegInertia<T> leg_inertia(const RobotData& robot, const BallLeg& leg, const TreeParameters<T>& parameters,
                          const Vector3T<T>& r, Guard<T>& guard) {
  if (const auto* telescopic = std::get_if<TelescopicLeg>(&leg.kernel)) {
    return telescopic_inertia<T>(robot, *telescopic, parameters, r, Matrix3T<T>::Identity(), r);
  }
  if (const auto* elbow = std::get_if<ElbowLeg>(&leg.kernel)) {
    return elbow_inertia(robot, *elbow, parameters, r, guard);
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
