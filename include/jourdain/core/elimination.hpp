// The one elimination of the library: LU with row pivoting on memory that is sized once.
#pragma once

#include <Eigen/Dense>

#include <vector>

namespace jourdain {

// Solves A x = b for square A. No allocation after the constructor; a control loop may call everything else.
class Elimination {
 public:
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  explicit Elimination(int size = 0) : lu_(size, size), order_(size) {}

  // The matrix to fill before factor(); it is overwritten by its factors.
  Matrix& matrix() { return lu_; }
  int size() const { return static_cast<int>(lu_.rows()); }

  // Factors the matrix. Returns the smallest pivot over the largest, 0 if the matrix is singular or not finite.
  double factor();

  // Sign of the determinant of the factored matrix.
  int determinant_sign() const { return sign_; }

  // Overwrites b with the solution of A x = b, or of A^T x = b.
  void solve(double* b) const;
  void solve_transposed(double* b) const;

 private:
  Matrix lu_;
  std::vector<int> order_;
  int sign_ = 1;
  mutable Eigen::VectorXd work_ = Eigen::VectorXd::Zero(lu_.rows());
};

}  // namespace jourdain
