#include "dynamics/leg_plan.hpp"

#include "dynamics/wrenches.hpp"
#include "expression/scalar.hpp"

namespace jourdain {
namespace {

// Entries that vanish in the model are structural zeros: they cost nothing when traced.
template <typename T>
T unless_zero(const T& x, double value, double scale) {
  return std::abs(value) <= 1e-12 * scale ? T(0) : x;
}

// The platform with the sliders' masses at its ball joints.
template <typename T>
FrameInertia<T> loaded_platform(const RobotData& robot, const std::vector<TelescopicLeg>& legs,
                                const TreeParameters<T>& parameters, bool payload) {
  FrameInertia<T> sum = node_inertia(robot, parameters, payload, robot.tree.platform_node);
  for (const TelescopicLeg& leg : legs) {
    const T m = parameters.nodes[leg.slider].m;
    const Vector3& t = leg.tip;
    sum.m += m;
    sum.s += m * t.template cast<T>();
    const Matrix3 I = t.squaredNorm() * Matrix3::Identity() - t * t.transpose();
    sum.I += m * I.template cast<T>();
  }
  return sum;
}

template <typename T>
FrameInertia<T> without_zeros(const RobotData& robot, const std::vector<TelescopicLeg>& legs, bool payload,
                              const FrameInertia<T>& sum) {
  const FrameInertia<double> value = loaded_platform(robot, legs, robot.parameters, payload);
  FrameInertia<T> result = sum;
  const double s = value.m * robot.output_length, I = s * robot.output_length;
  for (int i = 0; i < 3; ++i) {
    result.s[i] = unless_zero(sum.s[i], value.s[i], s);
    for (int j = 0; j < 3; ++j) result.I(i, j) = unless_zero(sum.I(i, j), value.I(i, j), I);
  }
  return result;
}

template <typename T>
struct Wrench {
  Vector3T<T> force, moment;
};

// Newton and Euler for the platform at its origin; `lift` is the origin's acceleration less gravity. The tensor enters
// as second moments L = tr(I) / 2 - I, that is as dipoles along the platform's axes, whose accelerations are the
// columns of W R: sum_i R_i x (sum_j L_ij (W R)_j + s_i lift).
template <typename T>
Wrench<T> platform_wrench(const FrameInertia<T>& inertia, const Matrix3T<T>& R, const Matrix3T<T>& WR,
                          const Vector3T<T>& lift) {
  Matrix3T<T> L = -inertia.I;
  const T half_trace = T(0.5) * inertia.I.trace();
  for (int i = 0; i < 3; ++i) L(i, i) += half_trace;
  Wrench<T> wrench{inertia.m * lift + WR * inertia.s, Vector3T<T>::Zero()};
  for (int i = 0; i < 3; ++i) {
    const Vector3T<T> push = WR * L.col(i) + inertia.s[i] * lift;
    wrench.moment += cross<T>(R.col(i), push);
  }
  return wrench;
}

// W q is the acceleration of q by the rotation: W = s(dw) + s(w) s(w).
template <typename T>
Matrix3T<T> rotation_acceleration(const Vector3T<T>& w, const Vector3T<T>& dw) {
  const T xx = w[0] * w[0], yy = w[1] * w[1], zz = w[2] * w[2];
  const T xy = w[0] * w[1], xz = w[0] * w[2], yz = w[1] * w[2];
  Matrix3T<T> W;
  W << -(yy + zz), xy - dw[2], xz + dw[1], xy + dw[2], -(xx + zz), yz - dw[0], xz - dw[1], yz + dw[0], -(xx + yy);
  return W;
}

// sum_k t_k (line_k, arm_k x line_k) = wrench, in the plan's order of equations and legs; the vertical force comes
// first, where all lines are 1. The wrench is about the first leg's ball joint, from which the arms reach.
template <typename T>
void balance_generally(const LegPlan& plan, const std::vector<LegForce<T>>& legs, const std::vector<Vector3T<T>>& arms,
                       const Wrench<T>& wrench, T* t) {
  const int n = static_cast<int>(legs.size());
  EliminationT<T> solve(n);
  const int first = plan.vertical, second = (first + 1) % 3, third = (first + 2) % 3;
  VectorXT<T> rhs(n);
  rhs << wrench.force[first], wrench.force[second], wrench.force[third], wrench.moment[0], wrench.moment[1],
      wrench.moment[2];
  for (int j = 0; j < n; ++j) {
    const int k = plan.columns[j];
    const Vector3T<T> moment = cross<T>(arms[k], legs[k].line);
    solve.matrix().col(j) << legs[k].line[first], legs[k].line[second], legs[k].line[third], moment[0], moment[1],
        moment[2];
  }
  solve.follow(plan.pivots);
  solve.factor();
  solve.solve(rhs.data());
  for (int j = 0; j < n; ++j) t[plan.columns[j]] = rhs[j];
}

// The same about the base plane's origin, from which the centres A_k reach: with line = (X, Y, 1) the moment of a unit
// share is (A_y, -A_x, A_x Y - A_y X), so that three equations have constant coefficients.
template <typename T>
void balance_on_plane(const LegPlan& plan, const std::vector<LegForce<T>>& legs, const Wrench<T>& wrench, T* t) {
  const int z = plan.vertical, x = (z + 1) % 3, y = (z + 2) % 3;
  Eigen::Matrix<T, 3, 6> rows;
  for (int j = 0; j < 6; ++j) {
    const LegForce<T>& leg = legs[plan.columns[j]];
    const Vector3& A = plan.legs[plan.columns[j]].centre;
    rows.col(j) << leg.line[x], leg.line[y], T(A[x]) * leg.line[y] - T(A[y]) * leg.line[x];
  }
  const Vector3T<T> constant(wrench.force[z], wrench.moment[x], wrench.moment[y]);
  const Vector3T<T> alone = plan.solved.template cast<T>() * constant;
  Vector3T<T> rest(wrench.force[x], wrench.force[y], wrench.moment[z]);
  rest -= rows.template leftCols<3>() * alone;
  const Matrix3T<T> shares = plan.shares.template cast<T>();
  EliminationT<T> solve(3);
  solve.matrix() = rows.template rightCols<3>() - rows.template leftCols<3>() * shares;
  solve.follow(plan.pivots);
  solve.factor();
  solve.solve(rest.data());
  const Vector3T<T> first = alone - shares * rest;
  for (int j = 0; j < 3; ++j) {
    t[plan.columns[j]] = first[j];
    t[plan.columns[j + 3]] = rest[j];
  }
}

}  // namespace

template <typename T>
void inverse_dynamics_by_legs(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                              bool friction, bool payload, const PlatformMotion<T>& motion, const T& standstill,
                              T* forces) {
  const auto& [pose, twist, acceleration] = motion;
  const std::size_t n = plan.legs.size();
  const Matrix3T<T> W = rotation_acceleration(twist.w, acceleration.dw);
  const Matrix3T<T> WR = W * pose.R;
  const FrameInertia<T> inertia =
      without_zeros(robot, plan.legs, payload, loaded_platform(robot, plan.legs, parameters, payload));
  const Vector3T<T> lift = acceleration.a - parameters.gravity;
  Wrench<T> wrench = platform_wrench(inertia, pose.R, WR, lift);
  // Arms reach from the platform's origin, or from the first leg's ball joint, to which the wrench is moved.
  Vector3 reference = Vector3::Zero();
  Vector3T<T> p = pose.p, v = twist.v, a = acceleration.a;
  if (!plan.coplanar_base) {
    reference = plan.legs[plan.columns[0]].tip;
    const Vector3T<T> q = pose.R * reference.template cast<T>();
    wrench.moment -= cross<T>(q, wrench.force);
    p += q;
    v += cross<T>(twist.w, q);
    a += WR * reference.template cast<T>();
  }
  // Velocities and accelerations of the platform's axes, so that legs with a coordinate in common share the product.
  Matrix3T<T> wR;
  for (int i = 0; i < 3; ++i) wR.col(i) = cross<T>(twist.w, pose.R.col(i));
  std::vector<LegForce<T>> legs(n);
  std::vector<Vector3T<T>> arms(n);
  for (std::size_t k = 0; k < n; ++k) {
    const TelescopicLeg& leg = plan.legs[k];
    const Vector3T<T> offset = (leg.tip - reference).template cast<T>();
    arms[k] = pose.R * offset;
    JointMotion<T> joint{p - leg.centre.template cast<T>() + arms[k], v, a};
    for (int i = 0; i < 3; ++i) joint.a += WR.col(i) * offset[i];
    if (plan.shared_tips) {
      for (int i = 0; i < 3; ++i) joint.v += wR.col(i) * offset[i];
    } else {
      joint.v += cross<T>(twist.w, arms[k]);
    }
    legs[k] = telescopic_force(leg, telescopic_parameters(robot, leg, parameters), friction, joint, parameters.gravity,
                               standstill);
    wrench.force += legs[k].f;
    wrench.moment += cross<T>(arms[k], legs[k].f);
  }
  T t[6];
  if (plan.coplanar_base) {
    Vector3T<T> arm = pose.p;
    arm[plan.vertical] -= T(plan.height);
    wrench.moment += cross<T>(arm, wrench.force);
    balance_on_plane(plan, legs, wrench, t);
  } else {
    balance_generally(plan, legs, arms, wrench, t);
  }
  for (std::size_t k = 0; k < n; ++k) {
    const TelescopicLeg& leg = plan.legs[k];
    forces[leg.actuator] = T(leg.slide_sign) * (legs[k].scale * t[k] + legs[k].offset);
  }
}

template void inverse_dynamics_by_legs(const RobotData&, const LegPlan&, const TreeParameters<Scalar>&, bool, bool,
                                       const PlatformMotion<Scalar>&, const Scalar&, Scalar*);

}  // namespace jourdain
