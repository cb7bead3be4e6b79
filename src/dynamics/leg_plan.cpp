#include "dynamics/leg_plan.hpp"

#include "dynamics/leg_balance.hpp"
#include "dynamics/legs/structural_zero.hpp"
#include "dynamics/wrenches.hpp"
#include "expression/scalar.hpp"

namespace jourdain {
namespace {

// The platform as a mass, dipoles L_ij along its axes at a centre, and a ball that only turns: the second moments are
// those of I = tr(L) - L, of which an equal part on all axes is the ball's. The centre is that of mass, where s
// vanishes, or the origin, where all this is linear in the parameters.
template <typename T>
struct PlatformMasses {
  T m, weight;  // what is moved and what gravity pulls at
  Vector3T<T> centre;
  Matrix3T<T> L;
  T ball;
  Vector3T<T> hanging;  // first moment about the centre of the weight beyond that of the masses
  Vector3T<T> s;        // first moment of the masses about the centre
};

// `thin` is the axis along which the platform needs no dipole.
template <typename T>
PlatformMasses<T> platform_masses(const RobotData& robot, const LoadedPlatform<T>& loaded,
                                  const LoadedPlatform<double>& value, int thin, bool linear) {
  const double unit_s = value.moved.m * robot.output_length;
  const bool centred = value.moved.m > 0 && !linear;
  const FrameInertia<T>& inertia = loaded.moved;
  PlatformMasses<T> masses{inertia.m, T(inertia.m + loaded.more), Vector3T<T>::Zero(), -inertia.I, T(0),
                           {},        Vector3T<T>::Zero()};
  if (!centred) masses.s = inertia.s;
  const T half_trace = T(0.5) * inertia.I.trace();
  for (int i = 0; i < 3; ++i) {
    masses.L(i, i) += half_trace;
    if (centred) masses.centre[i] = inertia.s[i] / inertia.m;
    const double hanging = value.more_s[i] - (centred ? value.more * value.moved.s[i] / value.moved.m : 0);
    masses.hanging[i] = unless_zero(T(loaded.more_s[i] - loaded.more * masses.centre[i]), hanging, unit_s);
  }
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) masses.L(i, j) -= masses.centre[i] * inertia.s[j];
  }
  const T equal = masses.L(thin, thin);
  for (int i = 0; i < 3; ++i) masses.L(i, i) = i == thin ? T(0) : T(masses.L(i, i) - equal);
  masses.ball = equal + equal;
  return masses;
}

// Newton and Euler: the force, and its moment with the platform's origin at `arm`. The accelerations of dipoles along
// the platform's axes are the columns of W R.
template <typename T>
Wrench<T> platform_wrench(const PlatformMasses<T>& platform, const Matrix3T<T>& R, const Matrix3T<T>& WR,
                          const AccelerationT<T>& acceleration, const Vector3T<T>& gravity, const Vector3T<T>& arm) {
  Wrench<T> wrench;
  wrench.force = platform.m * acceleration.a - platform.weight * gravity +
                 WR * Vector3T<T>(platform.m * platform.centre + platform.s);
  wrench.moment = platform.ball * acceleration.dw + cross<T>(arm + R * platform.centre, wrench.force);
  wrench.moment += cross<T>(R * platform.s, acceleration.a - gravity) - cross<T>(R * platform.hanging, gravity);
  for (int i = 0; i < 3; ++i) wrench.moment += cross<T>(R.col(i), WR * platform.L.col(i));
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

// Ball joints of a pair with mirrored tips and centres: what they have in common, plus and minus the rest.
template <typename T>
void pair_motions(const LegPlan& plan, const PlatformAxes<T>& platform, std::vector<JointMotion<T>>& motions) {
  const int n = plan.tips_across;
  for (std::size_t j = 0; j < plan.columns.size(); j += 2) {
    const BallLeg& leg = plan.legs[plan.columns[j]];
    Vector3 centre = leg.centre, apart = Vector3::Zero();
    apart[plan.across] = centre[plan.across] - plan.origin[plan.across];
    centre[plan.across] = plan.origin[plan.across];
    JointMotion<T> both{platform.p - centre.template cast<T>(), platform.v, platform.a};
    for (int i = 0; i < 3; ++i) {
      if (i == n) continue;
      both.r += platform.R.col(i) * T(leg.tip[i]);
      both.v += platform.wR.col(i) * T(leg.tip[i]);
      both.a += platform.WR.col(i) * T(leg.tip[i]);
    }
    const T tip(leg.tip[n]);
    const JointMotion<T> odd{platform.R.col(n) * tip - apart.template cast<T>(), platform.wR.col(n) * tip,
                             platform.WR.col(n) * tip};
    motions[plan.columns[j]] = {both.r + odd.r, both.v + odd.v, both.a + odd.a};
    motions[plan.columns[j + 1]] = {both.r - odd.r, both.v - odd.v, both.a - odd.a};
  }
}

// The ball joint of a leg, and the arm to it from the platform's point `reference`.
template <typename T>
void single_motion(const LegPlan& plan, const PlatformAxes<T>& platform, const Vector3T<T>& w, const Vector3& reference,
                   const BallLeg& leg, JointMotion<T>& joint, Vector3T<T>& arm) {
  const Vector3T<T> offset = (leg.tip - reference).template cast<T>();
  arm = platform.R * offset;
  joint = {platform.p - leg.centre.template cast<T>() + arm, platform.v, platform.a};
  for (int i = 0; i < 3; ++i) joint.a += platform.WR.col(i) * offset[i];
  if (plan.tips_from_columns) {
    for (int i = 0; i < 3; ++i) joint.v += platform.wR.col(i) * offset[i];
  } else {
    joint.v += cross<T>(w, arm);
  }
}

template <typename T>
void single_motions(const LegPlan& plan, const Vector3T<T>& w, BallMotions<T>& moved) {
  for (std::size_t k = 0; k < plan.legs.size(); ++k)
    single_motion(plan, moved.axes, w, moved.reference, plan.legs[k], moved.joints[k], moved.arms[k]);
}

// The same with sums that legs have in common, in the order of the platform's axes; arms reach from the first leg's
// ball joint, from which the platform's origin is at the arm that is returned.
template <typename T>
Vector3T<T> shared_motions(const LegPlan& plan, const PlatformAxes<T>& platform, std::vector<JointMotion<T>>& motions,
                           std::vector<Vector3T<T>>& arms) {
  for (std::size_t k = 0; k < plan.legs.size(); ++k) {
    JointMotion<T>& joint = motions[k];
    joint = {platform.p, platform.v, platform.a};
    for (int i = 0; i < 3; ++i) {
      const T tip(plan.legs[k].tip[i]);
      joint.r += platform.R.col(i) * tip;
      joint.v += platform.wR.col(i) * tip;
      joint.a += platform.WR.col(i) * tip;
    }
  }
  const Vector3T<T> first = motions[plan.columns[0]].r;
  for (std::size_t k = 0; k < plan.legs.size(); ++k) {
    arms[k] = motions[k].r - first;
    motions[k].r -= plan.legs[k].centre.template cast<T>();
  }
  return platform.p - first;
}

// What a leg does: its force with its moment, and the arm to its ball joint.
template <typename T>
struct LegEffect {
  Vector3T<T> arm, moment;
  LegForce<T> force;

  auto members() { return std::tie(arm, moment, force); }
};

// The moment of a leg's force: about the point that the balance is about; with centres in one plane the components
// across the vertical axis are about the leg's own centre, and with mirrored pairs all are.
template <typename T>
Vector3T<T> leg_moment(const LegPlan& plan, const Vector3T<T>& f, const Vector3T<T>& arm, const Vector3T<T>& r) {
  const int z = plan.vertical, x = (z + 1) % 3, y = (z + 2) % 3;
  if (plan.balance == LegBalance::general) return cross<T>(arm, f);
  const Vector3T<T>& lever = plan.balance == LegBalance::mirrored ? r : arm;
  Vector3T<T> moment;
  moment[x] = -(r[z] * f[y]);
  moment[y] = r[z] * f[x];
  moment[z] = lever[x] * f[y] - lever[y] * f[x];
  return moment;
}

// Forces at the ball joints have no vertical component. The vertical moment about a point in the centres' plane takes
// the forces' moments about the arms' common end, or pairs of centres.
template <typename T>
void add_on_plane(const LegPlan& plan, const std::vector<LegEffect<T>>& legs, const Vector3T<T>& arm,
                  Wrench<T>& wrench) {
  const int z = plan.vertical, x = (z + 1) % 3, y = (z + 2) % 3;
  Vector3T<T> force = Vector3T<T>::Zero();
  T turn(0);
  const bool mirrored = plan.balance == LegBalance::mirrored;
  const double sign = (plan.across == y) ? 1 : -1;
  const int along = 3 - z - plan.across, across = plan.across;
  for (std::size_t j = 0; j < legs.size(); ++j) {
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
LoadedPlatform<T> sum_on_platform(const RobotData& robot, const std::vector<BallLeg>& legs,
                                  const TreeParameters<T>& parameters, bool payload) {
  LoadedPlatform<T> sum;
  FrameInertia<T>& moved = sum.moved;
  moved = node_inertia(robot, parameters, payload, robot.tree.platform_node);
  for (const BallLeg& leg : legs) {
    const BallMass<T> m = ball_mass(robot, leg, parameters);
    const Vector3& t = leg.tip;
    moved.m += m.moved;
    moved.s += m.moved * t.template cast<T>();
    const Matrix3 I = t.squaredNorm() * Matrix3::Identity() - t * t.transpose();
    moved.I += m.moved * I.template cast<T>();
    sum.more += m.hanging;
    sum.more_s += m.hanging * t.template cast<T>();
  }
  return sum;
}

template <typename T>
LoadedPlatform<T> loaded_platform(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                                  bool payload) {
  const PartScope<T> part(Part::platform);
  LoadedPlatform<T> result = sum_on_platform(robot, plan.legs, parameters, payload);
  const LoadedPlatform<double> value = sum_on_platform(robot, plan.legs, robot.parameters, payload);
  const double s = value.moved.m * robot.output_length, I = s * robot.output_length;
  FrameInertia<T>& moved = result.moved;
  for (int i = 0; i < 3; ++i) {
    moved.s[i] = unless_zero(moved.s[i], value.moved.s[i], s);
    for (int j = 0; j < 3; ++j) moved.I(i, j) = unless_zero(moved.I(i, j), value.moved.I(i, j), I);
  }
  return result;
}

template <typename T>
Wrench<T> loaded_platform_wrench(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                                 bool payload, const PlatformMotion<T>& motion, const BallMotions<T>& moved,
                                 bool linear) {
  const PartScope<T> part(Part::platform);
  const PlatformMasses<T> masses =
      platform_masses(robot, loaded_platform(robot, plan, parameters, payload),
                      loaded_platform(robot, plan, robot.parameters, payload), plan.thin, linear);
  return platform_wrench(masses, motion.pose.R, moved.axes.WR, motion.acceleration, parameters.gravity, moved.arm);
}

template <typename T>
BallMotions<T> ball_motions(const LegPlan& plan, const PlatformMotion<T>& motion) {
  PartScope<T> part(Part::platform);
  const auto& [pose, twist, acceleration] = motion;
  BallMotions<T> result;
  PlatformAxes<T>& axes = result.axes;
  axes.p = pose.p;
  axes.v = twist.v;
  axes.a = acceleration.a;
  axes.R = pose.R;
  axes.WR = rotation_acceleration(twist.w, acceleration.dw) * pose.R;
  for (int i = 0; i < 3; ++i) axes.wR.col(i) = cross<T>(twist.w, pose.R.col(i));
  result.arm = pose.p - plan.origin.template cast<T>();
  result.joints.resize(plan.legs.size());
  result.arms.resize(plan.legs.size());
  const bool general = plan.balance == LegBalance::general;
  const int first = plan.columns[0];
  if (plan.balance == LegBalance::mirrored && plan.tips_across >= 0) {
    part.enter(Part::leg_kinematics);
    pair_motions(plan, axes, result.joints);
    for (std::size_t k = 0; k < plan.legs.size(); ++k) {
      result.arms[k] = pose.R * plan.legs[k].tip.template cast<T>();
    }
  } else if (plan.tips_from_first) {
    result.reference = plan.legs[first].tip;
    const Vector3T<T> q = pose.R * result.reference.template cast<T>();
    result.arm = -q;
    axes.p += q;
    axes.v += cross<T>(twist.w, q);
    axes.a += axes.WR * result.reference.template cast<T>();
    part.enter(Part::leg_kinematics);
    single_motions(plan, twist.w, result);
  } else if (general && plan.tips_from_columns) {
    part.enter(Part::leg_kinematics);
    result.arm = shared_motions(plan, axes, result.joints, result.arms);
  } else {
    part.enter(Part::leg_kinematics);
    single_motions(plan, twist.w, result);
    if (general) {
      result.arm = -result.arms[first];
      for (Vector3T<T>& arm : result.arms) arm += result.arm;
    }
  }
  return result;
}

template <typename T>
void inverse_dynamics_by_legs(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                              bool friction, bool payload, const PlatformMotion<T>& motion, const DeadBands<T>& bands,
                              Guard<T>& guard, T* forces, bool linear, const Repeat<T>& repeat) {
  const std::size_t n = plan.legs.size();
  const bool general = plan.balance == LegBalance::general;
  const BallMotions<T> moved = ball_motions(plan, motion);
  Wrench<T> wrench = loaded_platform_wrench(robot, plan, parameters, payload, motion, moved, linear);
  const LegSurroundings<T> surroundings{motion.twist.w, parameters.gravity, friction, bands, linear && general};
  PartScope<T> part(Part::leg_dynamics);
  const std::vector<LegEffect<T>> legs = repeat("leg", n, [&](std::size_t k) {
    LegEffect<T> effect{moved.arms[k], {}, {}};
    JointMotion<T> joint = moved.joints[k];
    if (repeat.in_stages())
      single_motion(plan, moved.axes, motion.twist.w, moved.reference, plan.legs[k], joint, effect.arm);
    effect.force = leg_force(robot, plan.legs[k], parameters, surroundings, joint, guard);
    effect.moment = leg_moment<T>(plan, effect.force.f, effect.arm, joint.r);
    return effect;
  });
  std::vector<Vector3T<T>> lines(n), arms(n);
  for (std::size_t k = 0; k < n; ++k) {
    arms[k] = legs[k].arm;
    lines[k] = legs[k].force.line;
    wrench.moment += legs[k].force.moment;
    if (general) {
      wrench.force += legs[k].force.f;
      wrench.moment += legs[k].moment;
    }
  }
  if (!general) add_on_plane(plan, legs, moved.arm, wrench);
  part.enter(Part::solve);
  T t[6];
  solve_balance(plan, lines, arms, wrench, t);
  for (std::size_t k = 0; k < n; ++k) {
    forces[plan.legs[k].actuator] = legs[k].force.scale * t[k] + legs[k].force.offset;
  }
}

template LoadedPlatform<Scalar> sum_on_platform(const RobotData&, const std::vector<BallLeg>&,
                                                const TreeParameters<Scalar>&, bool);
template LoadedPlatform<Scalar> loaded_platform(const RobotData&, const LegPlan&, const TreeParameters<Scalar>&, bool);
template Wrench<Scalar> loaded_platform_wrench(const RobotData&, const LegPlan&, const TreeParameters<Scalar>&, bool,
                                               const PlatformMotion<Scalar>&, const BallMotions<Scalar>&, bool);
template BallMotions<Scalar> ball_motions(const LegPlan&, const PlatformMotion<Scalar>&);
template void inverse_dynamics_by_legs(const RobotData&, const LegPlan&, const TreeParameters<Scalar>&, bool, bool,
                                       const PlatformMotion<Scalar>&, const DeadBands<Scalar>&, Guard<Scalar>&, Scalar*,
                                       bool, const Repeat<Scalar>&);

}  // namespace jourdain
