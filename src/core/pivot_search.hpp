// Orders of rows in which an elimination goes without a search: the one whose smallest pivot is best over many
// matrices.
#pragma once

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <vector>

namespace jourdain {

// Smallest pivot over the largest entry that the elimination meets; stops where it has fallen to `enough`.
template <typename Matrix>
double smallest_pivot(const Matrix& A, const std::vector<int>& order, double enough) {
  const int n = static_cast<int>(A.rows());
  if (n == 0) return 1;
  Matrix a = A;
  for (int i = 0; i < n; ++i) a.row(i) = A.row(order[i]);
  double smallest = std::abs(a(0, 0)), largest = a.cwiseAbs().maxCoeff();
  for (int k = 0; k < n; ++k) {
    smallest = std::min(smallest, std::abs(a(k, k)));
    if (!(smallest > 0)) return 0;
    if (smallest / largest <= enough) return smallest / largest;
    for (int i = k + 1; i < n; ++i) {
      if (a(i, k) == 0) continue;
      a.row(i).tail(n - k) -= (a(i, k) / a(k, k)) * a.row(k).tail(n - k);
      // What is left of the row without the column that is eliminated.
      largest = std::max(largest, a.row(i).tail(n - k - 1).cwiseAbs().maxCoeff());
    }
  }
  return smallest / largest;
}

// The same of the worst matrix.
template <typename Matrix>
double worst_pivot(const std::vector<Matrix>& matrices, const std::vector<int>& order, double enough) {
  double worst = 1;
  for (std::size_t m = 0; m < matrices.size() && worst > enough; ++m)
    worst = std::min(worst, smallest_pivot(matrices[m], order, enough));
  return worst;
}

// Tries every order of the rows but the first `fixed`, which stay. True if one is better than `best`: then both are
// those of the best.
template <typename Matrix>
bool search_pivots(const std::vector<Matrix>& matrices, int fixed, double& best, std::vector<int>& order) {
  std::vector<int> trial = order;
  std::sort(trial.begin() + fixed, trial.end());
  bool found = false;
  do {
    const double worst = worst_pivot(matrices, trial, best);
    if (worst > best) best = worst, order = trial, found = true;
  } while (std::next_permutation(trial.begin() + fixed, trial.end()));
  return found;
}

}  // namespace jourdain
