#include "dynamics/leg_equations.hpp"

#include "core/symmetric_solve.hpp"
#include "dynamics/leg_balance.hpp"
#include "dynamics/legs/leg_inertia.hpp"
#include "dynamics/paired_legs.hpp"
#include "expression/scalar.hpp"

namespace jourdain {
namespace {

// M of the platform alone, in base axes about a point from which its origin is at `arm`. Upper triangle.
template <typename T>
Matrix6T<T> platform_alone(const FrameInertia<T>& platform, int thin, const Matrix3T<T>& R, const Vector3T<T>& arm) {
  const PartScope<T> part(Part::platform);
  // Second moments less an equal part on all axes, which turning does not change.
  Matrix3T<T> L = second_moments(platform);
  const T equal = L(thin, thin);
  for (int i = 0; i < 3; ++i) L(i, i) = i == thin ? T(0) : T(L(i, i) - equal);
  const Matrix3T<T> RL = R * L;
  const Vector3T<T> s = R * platform.s, moved = s + platform.m * arm;
  Matrix3T<T> turned;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      turned(i, j) = turned(j, i) = RL.row(i).dot(R.row(j)) + s[i] * arm[j] + arm[i] * moved[j];
    }
    turned(i, i) += equal;
  }
  Matrix6T<T> M = Matrix6T<T>::Zero();
  for (int i = 0; i < 3; ++i) {
    const int a = (i + 1) % 3, b = (i + 2) % 3;
    M(i, i) = platform.m;
    M(a, 3 + b) = moved[i];
    M(b, 3 + a) = -moved[i];
    M(3 + i, 3 + i) = turned(a, a) + turned(b, b);
    M(3 + a, 3 + b) = M(3 + b, 3 + a) = -turned(a, b);
  }
  return M;
}

// Adds A^T M A with A = [1, -s(arm)] to the upper triangle.
template <typename T>
void add_at(const Vector3T<T>& arm, const Matrix3T<T>& M, Matrix6T<T>& sum) {
  Matrix3T<T> coupling;
  for (int i = 0; i < 3; ++i) coupling.row(i) = cross<T>(arm, M.row(i).transpose()).transpose();
  for (int i = 0; i < 3; ++i) {
    const Vector3T<T> column = cross<T>(arm, coupling.col(i));
    for (int j = 0; j < 3; ++j) {
      if (j >= i) sum(i, j) += M(i, j);
      sum(i, 3 + j) += coupling(i, j);
      if (j <= i) sum(3 + j, 3 + i) += column[j];
    }
  }
}

}  // namespace

template <typename T>
Matrix6T<T> mass_matrix_by_legs(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                                bool payload, const PlacementT<T>& pose, Guard<T>& guard) {
  const int n = static_cast<int>(plan.legs.size());
  const BallMotions<T> at = ball_motions(plan, PlatformMotion<T>{pose, {}, {}});
  const FrameInertia<T> platform = loaded_platform(robot, plan, parameters, payload).moved;
  // About the point that the balance is about.
  Matrix6T<T> M = platform_alone(platform, plan.thin, pose.R, at.arm);
  PartScope<T> part(Part::leg_dynamics);
  const LegSurroundings<T> still{Vector3T<T>::Zero(), Vector3T<T>::Zero(), false, {}};
  std::vector<Vector3T<T>> lines(n);
  std::vector<T> scale(n), driven(n);
  for (int k = 0; k < n; ++k) {
    const BallLeg& leg = plan.legs[k];
    const Vector3T<T>& r = at.joints[k].r;
    const LegForce<T> force = leg_force(robot, leg, parameters, still, at.joints[k], guard);
    const LegInertia<T> inertia = leg_inertia(robot, leg, parameters, r, guard);
    lines[k] = force.line;
    scale[k] = force.scale;
    driven[k] = inertia.driven;
    const bool general = plan.balance == LegBalance::general;
    add_at(general ? at.arms[k] : Vector3T<T>(r + (leg.centre - plan.origin).template cast<T>()), inertia.M, M);
  }
  part.enter(Part::solve);
  M = shares_matrix(plan, lines, at.arms, M);
  Matrix6T<T> result;
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) {
      T entry = scale[i] * scale[j] * M(i, j);
      if (i == j) entry += driven[i];
      const int row = plan.legs[i].actuator, column = plan.legs[j].actuator;
      result(row, column) = result(column, row) = entry;
    }
  }
  return result;
}

namespace {

// What forward dynamics by legs finds: the change of the platform's motion at the first leg's ball joint, and what
// follows from it for the motors.
template <typename T>
struct PlatformChange {
  Vector3T<T> dv, dw;
  Vector3T<T> arm;  // from there to the platform's origin
  std::vector<Vector3T<T>> arms;
  std::vector<LegForce<T>> legs;
};

template <typename T>
PlatformChange<T> platform_change(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                                  bool friction, bool payload, const PlatformMotion<T>& motion,
                                  const DeadBands<T>& bands, const T* forces, Guard<T>& guard) {
  const int n = static_cast<int>(plan.legs.size());
  PlatformMotion<T> unchanged = motion;
  unchanged.acceleration = {};
  BallMotions<T> moved = ball_motions(plan, unchanged);
  PartScope<T> part(Part::leg_kinematics);
  // About the first leg's ball joint, where arms then begin.
  const Vector3T<T> first = moved.arms[plan.columns[0]];
  for (Vector3T<T>& arm : moved.arms) arm -= first;
  moved.arm = -(motion.pose.R * plan.legs[plan.columns[0]].tip.template cast<T>());
  const Wrench<T> resists = loaded_platform_wrench(robot, plan, parameters, payload, unchanged, moved);
  Vector3T<T> force = -resists.force, moment = -resists.moment;
  const FrameInertia<T> platform = loaded_platform(robot, plan, parameters, payload).moved;
  Matrix6T<T> M = platform_alone(platform, plan.thin, motion.pose.R, moved.arm);
  part.enter(Part::leg_dynamics);
  // What legs push with while the platform does not accelerate, and their inertia with that of motors.
  const LegSurroundings<T> surroundings{motion.twist.w, parameters.gravity, friction, bands};
  std::vector<LegForce<T>> legs(n);
  for (int k = 0; k < n; ++k) {
    const BallLeg& leg = plan.legs[k];
    legs[k] = leg_force(robot, leg, parameters, surroundings, moved.joints[k], guard);
    const T share = (forces[leg.actuator] - legs[k].offset) / legs[k].scale;
    const Vector3T<T> push = share * legs[k].line - legs[k].f;
    force += push;
    moment += cross<T>(moved.arms[k], push) - legs[k].moment;
    LegInertia<T> inertia = leg_inertia(robot, leg, parameters, moved.joints[k].r, guard);
    const Vector3T<T> driven = inertia.driven / (legs[k].scale * legs[k].scale) * legs[k].line;
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) inertia.M(i, j) = inertia.M(j, i) = inertia.M(i, j) + driven[i] * legs[k].line[j];
    }
    add_at(moved.arms[k], inertia.M, M);
  }
  part.enter(Part::solve);
  T a[6];
  for (int i = 0; i < 3; ++i) a[i] = force[i], a[3 + i] = moment[i];
  solve_symmetric(M, a);
  return {{a[0], a[1], a[2]}, {a[3], a[4], a[5]}, moved.arm, moved.arms, std::move(legs)};
}

}  // namespace

template <typename T>
void forward_dynamics_by_legs(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                              bool friction, bool payload, const PlatformMotion<T>& motion, const DeadBands<T>& bands,
                              const T* forces, Guard<T>& guard, T* changes) {
  if (has_paired_legs(plan)) {
    forward_dynamics_by_pairs(robot, plan, parameters, friction, payload, motion, bands, forces, guard, changes);
    return;
  }
  const PlatformChange<T> change =
      platform_change(robot, plan, parameters, friction, payload, motion, bands, forces, guard);
  const PartScope<T> part(Part::solve);
  // The motors' changes follow from the ball joints' accelerations.
  for (std::size_t k = 0; k < plan.legs.size(); ++k) {
    const Vector3T<T> joint = change.dv + cross<T>(change.dw, change.arms[k]);
    const LegForce<T>& leg = change.legs[k];
    changes[plan.legs[k].actuator] = leg.change + leg.line.dot(joint) / leg.scale;
  }
}

template <typename T>
void platform_acceleration_by_legs(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                                   bool friction, bool payload, const PlatformMotion<T>& motion,
                                   const DeadBands<T>& bands, const T* forces, Guard<T>& guard, T* acceleration) {
  const PlatformChange<T> change =
      platform_change(robot, plan, parameters, friction, payload, motion, bands, forces, guard);
  const PartScope<T> part(Part::solve);
  const Vector3T<T> a = change.dv + cross<T>(change.dw, change.arm);
  for (int i = 0; i < 3; ++i) acceleration[i] = a[i], acceleration[3 + i] = change.dw[i];
}

template Matrix6T<Scalar> mass_matrix_by_legs(const RobotData&, const LegPlan&, const TreeParameters<Scalar>&, bool,
                                              const PlacementT<Scalar>&, Guard<Scalar>&);
template void forward_dynamics_by_legs(const RobotData&, const LegPlan&, const TreeParameters<Scalar>&, bool, bool,
                                       const PlatformMotion<Scalar>&, const DeadBands<Scalar>&, const Scalar*,
                                       Guard<Scalar>&, Scalar*);
template void platform_acceleration_by_legs(const RobotData&, const LegPlan&, const TreeParameters<Scalar>&, bool, bool,
                                            const PlatformMotion<Scalar>&, const DeadBands<Scalar>&, const Scalar*,
                                            Guard<Scalar>&, Scalar*);

}  // namespace jourdain
