// Numbers in brackets are equations of docs/theory.md, section 13.
#include "legs/plan_parameters.hpp"

#include "expression/scalar.hpp"
#include "legs/robot_data.hpp"

namespace jourdain {
namespace {

// The platform with the legs' point masses at its joints (13.1); masses that only gravity pulls at are summed apart.
template <typename T>
LoadedPlatform<T> load_platform(const Plan& plan, const std::vector<LegKernel<T>>& legs,
                                const FrameInertia<T>& platform) {
  LoadedPlatform<T> sum;
  FrameInertia<T>& moved = sum.moved;
  moved = platform;
  for (std::size_t k = 0; k < plan.legs.size(); ++k) {
    const BallMass<T> m = ball_mass<T>(legs[k]);
    const Vector3& t = plan.legs[k].tip;
    moved.m += m.moved;
    moved.s += m.moved * t.template cast<T>();
    // The inertia of a unit mass at t.
    const Matrix3 I = t.squaredNorm() * Matrix3::Identity() - t * t.transpose();
    moved.I += m.moved * I.template cast<T>();
    // Weight beyond the moved mass: of bars, CB (12.1).
    sum.gravity_only += m.gravity_only;
    sum.gravity_only_s += m.gravity_only * t.template cast<T>();
  }
  return sum;
}

// What vanishes in the model becomes 0, which the tracer drops: values decide, of the same sums on numbers.
template <typename T>
void leave_out_zeros(const RobotData& robot, const LoadedPlatform<double>& value, LoadedPlatform<T>& loaded,
                     DroppedSums<T>& dropped) {
  // First moments against m l, moments of inertia against m l^2.
  const double s = value.moved.m * robot.output_length, I = s * robot.output_length;
  FrameInertia<T>& moved = loaded.moved;
  for (int i = 0; i < 3; ++i) {
    moved.s[i] = unless_zero(moved.s[i], value.moved.s[i], s, dropped);
    for (int j = i; j < 3; ++j)
      moved.I(i, j) = moved.I(j, i) = unless_zero(moved.I(i, j), value.moved.I(i, j), I, dropped);
  }
}

// The platform as a mass at a centre, dipoles and a ball (13.3). `flat_axis` is the axis along which it needs no
// dipole.
template <typename T>
PlatformMasses<T> platform_masses(const RobotData& robot, const LoadedPlatform<T>& loaded,
                                  const LoadedPlatform<double>& value, int flat_axis, bool linear,
                                  DroppedSums<T>& dropped) {
  const double unit_s = value.moved.m * robot.output_length;
  // About the centre of mass, unless there is no mass, or sums must stay linear in the parameters.
  const bool centred = value.moved.m > 0 && !linear;
  const FrameInertia<T>& inertia = loaded.moved;
  PlatformMasses<T> masses{
      inertia.m, T(inertia.m + loaded.gravity_only), Vector3T<T>::Zero(), -inertia.I, T(0), {}, Vector3T<T>::Zero()};
  if (!centred) masses.s = inertia.s;
  // Second moments L = tr(I) / 2 - I about the origin, and what gravity sees beyond the masses, about the centre.
  const T half_trace = T(0.5) * inertia.I.trace();
  for (int i = 0; i < 3; ++i) {
    masses.L(i, i) += half_trace;
    if (centred) masses.centre[i] = inertia.s[i] / inertia.m;
    const double gravity_only_s =
        value.gravity_only_s[i] - (centred ? value.gravity_only * value.moved.s[i] / value.moved.m : 0);
    masses.gravity_only_s[i] = unless_zero(T(loaded.gravity_only_s[i] - loaded.gravity_only * masses.centre[i]),
                                           gravity_only_s, unit_s, dropped);
  }
  // Steiner: L about the centre c is L - c s^T.
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) masses.L(i, j) -= masses.centre[i] * inertia.s[j];
  }
  // An equal part lambda on all axes is a ball that only turns, with the moment 2 lambda dw (13.2).
  const T equal = masses.L(flat_axis, flat_axis);
  for (int i = 0; i < 3; ++i) masses.L(i, i) = i == flat_axis ? T(0) : T(masses.L(i, i) - equal);
  masses.ball = equal + equal;
  return masses;
}

// Kernels in the plan's order of legs.
template <typename T>
std::vector<LegKernel<T>> parameters_of_legs(const RobotData& robot, const Plan& plan,
                                             const TreeParameters<T>& parameters, bool linear,
                                             DroppedSums<T>& dropped) {
  std::vector<LegKernel<T>> legs;
  for (const RobotLeg& leg : plan.legs) legs.push_back(leg_kernel(robot, leg, parameters, linear, dropped));
  return legs;
}

// The loaded platform of the model, with all entries.
LoadedPlatform<double> platform_of_model(const RobotData& robot, const Plan& plan, bool payload) {
  DroppedSums<double> dropped;
  return load_platform(plan, parameters_of_legs(robot, plan, robot.parameters, false, dropped),
                       node_inertia(robot, robot.parameters, payload, robot.tree.platform_node));
}

}  // namespace

template <typename T>
PlanParameters<T> plan_parameters(const RobotData& robot, const Plan& plan, const TreeParameters<T>& parameters,
                                  bool payload, const DeadBands<T>& bands, bool linear) {
  const PartScope<T> part(Part::platform);
  PlanParameters<T> result;
  result.gravity = parameters.gravity;
  result.bands = bands;
  result.linear = linear;
  // Kernels first: what they count with the platform depends on their parameters.
  result.legs = parameters_of_legs(robot, plan, parameters, linear && plan.balance == Balance::general, result.dropped);
  result.platform =
      load_platform(plan, result.legs, node_inertia(robot, parameters, payload, robot.tree.platform_node));
  // A platform that only translates needs its mass alone.
  if (plan.translates()) return result;
  // The model's own values decide what is a structural zero, whatever the parameters are.
  LoadedPlatform<double> value = platform_of_model(robot, plan, payload);
  leave_out_zeros(robot, value, result.platform, result.dropped);
  DroppedSums<double> ignored;
  leave_out_zeros(robot, LoadedPlatform<double>(value), value, ignored);
  result.masses = platform_masses(robot, result.platform, value, plan.flat_axis, linear, result.dropped);
  return result;
}

template PlanParameters<Scalar> plan_parameters(const RobotData&, const Plan&, const TreeParameters<Scalar>&, bool,
                                                const DeadBands<Scalar>&, bool);

}  // namespace jourdain
