#include "expression/scalar.hpp"
#include "legs/platform_equations.hpp"
#include "legs/wrench_balance.hpp"

namespace jourdain {
namespace {

// What a leg does: its force with its moment, and the arm to its ball joint.
template <typename T>
struct LegEffect {
  Vector3T<T> arm, moment;
  LegForce<T> force;

  auto members() { return std::tie(arm, moment, force); }
};

// The moment of a leg's force: about the point that the balance is about; with centres in one plane the components
// across the axial axis are about the leg's own centre, and with mirrored pairs all are.
template <typename T>
Vector3T<T> leg_moment(const Plan& plan, const Vector3T<T>& f, const Vector3T<T>& arm, const Vector3T<T>& r) {
  const int z = plan.axial, x = (z + 1) % 3, y = (z + 2) % 3;
  if (plan.balance == Balance::general) return cross<T>(arm, f);
  const Vector3T<T>& lever = plan.balance == Balance::mirrored ? r : arm;
  Vector3T<T> moment;
  moment[x] = -(r[z] * f[y]);
  moment[y] = r[z] * f[x];
  moment[z] = lever[x] * f[y] - lever[y] * f[x];
  return moment;
}

// Forces at the ball joints have no axial component. The axial moment about a point in the centres' plane takes
// the forces' moments about the arms' common end, or pairs of centres.
template <typename T>
void add_on_plane(const Plan& plan, const std::array<LegEffect<T>, most_legs>& legs, const Vector3T<T>& arm,
                  Wrench<T>& wrench) {
  const int z = plan.axial, x = (z + 1) % 3, y = (z + 2) % 3;
  Vector3T<T> force = Vector3T<T>::Zero();
  T turn(0);
  const bool mirrored = plan.balance == Balance::mirrored;
  const double sign = (plan.across == y) ? 1 : -1;
  const int along = 3 - z - plan.across, across = plan.across;
  for (int j = 0; j < plan.size(); ++j) {
    const LegEffect<T>& leg = legs[plan.columns[j]];
    const Vector3T<T>& f = leg.force.f;
    wrench.moment[x] += leg.moment[x];
    wrench.moment[y] += leg.moment[y];
    turn += leg.moment[z];
    if (!mirrored) force += f;
    if (!mirrored || j % 2 == 0) continue;
    const Vector3T<T>& first = legs[plan.columns[j - 1]].force.f;
    const Vector3 A = plan.legs[plan.columns[j - 1]].centre - plan.origin;
    const Vector3T<T> sum = first + f;
    force += sum;
    turn += T(sign * A[along]) * sum[across] - T(sign * A[across]) * (first[along] - f[along]);
  }
  if (!mirrored) turn += arm[x] * force[y] - arm[y] * force[x];
  wrench.force += force;
  wrench.moment[z] += turn;
}

}  // namespace

template <typename T>
void inverse_dynamics_by_plan(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                              const PlatformStateT<T>& motion, Guard<T>& guard, T* forces, const Repeat<T>& repeat) {
  const int n = plan.size();
  const bool general = plan.balance == Balance::general, translates = plan.translates();
  const BallMotions<T> moved = ball_motions(plan, motion);
  PartScope<T> part(Part::platform);
  Wrench<T> wrench;
  if (translates) {
    wrench.force = force_on_platform<T>(parameters, motion.acceleration.a);
  } else {
    wrench = platform_wrench<T>(parameters.masses, motion.pose.R, moved.axes.WR, motion.acceleration,
                                parameters.gravity, moved.arm);
  }
  part.enter(Part::leg_dynamics);
  const LegSurroundings<T> surroundings{motion.twist.w, parameters.gravity, friction, parameters.bands,
                                        parameters.linear && general};
  std::array<LegEffect<T>, most_legs> legs;
  repeat("leg", n, legs, [&](int k, LegEffect<T>& effect) {
    const RobotLeg& leg = plan.legs[k];
    TipMotion<T> joint = moved.joints[k];
    effect.arm = moved.arms[k];
    if (repeat.in_stages() && !translates) single_motion(plan, moved, motion.twist.w, leg, joint, effect.arm);
    effect.force = leg_force(parameters.legs[k], surroundings, joint, guard);
    if (!translates) effect.moment = leg_moment<T>(plan, effect.force.f, effect.arm, joint.r);
  });
  LegLines<T> lines, arms;
  lines.fill(Vector3T<T>::Zero());
  arms.fill(Vector3T<T>::Zero());
  for (int k = 0; k < n; ++k) {
    const LegForce<T>& force = legs[k].force;
    arms[k] = legs[k].arm;
    lines[k] = force.line;
    if (translates || general) wrench.force += force.f;
    if (!translates) wrench.moment += force.moment;
    if (general) wrench.moment += legs[k].moment;
  }
  if (!general && !translates) add_on_plane<T>(plan, legs, moved.arm, wrench);
  part.enter(Part::solve);
  T t[most_legs];
  solve_balance<T>(plan, lines, arms, wrench, t);
  for (int k = 0; k < n; ++k) {
    forces[plan.legs[k].index] = legs[k].force.scale * t[k] + legs[k].force.offset;
  }
}

template void inverse_dynamics_by_plan(const Plan&, const PlanParameters<Scalar>&, bool, const PlatformStateT<Scalar>&,
                                       Guard<Scalar>&, Scalar*, const Repeat<Scalar>&);

}  // namespace jourdain
