#include "core/symmetric_solve.hpp"
#include "expression/scalar.hpp"
#include "legs/plan_steps.hpp"

namespace jourdain {
namespace {

template <typename X>
using PerLeg = std::array<X, most_legs>;

// Sums of a value over all legs, and of its products with the coordinates of arms.
template <typename T>
struct ArmSums {
  T sum = T(0);
  Vector3T<T> first = Vector3T<T>::Zero();
  Matrix3T<T> second = Matrix3T<T>::Zero();
};

// The point that arms begin at: between the tips of the first pair.
Vector3 reference_of(const Plan& plan) {
  Vector3 reference = plan.legs[plan.columns[0]].tip;
  reference[plan.tips_across] = 0;
  return reference;
}

// Arms of a pair differ in the sign of one coordinate.
template <typename T>
ArmSums<T> arm_sums(const Plan& plan, const PerLeg<T>& x) {
  ArmSums<T> result;
  for (std::size_t j = 0; j < plan.columns.size(); j += 2) {
    const Vector3 arm = plan.legs[plan.columns[j]].tip - reference_of(plan);
    const T &one = x[plan.columns[j]], &other = x[plan.columns[j + 1]];
    const T sum = one + other, difference = one - other;
    result.sum += sum;
    for (int i = 0; i < 3; ++i) {
      result.first[i] += T(arm[i]) * (i == plan.tips_across ? difference : sum);
      for (int k = i; k < 3; ++k) {
        const bool odd = (i == plan.tips_across) != (k == plan.tips_across);
        result.second(i, k) += T(arm[i] * arm[k]) * (odd ? difference : sum);
        result.second(k, i) = result.second(i, k);
      }
    }
  }
  return result;
}

// Ball joints from their legs' centres, in the platform's axes.
template <typename T>
LegLines<T> seen_from_platform(const Plan& plan, const PlacementT<T>& pose) {
  LegLines<T> seen;
  const Vector3T<T> p = pose.R.transpose() * (pose.p - plan.origin.template cast<T>());
  for (std::size_t k = 0; k < plan.legs.size(); ++k) {
    const Vector3 centre = plan.legs[k].centre - plan.origin;
    seen[k] = p;
    // The coordinate in which pairs differ comes last.
    for (int i = 1; i <= 3; ++i) {
      const int c = (plan.across + i) % 3;
      seen[k] -= pose.R.row(c).transpose() * T(centre[c]);
    }
    seen[k] += plan.legs[k].tip.template cast<T>();
  }
  return seen;
}

// Inertia of platform and legs as sums over M_k, u_i M_k and u_i u_j M_k with arms u, entry by entry.
template <typename T>
struct InertiaSums {
  ArmSums<T> of[3][3];

  InertiaSums(const Plan& plan, const PerLeg<Matrix3T<T>>& M, const FrameInertia<T>& platform) {
    const Vector3T<T> u = reference_of(plan).template cast<T>(), s = platform.s - platform.m * u;
    const Matrix3T<T> L = second_moments(platform) - platform.s * u.transpose() - u * s.transpose();
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) {
        PerLeg<T> entries;
        for (std::size_t k = 0; k < plan.legs.size(); ++k) entries[k] = M[k](i, j);
        of[i][j] = arm_sums(plan, entries);
        if (i == j) {
          of[i][j].sum += platform.m;
          of[i][j].first += s;
          of[i][j].second += L;
        }
        of[j][i] = of[i][j];
      }
    }
  }

  // M of velocity and angular velocity, v_k = v + w x u.
  Matrix6T<T> matrix() const {
    Matrix6T<T> result;
    for (int a = 0; a < 3; ++a) {
      const int a1 = (a + 1) % 3, a2 = (a + 2) % 3;
      for (int b = 0; b < 3; ++b) {
        const int b1 = (b + 1) % 3, b2 = (b + 2) % 3;
        result(a, b) = of[a][b].sum;
        result(a, 3 + b) = result(3 + b, a) = of[a][b2].first[b1] - of[a][b1].first[b2];
        result(3 + a, 3 + b) = of[a2][b2].second(a1, b1) - of[a2][b1].second(a1, b2) - of[a1][b2].second(a2, b1) +
                               of[a1][b1].second(a2, b2);
      }
    }
    return result;
  }

  // The wrench of accelerations W u.
  Wrench<T> wrench(const Matrix3T<T>& W) const {
    Wrench<T> result{Vector3T<T>::Zero(), Vector3T<T>::Zero()};
    Matrix3T<T> with_arm = Matrix3T<T>::Zero();  // column i: sum of u_i f
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        result.force[a] += W.row(b).dot(of[a][b].first);
        for (int i = 0; i < 3; ++i) with_arm(a, i) += W.row(b).dot(of[a][b].second.col(i));
      }
    }
    for (int i = 0; i < 3; ++i) {
      const int a = (i + 1) % 3, b = (i + 2) % 3;
      result.moment[i] = with_arm(b, a) - with_arm(a, b);
    }
    return result;
  }
};

// Forces at the ball joints, in base axes, as a wrench in the platform's.
template <typename T>
Wrench<T> sum_of_pushes(const Plan& plan, const Matrix3T<T>& R, const LegLines<T>& push) {
  Vector3T<T> force;
  Matrix3T<T> with_arm;  // column i: sum of u_i f
  for (int c = 0; c < 3; ++c) {
    PerLeg<T> x;
    for (std::size_t k = 0; k < plan.legs.size(); ++k) x[k] = push[k][c];
    const ArmSums<T> sums = arm_sums(plan, x);
    force[c] = sums.sum;
    with_arm.row(c) = sums.first.transpose();
  }
  Wrench<T> result{R.transpose() * force, {}};
  for (int i = 0; i < 3; ++i) {
    const int a = (i + 1) % 3, b = (i + 2) % 3;
    result.moment[i] = R.col(b).dot(with_arm.col(a)) - R.col(a).dot(with_arm.col(b));
  }
  return result;
}

}  // namespace

template <typename T>
// One system of equations, whose sums belong together. NOLINTNEXTLINE(readability-function-size)
void forward_dynamics_of_pairs(const Plan& plan, const PlanParameters<T>& parameters, bool friction,
                               const PlatformStateT<T>& motion, const T* forces, Guard<T>& guard, T* accelerations,
                               AccelerationT<T>& platform) {
  const std::size_t n = plan.legs.size();
  const Matrix3T<T>& R = motion.pose.R;
  PlatformStateT<T> coasting = motion;
  coasting.acceleration = {};
  BallMotions<T> moved = ball_motions(plan, coasting);
  PartScope<T> part(Part::leg_kinematics);
  const LegLines<T> seen = seen_from_platform(plan, motion.pose);
  part.enter(Part::leg_dynamics);
  // What legs push with while their ball joints do not accelerate, and their inertia with that of motors.
  const LegSurroundings<T> surroundings{motion.twist.w, parameters.gravity, friction, parameters.bands};
  PerLeg<LegForce<T>> legs;
  PerLeg<Matrix3T<T>> M;
  LegLines<T> push;
  PerLeg<T> lever;
  Vector3T<T> of_balls = Vector3T<T>::Zero();
  for (std::size_t k = 0; k < n; ++k) {
    const RobotLeg& leg = plan.legs[k];
    moved.joints[k].a = Vector3T<T>::Zero();
    legs[k] = leg_force<T>(parameters.legs[k], surroundings, moved.joints[k], guard);
    push[k] = (forces[leg.index] - legs[k].offset) / legs[k].scale * legs[k].line - legs[k].f;
    of_balls += legs[k].moment;
    const auto& [shape, masses] = std::get<0>(parameters.legs[k]);
    const TelescopicInertia<T> inertia = telescopic_inertia<T>(shape, masses, moved.joints[k].r, R, seen[k]);
    M[k] = inertia.M;
    lever[k] = inertia.lever;
    const Vector3T<T> driven = inertia.driven / (lever[k] * lever[k]) * seen[k];
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) M[k](i, j) = M[k](j, i) = M[k](i, j) + driven[i] * seen[k][j];
    }
  }
  // All else that drives the platform: gravity, friction of ball joints, and the rotation with its reference at rest.
  const LoadedPlatform<T>& loaded = parameters.platform;
  const InertiaSums<T> sums(plan, M, loaded.moved);
  part.enter(Part::platform);
  const Vector3T<T> w = R.transpose() * motion.twist.w, g = R.transpose() * parameters.gravity;
  const Matrix3T<T> W = w * w.transpose() - w.squaredNorm() * Matrix3T<T>::Identity();
  part.enter(Part::leg_dynamics);
  const Wrench<T> pushed = sum_of_pushes(plan, R, push), turned = sums.wrench(W);
  const T weight = loaded.moved.m + loaded.gravity_only;
  const Vector3T<T> gravity_s = loaded.moved.s + loaded.gravity_only_s - weight * reference_of(plan).template cast<T>();
  const Vector3T<T> force = pushed.force - turned.force + weight * g;
  const Vector3T<T> moment = pushed.moment - turned.moment + cross<T>(gravity_s, g) - R.transpose() * of_balls;
  part.enter(Part::solve);
  T a[6];
  for (int i = 0; i < 3; ++i) a[i] = force[i], a[3 + i] = moment[i];
  Matrix6T<T> A = sums.matrix();
  solve_symmetric(A, a);
  // The motors' accelerations follow from those of the ball joints.
  Matrix3T<T> turn;
  turn << T(0), -a[5], a[4], a[5], T(0), -a[3], -a[4], a[3], T(0);
  turn += W;
  for (std::size_t k = 0; k < n; ++k) {
    const Vector3 arm = plan.legs[k].tip - reference_of(plan);
    Vector3T<T> joint(a[0], a[1], a[2]);
    // The coordinate in which pairs differ comes last.
    for (int i = 1; i <= 3; ++i) {
      const int c = (plan.tips_across + i) % 3;
      joint += turn.col(c) * T(arm[c]);
    }
    accelerations[plan.legs[k].index] = legs[k].acceleration + seen[k].dot(joint) / lever[k];
  }
  const Vector3T<T> to_origin = -reference_of(plan).template cast<T>();
  platform = {R * Vector3T<T>(Vector3T<T>(a[0], a[1], a[2]) + turn * to_origin), R * Vector3T<T>(a[3], a[4], a[5])};
}

template void forward_dynamics_of_pairs(const Plan&, const PlanParameters<Scalar>&, bool, const PlatformStateT<Scalar>&,
                                        const Scalar*, Guard<Scalar>&, Scalar*, AccelerationT<Scalar>&);

}  // namespace jourdain
