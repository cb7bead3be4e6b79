// The one elimination of the library: LU with row pivoting on memory that is sized once.
#pragma once

#include <Eigen/Core>

#include <vector>

namespace jourdain {

// Solves A x = b for square A. No allocation after the constructor; a control loop may call everything else.
// Pivots are searched for double. A traced scalar cannot be compared: its rows are taken in the order given by
// follow().
template <typename T>
class EliminationT {
 public:
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  explicit EliminationT(int size = 0);

  // The matrix to fill before factor(); it is overwritten by its factors.
  Matrix& matrix() { return lu_; }
  int size() const { return static_cast<int>(lu_.rows()); }

  // Factors the matrix. Returns the smallest pivot over the largest, 0 if the matrix is singular or not finite; 1 for a
  // traced scalar.
  double factor();

  // Sign of the determinant of the factored matrix (double only).
  int determinant_sign() const { return sign_; }

  // The rows in the order of their pivots, after factor(); and the order that a traced scalar takes.
  const std::vector<int>& order() const { return order_; }
  void follow(const std::vector<int>& order) { order_ = order; }

  // Overwrites b with the solution of A x = b, or of A^T x = b.
  void solve(T* b) const;
  void solve_transposed(T* b) const;

 private:
  Matrix lu_;
  std::vector<int> order_;
  int sign_ = 1;
  mutable Eigen::Matrix<T, Eigen::Dynamic, 1> work_;
};

using Elimination = EliminationT<double>;

}  // namespace jourdain
