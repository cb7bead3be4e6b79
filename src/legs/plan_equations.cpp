#include "core/symmetric_solve.hpp"
#include "expression/scalar.hpp"
#include "legs/wrench_balance.hpp"

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
PlanMargins mass_matrix_by_plan(const Plan& plan, const PlanParameters<T>& parameters, const PlacementT<T>& pose,
                                Guard<T>& guard, T* matrix) {
  if (plan.translates()) return mass_matrix_of_arms<T>(plan, parameters, pose.p, guard, matrix);
  const int n = plan.size();
  const BallMotions<T> at = ball_motions(plan, MotionT<T>{pose, {}, {}});
  // About the point that the balance is about.
  Matrix6T<T> M = platform_alone<T>(parameters.platform.moved, plan.thin, pose.R, at.arm);
  PartScope<T> part(Part::leg_dynamics);
  const LegSurroundings<T> still{Vector3T<T>::Zero(), Vector3T<T>::Zero(), false, {}};
  PlanMargins margins;
  LegLines<T> lines;
  lines.fill(Vector3T<T>::Zero());
  T scale[most_legs], driven[most_legs];
  for (int k = 0; k < n; ++k) {
    const RobotLeg& leg = plan.legs[k];
    const Vector3T<T>& r = at.joints[k].r;
    const LegForce<T> force = leg_force<T>(leg, parameters.legs[k], still, at.joints[k], guard);
    const LegInertia<T> inertia = leg_inertia<T>(leg, parameters.legs[k], r, guard);
    note_leg<T>(plan, k, force, margins);
    lines[k] = force.line;
    scale[k] = force.scale;
    driven[k] = inertia.driven;
    const bool general = plan.balance == Balance::general;
    add_at<T>(general ? at.arms[k] : Vector3T<T>(r + (leg.centre - plan.origin).template cast<T>()), inertia.M, M);
  }
  part.enter(Part::solve);
  M = shares_matrix<T>(plan, lines, at.arms, M, margins.pivots);
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) {
      T entry = scale[i] * scale[j] * M(i, j);
      if (i == j) entry += driven[i];
      const int row = plan.legs[i].actuator, column = plan.legs[j].actuator;
      matrix[row * n + column] = matrix[column * n + row] = entry;
    }
  }
  finish(margins);
  return margins;
}

template <typename T>
PlanMargins forward_dynamics_by_plan(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                                     const MotionT<T>& motion, const T* forces, Guard<T>& guard, T* accelerations,
                                     AccelerationT<T>& platform) {
  if (plan.translates())
    return forward_dynamics_of_arms<T>(plan, parameters, friction, motion, forces, guard, accelerations, platform);
  if (has_paired_legs(plan))
    return forward_dynamics_of_pairs<T>(plan, parameters, friction, motion, forces, guard, accelerations, platform);
  const int n = plan.size();
  MotionT<T> coasting = motion;
  coasting.acceleration = {};
  BallMotions<T> moved = ball_motions(plan, coasting);
  PartScope<T> part(Part::leg_kinematics);
  // About the first leg's ball joint, where arms then begin.
  const Vector3T<T> first = moved.arms[plan.columns[0]];
  for (int k = 0; k < n; ++k) moved.arms[k] -= first;
  const Vector3 tip = plan.legs[plan.columns[0]].tip;
  moved.arm = -(motion.pose.R * tip.template cast<T>());
  part.enter(Part::platform);
  const Wrench<T> resists = platform_wrench<T>(parameters.masses, motion.pose.R, moved.axes.WR, coasting.acceleration,
                                               parameters.gravity, moved.arm);
  part.enter(Part::leg_kinematics);
  Vector3T<T> force = -resists.force, moment = -resists.moment;
  Matrix6T<T> M = platform_alone<T>(parameters.platform.moved, plan.thin, motion.pose.R, moved.arm);
  part.enter(Part::leg_dynamics);
  // What legs push with while the platform does not accelerate, and their inertia with that of motors.
  const LegSurroundings<T> surroundings{motion.twist.w, parameters.gravity, friction, parameters.bands};
  PlanMargins margins;
  std::array<LegForce<T>, most_legs> legs;
  for (int k = 0; k < n; ++k) {
    const RobotLeg& leg = plan.legs[k];
    legs[k] = leg_force<T>(leg, parameters.legs[k], surroundings, moved.joints[k], guard);
    note_leg<T>(plan, k, legs[k], margins);
    const T share = (forces[leg.actuator] - legs[k].offset) / legs[k].scale;
    const Vector3T<T> push = share * legs[k].line - legs[k].f;
    force += push;
    moment += cross<T>(moved.arms[k], push) - legs[k].moment;
    LegInertia<T> inertia = leg_inertia<T>(leg, parameters.legs[k], moved.joints[k].r, guard);
    const Vector3T<T> driven = inertia.driven / (legs[k].scale * legs[k].scale) * legs[k].line;
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) inertia.M(i, j) = inertia.M(j, i) = inertia.M(i, j) + driven[i] * legs[k].line[j];
    }
    add_at<T>(moved.arms[k], inertia.M, M);
  }
  part.enter(Part::solve);
  T a[6];
  for (int i = 0; i < 3; ++i) a[i] = force[i], a[3 + i] = moment[i];
  solve_symmetric(M, a);
  // The motors' accelerations follow from those of the ball joints.
  const Vector3T<T> dv(a[0], a[1], a[2]), dw(a[3], a[4], a[5]);
  for (int k = 0; k < n; ++k) {
    const Vector3T<T> joint = dv + cross<T>(dw, moved.arms[k]);
    accelerations[plan.legs[k].actuator] = legs[k].acceleration + legs[k].line.dot(joint) / legs[k].scale;
  }
  platform = {dv + cross<T>(dw, moved.arm), dw};
  finish(margins);
  return margins;
}

template PlanMargins mass_matrix_by_plan(const Plan&, const PlanParameters<Scalar>&, const PlacementT<Scalar>&,
                                         Guard<Scalar>&, Scalar*);
template PlanMargins forward_dynamics_by_plan(const Plan&, const PlanParameters<Scalar>&, bool, const MotionT<Scalar>&,
                                              const Scalar*, Guard<Scalar>&, Scalar*, AccelerationT<Scalar>&);

}  // namespace jourdain
