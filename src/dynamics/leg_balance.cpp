#include "dynamics/leg_balance.hpp"

#include "jourdain/core/elimination.hpp"

#include "expression/scalar.hpp"

namespace jourdain {
namespace {

// Components along the mirror plane, across it and up; moments with the sign that makes these axes right-handed.
struct MirrorAxes {
  int along, across, up;
  double sign;

  explicit MirrorAxes(const LegPlan& plan)
      : along(3 - plan.across - plan.vertical),
        across(plan.across),
        up(plan.vertical),
        sign((along + 1) % 3 == across ? 1 : -1) {}
};

// Constants of the mirrored balance: where the pairs stand from plan.origin, in the first leg's distance across. The
// origin is in line with the first pair.
struct PairPlaces {
  double width;           // distance of the first pair from the mirror plane
  double k2, k3, a2, a3;  // of the others across and along the plane, over the width
  double length, mu;      // distance of the second pair along the plane; of the third over it

  explicit PairPlaces(const LegPlan& plan) {
    const MirrorAxes axes(plan);
    Vector3 place[3];
    for (int j = 0; j < 3; ++j) place[j] = plan.legs[plan.columns[2 * j]].centre - plan.origin;
    width = place[0][axes.across];
    k2 = place[1][axes.across] / width;
    k3 = place[2][axes.across] / width;
    a2 = place[1][axes.along] / width;
    a3 = place[2][axes.along] / width;
    length = place[1][axes.along];
    mu = place[2][axes.along] / length;
  }
};

// Half sums and half differences of the pairs' shares, t = s + d and s - d. The vertical force and the moment across
// the plane have only sums, the moment along it only differences; they give s1, s2 and d1:
//   s1 = of_force + (mu - 1) s3,   s2 = of_across - mu s3,   d1 = of_along - k2 d2 - k3 d3.
template <typename T>
struct Halves {
  T of_force, of_across, of_along;

  Halves(const MirrorAxes& axes, const PairPlaces& at, const Wrench<T>& wrench)
      : of_across(T(-0.5 * axes.sign / at.length) * wrench.moment[axes.across]),
        of_along(T(0.5 * axes.sign / at.width) * wrench.moment[axes.along]) {
    of_force = T(0.5) * wrench.force[axes.up] - of_across;
  }
};

// Rows: forces along and across the plane, the vertical moment over -width. Unknowns s3, d2, d3.
template <typename T>
ReducedBalance<T> reduce_mirrored(const LegPlan& plan, const std::vector<Vector3T<T>>& lines, const Wrench<T>& wrench) {
  const MirrorAxes axes(plan);
  const PairPlaces at(plan);
  const Halves<T> half(axes, at, wrench);
  // Sums S and differences D of the pairs' lines, along (x) and across (y) the plane.
  T Sx[3], Sy[3], Dx[3], Dy[3];
  for (int j = 0; j < 3; ++j) {
    const Vector3T<T>& one = lines[plan.columns[2 * j]];
    const Vector3T<T>& other = lines[plan.columns[2 * j + 1]];
    Sx[j] = one[axes.along] + other[axes.along];
    Dx[j] = one[axes.along] - other[axes.along];
    Sy[j] = one[axes.across] + other[axes.across];
    Dy[j] = one[axes.across] - other[axes.across];
  }
  const T k2(at.k2), k3(at.k3), a2(at.a2), a3(at.a3), mu(at.mu), mu1(at.mu - 1);
  const T turn2 = k2 * Dx[1] - a2 * Sy[1], turn3 = k3 * Dx[2] - a3 * Sy[2];
  ReducedBalance<T> left;
  left.matrix << Sx[2] + mu1 * Sx[0] - mu * Sx[1], Dx[1] - k2 * Dx[0], Dx[2] - k3 * Dx[0],  //
      Sy[2] + mu1 * Sy[0] - mu * Sy[1], Dy[1] - k2 * Dy[0], Dy[2] - k3 * Dy[0],             //
      turn3 + mu1 * Dx[0] - mu * turn2, k2 * (Sx[1] - Sx[0]) - a2 * Dy[1], k3 * (Sx[2] - Sx[0]) - a3 * Dy[2];
  left.rest << wrench.force[axes.along] - half.of_force * Sx[0] - half.of_across * Sx[1] - half.of_along * Dx[0],
      wrench.force[axes.across] - half.of_force * Sy[0] - half.of_across * Sy[1] - half.of_along * Dy[0],
      T(-axes.sign / at.width) * wrench.moment[axes.up] - half.of_force * Dx[0] - half.of_across * turn2 -
          half.of_along * Sx[0];
  return left;
}

template <typename T>
void expand_mirrored(const LegPlan& plan, const Wrench<T>& wrench, const Vector3T<T>& solved, T* t) {
  const PairPlaces at(plan);
  const Halves<T> half(MirrorAxes(plan), at, wrench);
  const T s[3] = {half.of_force + T(at.mu - 1) * solved[0], half.of_across - T(at.mu) * solved[0], solved[0]};
  const T d[3] = {half.of_along - T(at.k2) * solved[1] - T(at.k3) * solved[2], solved[1], solved[2]};
  for (int j = 0; j < 3; ++j) {
    t[plan.columns[2 * j]] = s[j] + d[j];
    t[plan.columns[2 * j + 1]] = s[j] - d[j];
  }
}

// About the centre of the first leg, which then has no moment; with line = (X, Y, 1) the moment of a unit share is
// (A_y, -A_x, A_x Y - A_y X). The vertical force gives the first leg's share, the moments across it the next two.
template <typename T>
ReducedBalance<T> reduce_on_plane(const LegPlan& plan, const std::vector<Vector3T<T>>& lines, const Wrench<T>& wrench) {
  const int z = plan.vertical, x = (z + 1) % 3, y = (z + 2) % 3;
  const Vector3T<T>& first = lines[plan.columns[0]];
  Eigen::Matrix<T, 3, 5> rows;
  for (int j = 0; j < 5; ++j) {
    const Vector3T<T>& line = lines[plan.columns[j + 1]];
    const Vector3 A = plan.legs[plan.columns[j + 1]].centre - plan.origin;
    rows.col(j) << line[x] - first[x], line[y] - first[y], T(A[x]) * line[y] - T(A[y]) * line[x];
  }
  const Eigen::Matrix<T, 2, 1> moment(wrench.moment[x], wrench.moment[y]);
  const Eigen::Matrix<T, 2, 1> alone = plan.solved.template cast<T>() * moment;
  ReducedBalance<T> left;
  left.matrix = rows.template rightCols<3>() - rows.template leftCols<2>() * plan.shares.template cast<T>();
  left.rest << wrench.force[x] - first[x] * wrench.force[z], wrench.force[y] - first[y] * wrench.force[z],
      wrench.moment[z];
  left.rest -= rows.template leftCols<2>() * alone;
  return left;
}

template <typename T>
void expand_on_plane(const LegPlan& plan, const Wrench<T>& wrench, const Vector3T<T>& solved, T* t) {
  const int z = plan.vertical, x = (z + 1) % 3, y = (z + 2) % 3;
  const Eigen::Matrix<T, 2, 1> moment(wrench.moment[x], wrench.moment[y]);
  const Eigen::Matrix<T, 2, 1> next = plan.solved.template cast<T>() * moment - plan.shares.template cast<T>() * solved;
  T& first = t[plan.columns[0]];
  first = wrench.force[z];
  for (int j = 1; j < 6; ++j) {
    t[plan.columns[j]] = j < 3 ? next[j - 1] : solved[j - 3];
    first -= t[plan.columns[j]];
  }
}

// In the plan's order of equations and legs; the vertical force comes first, where all lines are 1. The wrench is about
// the first leg's ball joint.
template <typename T>
void solve_generally(const LegPlan& plan, const std::vector<Vector3T<T>>& lines, const std::vector<Vector3T<T>>& arms,
                     const Wrench<T>& wrench, T* t) {
  const int n = static_cast<int>(lines.size());
  EliminationT<T> solve(n);
  const int first = plan.vertical, second = (first + 1) % 3, third = (first + 2) % 3;
  VectorXT<T> rhs(n);
  rhs << wrench.force[first], wrench.force[second], wrench.force[third], wrench.moment[0], wrench.moment[1],
      wrench.moment[2];
  for (int j = 0; j < n; ++j) {
    const int k = plan.columns[j];
    const Vector3T<T> moment = cross<T>(arms[k], lines[k]);
    solve.matrix().col(j) << lines[k][first], lines[k][second], lines[k][third], moment[0], moment[1], moment[2];
  }
  solve.follow(plan.pivots);
  solve.factor();
  solve.solve(rhs.data());
  for (int j = 0; j < n; ++j) t[plan.columns[j]] = rhs[j];
}

}  // namespace

template <typename T>
ReducedBalance<T> reduce_balance(const LegPlan& plan, const std::vector<Vector3T<T>>& lines, const Wrench<T>& wrench) {
  return plan.balance == LegBalance::mirrored ? reduce_mirrored(plan, lines, wrench)
                                              : reduce_on_plane(plan, lines, wrench);
}

template <typename T>
void expand_shares(const LegPlan& plan, const Wrench<T>& wrench, const Vector3T<T>& solved, T* t) {
  if (plan.balance == LegBalance::mirrored) {
    expand_mirrored(plan, wrench, solved, t);
  } else {
    expand_on_plane(plan, wrench, solved, t);
  }
}

template <typename T>
void solve_balance(const LegPlan& plan, const std::vector<Vector3T<T>>& lines, const std::vector<Vector3T<T>>& arms,
                   const Wrench<T>& wrench, T* t) {
  if (plan.balance == LegBalance::general) {
    solve_generally(plan, lines, arms, wrench, t);
    return;
  }
  ReducedBalance<T> left = reduce_balance(plan, lines, wrench);
  EliminationT<T> solve(3);
  solve.matrix() = left.matrix;
  solve.follow(plan.pivots);
  solve.factor();
  solve.solve(left.rest.data());
  expand_shares<T>(plan, wrench, left.rest, t);
}

template ReducedBalance<Scalar> reduce_balance(const LegPlan&, const std::vector<Vector3T<Scalar>>&,
                                               const Wrench<Scalar>&);
template void expand_shares(const LegPlan&, const Wrench<Scalar>&, const Vector3T<Scalar>&, Scalar*);
template void solve_balance(const LegPlan&, const std::vector<Vector3T<Scalar>>&, const std::vector<Vector3T<Scalar>>&,
                            const Wrench<Scalar>&, Scalar*);

}  // namespace jourdain
