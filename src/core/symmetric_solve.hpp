// The solution with a symmetric positive definite matrix, which needs no order of pivots: half the work of
// EliminationT.
#pragma once

#include <Eigen/Core>

namespace jourdain {

// Overwrites b with the solution of A x = b by A = L D L^T. Only the upper triangle of A is read; A is overwritten. No
// allocation: a control loop may call it.
template <typename Matrix, typename T = typename Matrix::Scalar>
void solve_symmetric(Matrix& A, T* b) {
  const int n = static_cast<int>(A.rows());
  for (int k = 0; k < n; ++k) {
    for (int i = k + 1; i < n; ++i) {
      const T factor = A(k, i) / A(k, k);
      for (int j = i; j < n; ++j) A(i, j) -= factor * A(k, j);
      b[i] -= factor * b[k];
      A(i, k) = factor;
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    b[i] = b[i] / A(i, i);
    for (int j = i + 1; j < n; ++j) b[i] -= A(j, i) * b[j];
  }
}

}  // namespace jourdain
