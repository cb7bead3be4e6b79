#include "legs/ball_motions.hpp"

#include "expression/scalar.hpp"
#include "legs/platform_equations.hpp"

namespace jourdain {
namespace {

// Ball joints of a pair with mirrored tips and centres: what they have in common, plus and minus the rest.
template <typename T>
void pair_motions(const Plan& plan, const PlatformAxes<T>& platform, std::array<TipMotion<T>, most_legs>& motions) {
  const int n = plan.tips_across;
  for (std::size_t j = 0; j < plan.columns.size(); j += 2) {
    const RobotLeg& leg = plan.legs[plan.columns[j]];
    Vector3 centre = leg.centre, to_centre = Vector3::Zero();
    to_centre[plan.across] = centre[plan.across] - plan.origin[plan.across];
    centre[plan.across] = plan.origin[plan.across];
    TipMotion<T> both{platform.p - centre.template cast<T>(), platform.v, platform.a};
    for (int i = 0; i < 3; ++i) {
      if (i == n) continue;
      both.r += platform.R.col(i) * T(leg.tip[i]);
      both.v += platform.wR.col(i) * T(leg.tip[i]);
      both.a += platform.WR.col(i) * T(leg.tip[i]);
    }
    const T tip(leg.tip[n]);
    const TipMotion<T> odd{platform.R.col(n) * tip - to_centre.template cast<T>(), platform.wR.col(n) * tip,
                           platform.WR.col(n) * tip};
    motions[plan.columns[j]] = {both.r + odd.r, both.v + odd.v, both.a + odd.a};
    motions[plan.columns[j + 1]] = {both.r - odd.r, both.v - odd.v, both.a - odd.a};
  }
}

template <typename T>
void single_motions(const Plan& plan, const Vector3T<T>& w, BallMotions<T>& moved) {
  for (std::size_t k = 0; k < plan.legs.size(); ++k)
    single_motion(plan, moved, w, plan.legs[k], moved.joints[k], moved.arms[k]);
}

// The same with sums that legs have in common, in the order of the platform's axes; arms reach from the first leg's
// ball joint, from which the platform's origin is at the arm that is returned.
template <typename T>
Vector3T<T> shared_motions(const Plan& plan, const PlatformAxes<T>& platform,
                           std::array<TipMotion<T>, most_legs>& motions, std::array<Vector3T<T>, most_legs>& arms) {
  for (std::size_t k = 0; k < plan.legs.size(); ++k) {
    TipMotion<T>& joint = motions[k];
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

}  // namespace

template <typename T>
void single_motion(const Plan& plan, const BallMotions<T>& moved, const Vector3T<T>& w, const RobotLeg& leg,
                   TipMotion<T>& joint, Vector3T<T>& arm) {
  const PlatformAxes<T>& platform = moved.axes;
  const Vector3T<T> offset = (leg.tip - moved.reference).template cast<T>();
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
BallMotions<T> ball_motions(const Plan& plan, const PlatformStateT<T>& motion) {
  PartScope<T> part(Part::platform);
  const auto& [pose, twist, acceleration] = motion;
  BallMotions<T> result;
  if (plan.translates()) {
    result.joints.fill({pose.p, twist.v, acceleration.a});
    return result;
  }
  PlatformAxes<T>& axes = result.axes;
  axes.p = pose.p;
  axes.v = twist.v;
  axes.a = acceleration.a;
  axes.R = pose.R;
  axes.WR = rotation_acceleration(twist.w, acceleration.dw) * pose.R;
  for (int i = 0; i < 3; ++i) axes.wR.col(i) = cross<T>(twist.w, pose.R.col(i));
  result.arm = pose.p - plan.origin.template cast<T>();
  const bool general = plan.balance == Balance::general;
  const int first = plan.columns[0];
  if (plan.balance == Balance::mirrored && plan.tips_across >= 0) {
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

template BallMotions<Scalar> ball_motions(const Plan&, const PlatformStateT<Scalar>&);
template void single_motion(const Plan&, const BallMotions<Scalar>&, const Vector3T<Scalar>&, const RobotLeg&,
                            TipMotion<Scalar>&, Vector3T<Scalar>&);

}  // namespace jourdain
