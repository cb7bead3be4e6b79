#include "linear_form/base/column_space.hpp"

#include "core/dense/decompositions.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace jourdain {
namespace {

// Columns below this share of the longest of their kind are zero; round-off leaves some 1e-15.
constexpr double zero_share = 1e-11;
// Singular values are known to this share of the largest: below it ratios mean nothing.
constexpr double noise = std::numeric_limits<double>::epsilon();

}  // namespace

ColumnSpace column_space(const MatrixX& R, const VectorX& units, std::span<const int> kinds) {
  const int n = static_cast<int>(R.cols());
  ColumnSpace space{R, VectorX::Zero(n), std::vector<bool>(static_cast<std::size_t>(n), true), {}, 0, 0, 0};
  std::map<int, double> longest;
  for (int j = 0; j < n; ++j) {
    double& length = longest[kinds[j]];
    length = std::max(length, R.col(j).norm() * units[j]);
  }
  std::vector<int> rest;
  for (int j = 0; j < n; ++j) {
    const double length = R.col(j).norm();
    if (length > 0 && length * units[j] > zero_share * longest[kinds[j]]) {
      space.zero[j] = false;
      space.scale[j] = 1 / length;
      rest.push_back(j);
    }
    space.R.col(j) *= space.scale[j];
  }
  if (rest.empty()) return space;
  MatrixX active(R.rows(), static_cast<int>(rest.size()));
  for (std::size_t i = 0; i < rest.size(); ++i) active.col(static_cast<int>(i)) = space.R.col(rest[i]);
  space.singular_values = dense::singular_factors(active, dense::Vectors::none).s;
  // The rank ends at the largest ratio of neighbours; a full set is followed by round-off.
  const VectorX& s = space.singular_values;
  const int count = static_cast<int>(s.size());
  for (int i = 0; i < count; ++i) {
    const double floor = noise * s[0];
    const double next = i + 1 < count ? std::max(s[i + 1], floor) : floor;
    const double gap = std::max(s[i], floor) / next;
    if (gap > space.gap) space.gap = gap, space.rank = i + 1, space.threshold = std::sqrt(std::max(s[i], floor) * next);
  }
  return space;
}

ColumnChoice choose_columns(const ColumnSpace& space, std::span<const int> preference) {
  // Orthogonal basis of the kept columns; projecting twice keeps it orthogonal to round-off.
  const auto run = [&](double threshold, std::vector<int>& kept) {
    MatrixX Q(space.R.rows(), space.rank);
    kept.clear();
    for (const int j : preference) {
      if (space.zero[j] || static_cast<int>(kept.size()) == space.rank) continue;
      const int k = static_cast<int>(kept.size());
      VectorX x = space.R.col(j);
      for (int pass = 0; pass < 2; ++pass) x -= Q.leftCols(k) * (Q.leftCols(k).transpose() * x);
      const double left = x.norm();
      if (!(left > threshold)) continue;
      Q.col(k) = x / left;
      kept.push_back(j);
    }
    return static_cast<int>(kept.size()) == space.rank;
  };
  // The residual of a column that depends on badly conditioned ones is above round-off; that of an independent one may
  // be below the last singular value.
  ColumnChoice choice;
  for (const double factor : {1.0, 0.1, 10.0, 0.01, 100.0}) {
    if (run(factor * space.threshold, choice.kept)) break;
  }
  const int r = static_cast<int>(choice.kept.size());
  for (int j = 0; j < static_cast<int>(space.zero.size()); ++j) {
    if (!space.zero[j] && std::find(choice.kept.begin(), choice.kept.end(), j) == choice.kept.end())
      choice.dropped.push_back(j);
  }
  MatrixX kept(space.R.rows(), r), dropped(space.R.rows(), static_cast<int>(choice.dropped.size()));
  for (int i = 0; i < r; ++i) kept.col(i) = space.R.col(choice.kept[i]);
  for (std::size_t i = 0; i < choice.dropped.size(); ++i)
    dropped.col(static_cast<int>(i)) = space.R.col(choice.dropped[i]);
  choice.K = r > 0 ? dense::least_squares(kept, dropped) : MatrixX(0, dropped.cols());
  for (int i = 0; i < r; ++i) choice.K.row(i) *= space.scale[choice.kept[i]];
  for (std::size_t i = 0; i < choice.dropped.size(); ++i)
    choice.K.col(static_cast<int>(i)) /= space.scale[choice.dropped[i]];
  return choice;
}

VectorX dependence(const ColumnSpace& space, int column, std::span<const int> others) {
  MatrixX A(space.R.rows(), static_cast<int>(others.size()));
  for (std::size_t i = 0; i < others.size(); ++i) A.col(static_cast<int>(i)) = space.R.col(others[i]);
  VectorX k = dense::PivotedQr(A).solve(space.R.col(column));
  for (std::size_t i = 0; i < others.size(); ++i)
    k[static_cast<int>(i)] *= space.scale[others[i]] / space.scale[column];
  return k;
}

}  // namespace jourdain
