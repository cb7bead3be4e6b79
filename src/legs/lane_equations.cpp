// Numbers in brackets are equations of docs/theory.md, sections 8 and 15.
#include "core/elimination_impl.hpp"
#include "core/symmetric_solve.hpp"
#include "expression/scalar.hpp"
#include "legs/arm_equations.hpp"
#include "legs/lane_plan.hpp"
#include "legs/platform_equations.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

using VectorL = Vector3T<Lanes>;
using MatrixL = Matrix3T<Lanes>;

VectorL both(const Vector3& x) { return {Lanes(x[0]), Lanes(x[1]), Lanes(x[2])}; }
MatrixL both(const Matrix3& x) { return x.cast<Lanes>(); }

Vector3 sum(const VectorL& x) { return {x[0].sum(), x[1].sum(), x[2].sum()}; }

// Of one leg in both lanes only the first counts.
void count_once(const LegsInLanes& pair, auto&... x) {
  if (pair.count() == 2) return;
  ((x = x * Lanes(1, 0)), ...);
}

// What legs see of the platform: its reference point and axes. WR: columns W R_i, accelerations of its axes.
struct PlatformInLanes {
  VectorL p, v, a, w;
  MatrixL R, WR;
  Vector3 arm;  // from the reference to the platform's origin
  Matrix3 of_WR;

  PlatformInLanes(const LanePlan& plan, const PlatformState& motion) {
    const auto& [pose, twist, acceleration] = motion;
    of_WR = rotation_acceleration<double>(twist.w, acceleration.dw) * pose.R;
    // The reference is at x - arm, with the velocity v - w x arm and the acceleration a + W R reference.
    arm = -(pose.R * plan.reference);
    p = both(Vector3(pose.p - arm));
    v = both(Vector3(twist.v - cross<double>(twist.w, arm)));
    a = both(Vector3(acceleration.a + of_WR * plan.reference));
    w = both(twist.w);
    R = both(pose.R);
    WR = both(of_WR);
  }

  // The motion of two ball joints, and the arms to them.
  TipMotion<Lanes> tips(const LegsInLanes& legs, VectorL& to_tip) const {
    // q = R t; r from the leg's centre, v + w x q, a + W R t.
    to_tip = R * legs.tip;
    return {to_tip + p - legs.centre, v + cross<Lanes>(w, to_tip), a + WR * legs.tip};
  }
};

// Angular velocity, gravity and dead bands, the same in both lanes.
LegSurroundings<Lanes> surroundings_of(const LanePlan& plan, const VectorL& w, bool friction) {
  const DeadBands<double>& bands = plan.parameters.bands;
  return {w,
          both(plan.parameters.gravity),
          friction,
          {{Lanes(bands.turn.rate), Lanes(bands.turn.inverse)}, {Lanes(bands.slide.rate), Lanes(bands.slide.inverse)}}};
}

// Margins of all legs (15.1), until the end as squares: one root for all.
class LegMargins {
 public:
  void note(const Plan& plan, const LegsInLanes& legs, const LegForce<Lanes>& force, PlanReport& report) {
    // |line| is the length over the axial part; scale over |line| is one over |n|, the motor's lever.
    const Lanes line2 = force.line.squaredNorm(), unit = legs.motor_unit;
    longest_ = max(longest_, line2);
    lever_ = min(lever_, force.scale * force.scale / (line2 * unit * unit));
    note_elbows(plan, legs, force.elbow_cos, force.elbow_sin, report);
  }
  void note(const Plan& plan, const LegsInLanes& legs, const ArmPlace<Lanes>& at, PlanReport& report) {
    // The lever on a bar over its length and the arm's.
    const Lanes unit = legs.motor_unit;
    lever_ = min(lever_, at.lever * at.lever / (at.d.squaredNorm() * unit * unit));
    note_elbows(plan, legs, at.Co, at.Cu, report);
  }
  void finish(const Plan& plan, PlanReport& report) const {
    // Lines of other legs have an axial component of 1; arms are not divided by it.
    if (!plan.translates()) report.margins.stretch = 1 / std::sqrt(std::max(longest_[0], longest_[1]));
    report.margins.lever = std::sqrt(std::min(lever_[0], lever_[1]));
  }

 private:
  // Cosine and sine of a turning arm's elbow tell its working mode without the angle.
  static void note_elbows(const Plan& plan, const LegsInLanes& legs, const Lanes& cosine, const Lanes& sine,
                          PlanReport& report) {
    for (int lane = 0; lane < 2; ++lane) {
      if (plan.legs[legs.legs[lane]].motor_turns) report.elbows[legs.legs[lane]] = {cosine[lane], sine[lane]};
    }
  }

  Lanes longest_{1.0}, lever_{1.0};
};

// Six equations for the shares of six legs, with as many right sides as Columns: rows of the legs' lines and their
// moments, two legs side by side. Rows stand in the plan's order.
template <int Columns>
struct Balance6 {
  // Coefficients pair by pair for elimination, one by one for pivots.
  union {
    Lanes rows[6][3];
    double left[6][6];
  };
  double right[6][Columns];

  Balance6() {}  // NOLINT(modernize-use-equals-default): lanes in the union have a constructor

  // Lines of two legs at their arms; moments in units of the platform's length.
  void set(const LanePlan& plan, const LegsInLanes& legs, const VectorL& line, const VectorL& arm) {
    const VectorL moment = cross<Lanes>(arm, line) * Lanes(plan.inverse_length);
    for (int lane = 0; lane < legs.count(); ++lane) {
      const int k = legs.legs[lane];
      for (int i = 0; i < 3; ++i) {
        left[plan.place[i]][k] = line[i][lane];
        left[plan.place[3 + i]][k] = moment[i][lane];
      }
    }
  }

  // Overwrites the right sides with the shares; the smallest pivot over the largest. The order is home's; where a
  // pivot of it is small, the equations are solved again with a search.
  double solve() {
    constexpr double small = 0.1;  // of pivots in a fixed order: others may be better
    // Elimination overwrites the equations.
    const Balance6 given = *this;
    const double pivots = eliminate();
    // NaN goes to the search, too, which refuses it.
    if (pivots > small) {
      substitute();
      return pivots;
    }
    *this = given;
    return solve_with_search();
  }

 private:
  // Gauss without a search. Whole registers: entries left of the pivot, which are done, may change.
  double eliminate() {
    double smallest = std::abs(left[0][0]), largest = smallest;
#pragma GCC unroll 6
    for (int k = 0; k < 6; ++k) {
      const double size = std::abs(left[k][k]), inverse = 1 / left[k][k];
      smallest = std::min(smallest, size);
      largest = std::max(largest, size);
#pragma GCC unroll 6
      for (int i = k + 1; i < 6; ++i) {
        const Lanes factor(left[i][k] * inverse);
#pragma GCC unroll 3
        for (int c = (k + 1) / 2; c < 3; ++c) rows[i][c] -= factor * rows[k][c];
        for (int c = 0; c < Columns; ++c) right[i][c] -= factor[0] * right[k][c];
      }
    }
    return smallest / largest;
  }

  // From the last share to the first.
  void substitute() {
#pragma GCC unroll 6
    for (int i = 5; i >= 0; --i) {
      const double inverse = 1 / left[i][i];
      for (int c = 0; c < Columns; ++c) {
        double rest = right[i][c];
#pragma GCC unroll 6
        for (int j = i + 1; j < 6; ++j) rest -= left[i][j] * right[j][c];
        right[i][c] = rest * inverse;
      }
    }
  }

  // Rarely taken: kept out of the loop's code.
  [[gnu::noinline]] double solve_with_search() {
    double b[Columns][6];
    for (int c = 0; c < Columns; ++c) {
      for (int i = 0; i < 6; ++i) b[c][i] = right[i][c];
    }
    // Small pivots of the best order: the recursion is asked instead (PlanMargins).
    int order[6], sign = 1;
    double work[6];
    const double pivots = elimination::eliminate<6>(&left[0][0], 6, order, sign);
    if (!(pivots > 0)) return 0;
    for (int c = 0; c < Columns; ++c) {
      elimination::substitute<6>(&left[0][0], 6, order, work, b[c]);
      for (int i = 0; i < 6; ++i) right[i][c] = b[c][i];
    }
    return pivots;
  }
};

// The volume that three lines span over the product of their lengths: 1 at right angles, 0 in a plane.
double spanned_share(const Vector3* lines) {
  return std::abs(lines[0].dot(cross<double>(lines[1], lines[2]))) /
         std::sqrt(lines[0].squaredNorm() * lines[1].squaredNorm() * lines[2].squaredNorm());
}

// Three forces for the shares of three arms, by Cramer's rule: t_k = force.(d_i x d_j) / volume.
void solve_three(const Vector3* lines, const Vector3& force, double* shares) {
  const Vector3 across[3] = {cross<double>(lines[1], lines[2]), cross<double>(lines[2], lines[0]),
                             cross<double>(lines[0], lines[1])};
  const double volume = lines[0].dot(across[0]), inverse = 1 / volume;
  for (int k = 0; k < 3; ++k) shares[k] = force.dot(across[k]) * inverse;
}

PlanReport inverse_dynamics_of_arms(const Plan& plan, const LanePlan& lanes, bool friction, const PlatformState& motion,
                                    double* forces) {
  PlanReport report;
  LegMargins margins;
  Guard<Lanes> guard;
  // Every point of the platform moves alike, and nothing turns with it.
  const LegSurroundings<Lanes> surroundings = surroundings_of(lanes, VectorL::Zero(), friction);
  const TipMotion<Lanes> tip{both(motion.pose.p), both(motion.twist.v), both(motion.acceleration.a)};
  VectorL pull = VectorL::Zero();
  Vector3 lines[most_legs];
  double scale[most_legs], offset[most_legs], shares[most_legs];
  for (const LegsInLanes& legs : lanes.lanes) {
    // F = f - t line, Q = scale t + offset (8.2).
    LegForce<Lanes> force = leg_force(legs.kernel, surroundings, tip, guard);
    margins.note(plan, legs, force, report);
    for (int lane = 0; lane < legs.count(); ++lane) {
      const int k = legs.legs[lane];
      lines[k] = {force.line[0][lane], force.line[1][lane], force.line[2][lane]};
      scale[k] = force.scale[lane];
      offset[k] = force.offset[lane];
    }
    count_once(legs, force.f);
    pull += force.f;
  }
  // Balance (8.4) of forces, then the motors'.
  const Vector3 wrench = force_on_platform<double>(lanes.parameters, motion.acceleration.a) + sum(pull);
  solve_three(lines, wrench, shares);
  report.margins.pivots = spanned_share(lines);
  for (int k = 0; k < 3; ++k) forces[plan.legs[k].index] = scale[k] * shares[k] + offset[k];
  margins.finish(plan, report);
  report.status = guard.status;
  return report;
}

}  // namespace

[[gnu::flatten]] PlanReport inverse_dynamics_in_lanes(const Plan& plan, const LanePlan& lanes, bool friction,
                                                      const PlatformState& motion, double* forces) {
  if (plan.translates()) return inverse_dynamics_of_arms(plan, lanes, friction, motion, forces);
  PlanReport report;
  LegMargins margins;
  Guard<Lanes> guard;
  const PlatformInLanes platform(lanes, motion);
  const LegSurroundings<Lanes> surroundings = surroundings_of(lanes, platform.w, friction);
  // Each pair of legs: kernel, its columns of the balance, its part of the wrench with the moment at the arm.
  VectorL pull = VectorL::Zero(), moment = VectorL::Zero();
  Balance6<1> balance;
  double scale[most_legs], offset[most_legs];
  for (const LegsInLanes& legs : lanes.lanes) {
    VectorL arm;
    const TipMotion<Lanes> tip = platform.tips(legs, arm);
    const LegForce<Lanes> force = leg_force(legs.kernel, surroundings, tip, guard);
    margins.note(plan, legs, force, report);
    // Columns of (8.4).
    balance.set(lanes, legs, force.line, arm);
    for (int lane = 0; lane < legs.count(); ++lane) {
      scale[legs.legs[lane]] = force.scale[lane];
      offset[legs.legs[lane]] = force.offset[lane];
    }
    VectorL f = force.f, m = cross<Lanes>(arm, f) + force.moment;
    count_once(legs, f, m);
    pull += f;
    moment += m;
  }
  // The platform's own wrench (13.3), all of it as the right side of (8.4); moments over the length.
  const Wrench<double> wrench = platform_wrench<double>(lanes.parameters.masses, motion.pose.R, platform.of_WR,
                                                        motion.acceleration, lanes.parameters.gravity, platform.arm);
  const Vector3 force = wrench.force + sum(pull), about = (wrench.moment + sum(moment)) * lanes.inverse_length;
  // Rows stand in the order of home's pivots.
  for (int i = 0; i < 3; ++i) {
    balance.right[lanes.place[i]][0] = force[i];
    balance.right[lanes.place[3 + i]][0] = about[i];
  }
  // Q = scale t + offset.
  report.margins.pivots = balance.solve();
  for (int k = 0; k < 6; ++k) forces[plan.legs[k].index] = scale[k] * balance.right[k][0] + offset[k];
  margins.finish(plan, report);
  report.status = guard.status;
  return report;
}

namespace {

PlanReport mass_matrix_of_arms(const Plan& plan, const LanePlan& lanes, const Vector3& position, double* matrix) {
  PlanReport report;
  LegMargins margins;
  Guard<Lanes> guard;
  ArmsAtRest<double> arms;
  for (const LegsInLanes& legs : lanes.lanes) {
    const auto& [shape, masses] = *std::get_if<3>(&legs.kernel);
    // Bars, levers, elbows' momenta CB dC/dq and the motors' own inertia: (12.4) needs no more.
    const ArmPlace<Lanes> at = place_arm<Lanes>(shape, both(position), guard);
    const VectorL momentum = elbow_motion<Lanes>(shape, at, masses.CB);
    margins.note(plan, legs, at, report);
    for (int lane = 0; lane < legs.count(); ++lane) {
      const int k = legs.legs[lane];
      for (int i = 0; i < 3; ++i) arms.d[k][i] = at.d[i][lane], arms.momentum[k][i] = momentum[i][lane];
      arms.lever[k] = at.lever[lane];
      arms.turning[k] = masses.turning[lane];
    }
  }
  arms.mass_matrix(plan, lanes.parameters.platform.moved.m, matrix);
  report.margins.pivots = spanned_share(arms.d);
  margins.finish(plan, report);
  report.status = guard.status;
  return report;
}

// Both lanes of a symmetric matrix, upper triangle.
void add_lanes(const Matrix6T<Lanes>& both_legs, Matrix6& sum) {
  for (int i = 0; i < 6; ++i) {
    for (int j = i; j < 6; ++j) sum(i, j) += both_legs(i, j).sum();
  }
}

}  // namespace

PlanReport mass_matrix_in_lanes(const Plan& plan, const LanePlan& lanes, const Placement& pose, double* matrix) {
  if (plan.translates()) return mass_matrix_of_arms(plan, lanes, pose.p, matrix);
  PlanReport report;
  LegMargins margins;
  Guard<Lanes> guard;
  // At rest and without gravity: of the kernels' forces only line and scale are used.
  const PlatformInLanes platform(lanes, {pose, {}, {}});
  const LegSurroundings<Lanes> still{VectorL::Zero(), VectorL::Zero(), false, {}};
  Matrix6T<Lanes> of_legs = Matrix6T<Lanes>::Zero();
  Balance6<6> balance;
  double scale[most_legs], driven[most_legs];
  for (const LegsInLanes& legs : lanes.lanes) {
    VectorL arm;
    const TipMotion<Lanes> tip = platform.tips(legs, arm);
    const LegForce<Lanes> force = leg_force(legs.kernel, still, tip, guard);
    LegInertia<Lanes> inertia = leg_inertia(legs.kernel, tip.r, guard);
    margins.note(plan, legs, force, report);
    balance.set(lanes, legs, force.line, arm);
    for (int lane = 0; lane < legs.count(); ++lane) {
      scale[legs.legs[lane]] = force.scale[lane];
      driven[legs.legs[lane]] = inertia.driven[lane];
    }
    // A_k^T M_k A_k of (8.6); `driven` does not go through the Jacobian.
    count_once(legs, inertia.M);
    add_at<Lanes>(arm, inertia.M, of_legs);
  }
  // Sum of both lanes of all pairs, and the platform's own about the reference.
  Matrix6 M = platform_alone<double>(lanes.parameters.platform.moved, lanes.flat_axis, pose.R, platform.arm);
  add_lanes(of_legs, M);
  // K of (8.6): the shares of a unit wrench; moments in units of length on both sides.
  for (int i = 0; i < 6; ++i) {
    for (int c = 0; c < 6; ++c) balance.right[lanes.place[i]][c] = i != c ? 0 : i < 3 ? 1 : lanes.inverse_length;
  }
  report.margins.pivots = balance.solve();
  Matrix6 shares;
  for (int k = 0; k < 6; ++k) {
    for (int c = 0; c < 6; ++c) shares(k, c) = scale[k] * balance.right[k][c];
  }
  // D K M K^T D + driven, symmetric up to round-off and exactly so when stored.
  const Matrix6 of_motors = shares * (M.selfadjointView<Eigen::Upper>() * shares.transpose());
  // From the plan's order of legs to the order of motors.
  for (int i = 0; i < 6; ++i) {
    for (int j = i; j < 6; ++j) {
      const int row = plan.legs[i].index, column = plan.legs[j].index;
      matrix[row * 6 + column] = matrix[column * 6 + row] =
          i == j ? of_motors(i, i) + driven[i] : 0.5 * (of_motors(i, j) + of_motors(j, i));
    }
  }
  margins.finish(plan, report);
  report.status = guard.status;
  return report;
}

namespace {

// Forces of the two legs' motors, from the order of motors to that of lanes.
Lanes motors(const LegsInLanes& legs, const double* forces) {
  return {forces[legs.indices[0]], forces[legs.indices[1]]};
}

// A leg in both lanes is written twice with one value.
void set_motors(const LegsInLanes& legs, const Lanes& values, double* of_motors) {
  for (int lane = 0; lane < 2; ++lane) of_motors[legs.indices[lane]] = values[lane];
}

PlanReport forward_dynamics_of_arms(const Plan& plan, const LanePlan& lanes, bool friction, const PlatformState& motion,
                                    const double* forces, double* accelerations, Acceleration& platform) {
  PlanReport report;
  LegMargins margins;
  Guard<Lanes> guard;
  const LegSurroundings<Lanes> surroundings = surroundings_of(lanes, VectorL::Zero(), friction);
  // (12.5): the arms' loads while the platform does not accelerate, and their inertia.
  const TipMotion<Lanes> coasting{both(motion.pose.p), both(motion.twist.v), VectorL::Zero()};
  MatrixL inertia = MatrixL::Zero();
  VectorL pushes = VectorL::Zero();
  ArmForce<Lanes> arms[most_legs];
  for (std::size_t i = 0; i < lanes.lanes.size(); ++i) {
    const LegsInLanes& legs = lanes.lanes[i];
    const auto& [shape, masses] = *std::get_if<3>(&legs.kernel);
    arms[i] = arm_force<Lanes>(shape, masses, surroundings, coasting, guard);
    margins.note(plan, legs, arms[i].at, report);
    // c n^T + n c^T + J n n^T of the arm, and (Q - load) n - f.
    MatrixL M = MatrixL::Zero();
    VectorL push = VectorL::Zero();
    add_arm<Lanes>(shape, masses, arms[i], motors(legs, forces), M, push);
    count_once(legs, M, push);
    inertia += M;
    pushes += push;
  }
  // With the platform's mass and weight: three symmetric equations for its acceleration.
  const LoadedPlatform<double>& loaded = lanes.parameters.platform;
  Matrix3 M = loaded.moved.m * Matrix3::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) M(i, j) += inertia(i, j).sum();
  }
  Vector3 a = (loaded.moved.m + loaded.gravity_only) * lanes.parameters.gravity + sum(pushes);
  solve_symmetric(M, a.data());
  // q'' = q''_0 + d.a / lever.
  for (std::size_t i = 0; i < lanes.lanes.size(); ++i) {
    set_motors(lanes.lanes[i], arms[i].acceleration + arms[i].at.d.dot(both(a)) / arms[i].at.lever, accelerations);
  }
  platform = {a, Vector3::Zero()};
  margins.finish(plan, report);
  report.status = guard.status;
  return report;
}

}  // namespace

[[gnu::flatten]] PlanReport forward_dynamics_in_lanes(const Plan& plan, const LanePlan& lanes, bool friction,
                                                      const PlatformState& motion, const double* forces,
                                                      double* accelerations, Acceleration& platform) {
  if (plan.translates())
    return forward_dynamics_of_arms(plan, lanes, friction, motion, forces, accelerations, platform);
  PlanReport report;
  LegMargins margins;
  Guard<Lanes> guard;
  // The platform without acceleration, whatever the motion says: rates count.
  const PlatformState coasting{motion.pose, motion.twist, {}};
  const PlatformInLanes seen(lanes, coasting);
  const LegSurroundings<Lanes> surroundings = surroundings_of(lanes, seen.w, friction);
  // (8.7): what legs push with while the platform does not accelerate, and their inertia with that of motors.
  VectorL push = VectorL::Zero(), moment = VectorL::Zero();
  Matrix6T<Lanes> of_legs = Matrix6T<Lanes>::Zero();
  VectorL arms[most_legs], rates[most_legs];  // rates: the motor's per velocity of the ball joint
  Lanes of_motors[most_legs];
  for (std::size_t i = 0; i < lanes.lanes.size(); ++i) {
    const LegsInLanes& legs = lanes.lanes[i];
    const TipMotion<Lanes> tip = seen.tips(legs, arms[i]);
    const LegForce<Lanes> force = leg_force(legs.kernel, surroundings, tip, guard);
    LegInertia<Lanes> inertia = leg_inertia(legs.kernel, tip.r, guard);
    margins.note(plan, legs, force, report);
    // n = line / scale (8.1).
    rates[i] = force.line * (Lanes(1.0) / force.scale);
    of_motors[i] = force.acceleration;
    // The joint gets (Q - offset) n - f, and the platform feels M_k + driven n n^T there. Legs take the moment of
    // their ball joint's friction from the platform.
    VectorL f = rates[i] * (motors(legs, forces) - force.offset) - force.f, of_ball = force.moment;
    const VectorL driven = rates[i] * inertia.driven;
    for (int r = 0; r < 3; ++r) {
      for (int c = r; c < 3; ++c) inertia.M(r, c) = inertia.M(c, r) = inertia.M(r, c) + driven[r] * rates[i][c];
    }
    // Sums over both lanes are taken at the end.
    count_once(legs, inertia.M, f, of_ball);
    push += f;
    moment += cross<Lanes>(arms[i], f) - of_ball;
    add_at<Lanes>(arms[i], inertia.M, of_legs);
  }
  // w_P at zero acceleration, centrifugal forces and weight; then all as six equations about the reference.
  const Wrench<double> resists = platform_wrench<double>(lanes.parameters.masses, motion.pose.R, seen.of_WR, {},
                                                         lanes.parameters.gravity, seen.arm);
  Matrix6 M = platform_alone<double>(lanes.parameters.platform.moved, lanes.flat_axis, motion.pose.R, seen.arm);
  add_lanes(of_legs, M);
  const Vector3 force = sum(push) - resists.force, about = sum(moment) - resists.moment;
  double a[6] = {force[0], force[1], force[2], about[0], about[1], about[2]};
  solve_symmetric(M, a);
  // The motors' accelerations follow from those of the ball joints: q''_0 + n.(a + dw x q_k).
  const Vector3 dv(a[0], a[1], a[2]), dw(a[3], a[4], a[5]);
  const VectorL dv_lanes = both(dv), dw_lanes = both(dw);
  for (std::size_t i = 0; i < lanes.lanes.size(); ++i) {
    const VectorL joint = dv_lanes + cross<Lanes>(dw_lanes, arms[i]);
    set_motors(lanes.lanes[i], of_motors[i] + rates[i].dot(joint), accelerations);
  }
  // From the reference to the origin, which had no acceleration in all of the above.
  platform = {dv + cross<double>(dw, seen.arm), dw};
  margins.finish(plan, report);
  report.status = guard.status;
  return report;
}

}  // namespace jourdain
