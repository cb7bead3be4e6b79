// Numbers in brackets are equations of docs/theory.md, section 14.
#include "legs/wrench_balance.hpp"

#include "core/elimination_impl.hpp"
#include "expression/scalar.hpp"

namespace jourdain {
namespace {

// Components along the mirror plane, across it and along the axial axis (up); moments with the sign that makes these
// axes right-handed.
struct MirrorAxes {
  int along, across, axial;
  double sign;

  explicit MirrorAxes(const Plan& plan)
      : along(3 - plan.across - plan.axial),
        across(plan.across),
        axial(plan.axial),
        sign((along + 1) % 3 == across ? 1 : -1) {}
};

// Constants of the mirrored balance: where the pairs stand from plan.origin, in the first leg's distance across. The
// origin is in line with the first pair.
struct PairPlaces {
  double width;           // distance of the first pair from the mirror plane
  double k2, k3, a2, a3;  // of the others across and along the plane, over the width
  double length, mu;      // distance of the second pair along the plane; of the third over it

  explicit PairPlaces(const Plan& plan) {
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

// Operations on the six equations of the balance, forces and then moments in base axes. For one wrench an equation has
// one right-hand side.
template <typename T>
struct WrenchRows {
  T b[6];

  void add(int i, const T& factor, int k) { b[i] += factor * b[k]; }
  void scale(int i, const T& factor) { b[i] = factor * b[i]; }
  void divide(int i, const T& by) { b[i] = b[i] / by; }
  // Sum and difference of two rows.
  void pair(int i, int k) {
    const T sum = b[i] + b[k];
    b[k] = b[i] - b[k];
    b[i] = sum;
  }
};

// For a symmetric matrix they act on its rows and columns; half of it is kept.
template <typename T>
struct SymmetricRows {
  Matrix6T<T> M;

  // The upper triangle is kept.
  T& at(int i, int j) { return M(std::min(i, j), std::max(i, j)); }

  // Row and column i by those of k: entry (i, i) takes factor twice mixed and factor^2 (k, k), as at(i, k) has the
  // second product in it afterwards.
  void add(int i, const T& factor, int k) {
    const T before = at(i, k);
    for (int j = 0; j < 6; ++j) {
      if (j != i) at(i, j) += factor * at(k, j);
    }
    at(i, i) += factor * (before + at(i, k));
  }
  // The diagonal entry twice: once as row, once as column.
  void scale(int i, const T& factor) {
    for (int j = 0; j < 6; ++j) at(i, j) = factor * at(i, j);
    at(i, i) = factor * at(i, i);
  }
  void divide(int i, const T& by) {
    for (int j = 0; j < 6; ++j) at(i, j) = at(i, j) / by;
    at(i, i) = at(i, i) / by;
  }
  // With both: (i, i) + 2 (i, k) + (k, k), the difference's likewise, and (i, i) - (k, k) between them.
  void pair(int i, int k) {
    for (int j = 0; j < 6; ++j) {
      if (j == i || j == k) continue;
      const T sum = at(i, j) + at(k, j);
      at(k, j) = at(i, j) - at(k, j);
      at(i, j) = sum;
    }
    const T both = at(i, i) + at(k, k), mixed = at(i, k) + at(i, k), difference = at(i, i) - at(k, k);
    at(i, i) = both + mixed;
    at(k, k) = both - mixed;
    at(i, k) = difference;
  }
};

// A small system of a size that is known: its factors, rows in the plan's order.
template <typename T, int N>
struct SmallSystem {
  Eigen::Matrix<T, N, N, Eigen::RowMajor> lu;
  std::array<int, N> order;

  void factor(const std::vector<int>& given) {
    const Eigen::Matrix<T, N, N, Eigen::RowMajor> A = lu;
    for (int i = 0; i < N; ++i) {
      order[i] = given[i];
      lu.row(i) = A.row(given[i]);
    }
    elimination::eliminate_in_order(lu.data(), N);
  }
};

// Solves the factored equations for the rows in `rows_of`, which then are the unknowns.
template <typename T, int N, typename Rows>
void substitute(const SmallSystem<T, N>& solve, const int* rows_of, Rows& rows) {
  const auto& lu = solve.lu;
  constexpr int n = N;
  const auto row = [&](int i) { return rows_of[solve.order[i]]; };
  // Forwards with the unit lower factor, then backwards with the upper one.
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) rows.add(row(i), -lu(i, j), row(j));
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) rows.add(row(i), -lu(i, j), row(j));
    rows.divide(row(i), lu(i, i));
  }
}

// The three equations that are left (14.6): forces along and across the plane, the axial moment over -width. Unknowns
// are half sums s and half differences d of the pairs' shares, t = s + d and s - d: s3, d2, d3.
template <typename T>
struct MirroredBalance {
  MirrorAxes axes;
  PairPlaces at;
  // Sums S and differences D of the pairs' lines, along (x) and across (y) the plane, and their axial moments.
  T Sx[3], Sy[3], Dx[3], Dy[3], turn2, turn3;
  Matrix3T<T> left;

  MirroredBalance(const Plan& plan, const LegLines<T>& lines) : axes(plan), at(plan) {
    for (int j = 0; j < 3; ++j) {
      const Vector3T<T>& one = lines[plan.columns[2 * j]];
      const Vector3T<T>& other = lines[plan.columns[2 * j + 1]];
      Sx[j] = one[axes.along] + other[axes.along];
      Dx[j] = one[axes.along] - other[axes.along];
      Sy[j] = one[axes.across] + other[axes.across];
      Dy[j] = one[axes.across] - other[axes.across];
    }
    const T k2(at.k2), k3(at.k3), a2(at.a2), a3(at.a3), mu(at.mu), mu1(at.mu - 1);
    turn2 = k2 * Dx[1] - a2 * Sy[1];
    turn3 = k3 * Dx[2] - a3 * Sy[2];
    // Columns of s3, d2, d3, each less what (14.5) gives s1, s2 and d1 of it.
    left << Sx[2] + mu1 * Sx[0] - mu * Sx[1], Dx[1] - k2 * Dx[0], Dx[2] - k3 * Dx[0],  //
        Sy[2] + mu1 * Sy[0] - mu * Sy[1], Dy[1] - k2 * Dy[0], Dy[2] - k3 * Dy[0],      //
        turn3 + mu1 * Dx[0] - mu * turn2, k2 * (Sx[1] - Sx[0]) - a2 * Dy[1], k3 * (Sx[2] - Sx[0]) - a3 * Dy[2];
  }
};

// The axial force and the moment across the plane have only sums, the moment along it only differences (14.4); they
// give s1, s2 and d1 (14.5):
//   s1 = of_force + (mu - 1) s3,   s2 = of_across - mu s3,   d1 = of_along - k2 d2 - k3 d3.
template <typename T, typename Rows>
void solve_mirrored(const Plan& plan, const LegLines<T>& lines, Rows& rows, int* place) {
  const MirroredBalance<T> balance(plan, lines);
  const auto& [axes, at, Sx, Sy, Dx, Dy, turn2, turn3, left] = balance;
  const int of_force = axes.axial, of_along = 3 + axes.along, of_across = 3 + axes.across;
  // Constant coefficients: each row becomes one of the three known parts.
  rows.scale(of_across, T(-0.5 * axes.sign / at.length));
  rows.scale(of_along, T(0.5 * axes.sign / at.width));
  rows.scale(of_force, T(0.5));
  rows.add(of_force, T(-1), of_across);
  // The other rows less what these parts give: factors of s1, s2, d1.
  const int rest[] = {axes.along, axes.across, 3 + axes.axial};
  rows.scale(rest[2], T(-axes.sign / at.width));
  const T factors[3][3] = {{Sx[0], Sx[1], Dx[0]}, {Sy[0], Sy[1], Dy[0]}, {Dx[0], turn2, Sx[0]}};
  for (int i = 0; i < 3; ++i) {
    rows.add(rest[i], -factors[i][0], of_force);
    rows.add(rest[i], -factors[i][1], of_across);
    rows.add(rest[i], -factors[i][2], of_along);
  }
  SmallSystem<T, 3> solve;
  solve.lu = left;
  solve.factor(plan.pivots);
  substitute(solve, rest, rows);
  // Row i of the order of pivots now has unknown i.
  // The others by (14.5), then t = s + d and s - d.
  const int s3 = rest[solve.order[0]], d2 = rest[solve.order[1]], d3 = rest[solve.order[2]];
  rows.add(of_force, T(at.mu - 1), s3);
  rows.add(of_across, T(-at.mu), s3);
  rows.add(of_along, T(-at.k2), d2);
  rows.add(of_along, T(-at.k3), d3);
  const int sums[] = {of_force, of_across, s3}, differences[] = {of_along, d2, d3};
  for (int j = 0; j < 3; ++j) {
    rows.pair(sums[j], differences[j]);
    place[plan.columns[2 * j]] = sums[j];
    place[plan.columns[2 * j + 1]] = differences[j];
  }
}

// About the centre of the first leg, which then has no moment; with line = (X, Y, 1) the moment of a unit share is
// (A_y, -A_x, A_x Y - A_y X), (14.1) with A_z = 0. Columns C of (14.3): the other legs; rows: forces across the axial
// axis less the first leg's, axial moment.
template <typename T>
Eigen::Matrix<T, 3, 5> plane_columns(const Plan& plan, const LegLines<T>& lines) {
  const int z = plan.axial, x = (z + 1) % 3, y = (z + 2) % 3;
  const Vector3T<T>& first = lines[plan.columns[0]];
  Eigen::Matrix<T, 3, 5> result;
  for (int j = 0; j < 5; ++j) {
    const Vector3T<T>& line = lines[plan.columns[j + 1]];
    const Vector3 A = plan.legs[plan.columns[j + 1]].centre - plan.origin;
    result.col(j) << line[x] - first[x], line[y] - first[y], T(A[x]) * line[y] - T(A[y]) * line[x];
  }
  return result;
}

// C_b - C_a H, singular just where all six columns are.
template <typename T>
Matrix3T<T> plane_left(const Plan& plan, const Eigen::Matrix<T, 3, 5>& columns) {
  return columns.template rightCols<3>() - columns.template leftCols<2>() * plan.shares.template cast<T>();
}

// The axial force gives the first leg's share, the moments across it the next two (14.2).
template <typename T, typename Rows>
void solve_on_plane(const Plan& plan, const LegLines<T>& lines, Rows& rows, int* place) {
  const int z = plan.axial, x = (z + 1) % 3, y = (z + 2) % 3;
  const Eigen::Matrix<T, 3, 5> columns = plane_columns(plan, lines);
  // t_a without the others: plan.solved times the two moments, in place, by rows. As rows are operated on one by one,
  // the second is written by the first; the larger entry of the first column leads.
  const int lead = std::abs(plan.solved(0, 0)) >= std::abs(plan.solved(1, 0)) ? 0 : 1;
  const Eigen::Matrix2d& S = plan.solved;
  int next[2];
  next[lead] = 3 + x;
  next[1 - lead] = 3 + y;
  const double ratio = S(1 - lead, 0) / S(lead, 0);
  rows.scale(next[lead], T(S(lead, 0)));
  rows.add(next[lead], T(S(lead, 1)), next[1 - lead]);
  rows.scale(next[1 - lead], T(S(1 - lead, 1) - ratio * S(lead, 1)));
  rows.add(next[1 - lead], T(ratio), next[lead]);
  // The right side of (14.3): less the axial force on the first leg's line, less the moments' shares.
  const int rest[] = {x, y, 3 + z};
  rows.add(x, -lines[plan.columns[0]][x], z);
  rows.add(y, -lines[plan.columns[0]][y], z);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 2; ++j) rows.add(rest[i], -columns(i, j), next[j]);
  }
  SmallSystem<T, 3> solve;
  solve.lu = plane_left(plan, columns);
  solve.factor(plan.pivots);
  substitute(solve, rest, rows);
  // t_b is solved; (14.2) for t_a, and last the first leg's from the axial force.
  place[plan.columns[0]] = z;
  for (int j = 0; j < 2; ++j) {
    place[plan.columns[j + 1]] = next[j];
    for (int i = 0; i < 3; ++i) rows.add(next[j], T(-plan.shares(j, i)), rest[solve.order[i]]);
  }
  for (int i = 0; i < 3; ++i) place[plan.columns[i + 3]] = rest[solve.order[i]];
  for (int j = 1; j < 6; ++j) rows.add(z, T(-1), place[plan.columns[j]]);
}

// In the plan's order of equations and legs; the axial force comes first, where all lines are 1. The wrench is about
// the first leg's ball joint, so that the first column has no moment.
template <typename T, typename Rows>
void solve_generally(const Plan& plan, const LegLines<T>& lines, const LegLines<T>& arms, Rows& rows, int* place) {
  constexpr int n = 6;
  SmallSystem<T, n> solve;
  const int first = plan.axial, second = (first + 1) % 3, third = (first + 2) % 3;
  const int rows_of[] = {first, second, third, 3, 4, 5};
  for (int j = 0; j < n; ++j) {
    const int k = plan.columns[j];
    const Vector3T<T> moment = cross<T>(arms[k], lines[k]);
    solve.lu.col(j) << lines[k][first], lines[k][second], lines[k][third], moment[0], moment[1], moment[2];
  }
  solve.factor(plan.pivots);
  substitute(solve, rows_of, rows);
  for (int j = 0; j < n; ++j) place[plan.columns[j]] = rows_of[solve.order[j]];
}

// Three forces: those of a platform that only translates.
template <typename T, typename Rows>
void solve_forces(const Plan& plan, const LegLines<T>& lines, Rows& rows, int* place) {
  SmallSystem<T, 3> solve;
  const int forces[] = {0, 1, 2};
  for (int k = 0; k < 3; ++k) solve.lu.col(k) = lines[k];
  solve.factor(plan.pivots);
  substitute(solve, forces, rows);
  for (int k = 0; k < 3; ++k) place[k] = solve.order[k];
}

// Turns the rows of a wrench into those of the shares; leg k's is place[k].
template <typename T, typename Rows>
void solve_rows(const Plan& plan, const LegLines<T>& lines, const LegLines<T>& arms, Rows& rows, int* place) {
  switch (plan.balance) {
    case Balance::forces: return solve_forces(plan, lines, rows, place);
    case Balance::general: return solve_generally(plan, lines, arms, rows, place);
    case Balance::plane: return solve_on_plane(plan, lines, rows, place);
    case Balance::mirrored: return solve_mirrored(plan, lines, rows, place);
  }
}

}  // namespace

template <typename T>
Matrix3T<T> reduced_balance(const Plan& plan, const LegLines<T>& lines) {
  if (plan.balance == Balance::mirrored) return MirroredBalance<T>(plan, lines).left;
  return plane_left(plan, plane_columns(plan, lines));
}

template <typename T>
void solve_balance(const Plan& plan, const LegLines<T>& lines, const LegLines<T>& arms, const Wrench<T>& wrench, T* t) {
  WrenchRows<T> rows;
  for (int i = 0; i < 3; ++i) rows.b[i] = wrench.force[i], rows.b[3 + i] = wrench.moment[i];
  int place[most_legs] = {};
  solve_rows(plan, lines, arms, rows, place);
  for (int k = 0; k < plan.size(); ++k) t[k] = rows.b[place[k]];
}

template <typename T>
Matrix6T<T> shares_matrix(const Plan& plan, const LegLines<T>& lines, const LegLines<T>& arms, const Matrix6T<T>& M) {
  SymmetricRows<T> rows{M};
  int place[most_legs] = {};
  solve_rows(plan, lines, arms, rows, place);
  Matrix6T<T> result;
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) result(i, j) = rows.at(place[i], place[j]);
  }
  return result;
}

// On numbers the plan runs in lanes; only its choice of pivots needs the reduced matrix.
template Matrix3T<Scalar> reduced_balance(const Plan&, const LegLines<Scalar>&);
#ifdef JOURDAIN_TRACED
template void solve_balance(const Plan&, const LegLines<Scalar>&, const LegLines<Scalar>&, const Wrench<Scalar>&,
                            Scalar*);
template Matrix6T<Scalar> shares_matrix(const Plan&, const LegLines<Scalar>&, const LegLines<Scalar>&,
                                        const Matrix6T<Scalar>&);
#endif

}  // namespace jourdain
