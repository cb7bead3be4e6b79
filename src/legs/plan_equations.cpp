#include "core/symmetric_solve.hpp"
#include "expression/scalar.hpp"
#include "legs/platform_equations.hpp"
#include "legs/wrench_balance.hpp"

namespace jourdain {

template <typename T>
void mass_matrix_by_plan(const Plan& plan, const PlanParameters<T>& parameters, const PlacementT<T>& pose,
                         Guard<T>& guard, T* matrix) {
  if (plan.translates()) return mass_matrix_of_arms<T>(plan, parameters, pose.p, guard, matrix);
  const int n = plan.size();
  const BallMotions<T> at = ball_motions(plan, PlatformStateT<T>{pose, {}, {}});
  // About the point that the balance is about.
  Matrix6T<T> M = platform_alone<T>(parameters.platform.moved, plan.flat_axis, pose.R, at.arm);
  PartScope<T> part(Part::leg_dynamics);
  const LegSurroundings<T> still{Vector3T<T>::Zero(), Vector3T<T>::Zero(), false, {}};
  LegLines<T> lines;
  lines.fill(Vector3T<T>::Zero());
  T scale[most_legs], driven[most_legs];
  for (int k = 0; k < n; ++k) {
    const RobotLeg& leg = plan.legs[k];
    const Vector3T<T>& r = at.joints[k].r;
    const LegForce<T> force = leg_force<T>(parameters.legs[k], still, at.joints[k], guard);
    const LegInertia<T> inertia = leg_inertia<T>(parameters.legs[k], r, guard);
    lines[k] = force.line;
    scale[k] = force.scale;
    driven[k] = inertia.driven;
    const bool general = plan.balance == Balance::general;
    add_at<T>(general ? at.arms[k] : Vector3T<T>(r + (leg.centre - plan.origin).template cast<T>()), inertia.M, M);
  }
  part.enter(Part::solve);
  M = shares_matrix<T>(plan, lines, at.arms, M);
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) {
      T entry = scale[i] * scale[j] * M(i, j);
      if (i == j) entry += driven[i];
      const int row = plan.legs[i].index, column = plan.legs[j].index;
      matrix[row * n + column] = matrix[column * n + row] = entry;
    }
  }
}

template <typename T>
void forward_dynamics_by_plan(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                              const PlatformStateT<T>& motion, const T* forces, Guard<T>& guard, T* accelerations,
                              AccelerationT<T>& platform) {
  if (plan.translates())
    return forward_dynamics_of_arms<T>(plan, parameters, friction, motion, forces, guard, accelerations, platform);
  if (has_paired_legs(plan))
    return forward_dynamics_of_pairs<T>(plan, parameters, friction, motion, forces, guard, accelerations, platform);
  const int n = plan.size();
  PlatformStateT<T> coasting = motion;
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
  Matrix6T<T> M = platform_alone<T>(parameters.platform.moved, plan.flat_axis, motion.pose.R, moved.arm);
  part.enter(Part::leg_dynamics);
  // What legs push with while the platform does not accelerate, and their inertia with that of motors.
  const LegSurroundings<T> surroundings{motion.twist.w, parameters.gravity, friction, parameters.bands};
  std::array<LegForce<T>, most_legs> legs;
  for (int k = 0; k < n; ++k) {
    const RobotLeg& leg = plan.legs[k];
    legs[k] = leg_force<T>(parameters.legs[k], surroundings, moved.joints[k], guard);
    const T share = (forces[leg.index] - legs[k].offset) / legs[k].scale;
    const Vector3T<T> push = share * legs[k].line - legs[k].f;
    force += push;
    moment += cross<T>(moved.arms[k], push) - legs[k].moment;
    LegInertia<T> inertia = leg_inertia<T>(parameters.legs[k], moved.joints[k].r, guard);
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
    accelerations[plan.legs[k].index] = legs[k].acceleration + legs[k].line.dot(joint) / legs[k].scale;
  }
  platform = {dv + cross<T>(dw, moved.arm), dw};
}

template void mass_matrix_by_plan(const Plan&, const PlanParameters<Scalar>&, const PlacementT<Scalar>&, Guard<Scalar>&,
                                  Scalar*);
template void forward_dynamics_by_plan(const Plan&, const PlanParameters<Scalar>&, bool, const PlatformStateT<Scalar>&,
                                       const Scalar*, Guard<Scalar>&, Scalar*, AccelerationT<Scalar>&);

}  // namespace jourdain
