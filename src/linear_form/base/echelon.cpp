#include "linear_form/base/echelon.hpp"

#include <cmath>

namespace jourdain {

Echelon echelon(MatrixX rows, const std::vector<int>& order) {
  // A row of nothing but rounding says nothing.
  const double largest_of_all = rows.size() > 0 ? rows.cwiseAbs().maxCoeff() : 0;
  for (Eigen::Index i = 0; i < rows.rows(); ++i) {
    const double largest = rows.row(i).cwiseAbs().maxCoeff();
    rows.row(i) *= largest > echelon_zero * largest_of_all ? 1 / largest : 0;
  }
  Echelon result;
  Eigen::Index done = 0;
  for (const int column : order) {
    if (done == rows.rows()) break;
    // The largest entry among the rows that are left.
    Eigen::Index best = 0;
    const double size = rows.col(column).tail(rows.rows() - done).cwiseAbs().maxCoeff(&best);
    if (!(size > echelon_zero)) {
      rows.col(column).tail(rows.rows() - done).setZero();
      continue;
    }
    best += done;
    if (best != done) rows.row(best).swap(rows.row(done));
    rows.row(done) /= double(rows(done, column));
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const double factor = rows(i, column);
      if (i == done || factor == 0) continue;
      rows.row(i) -= factor * rows.row(done);
      rows(i, column) = 0;
    }
    result.pivots.push_back(column);
    ++done;
  }
  result.rows = rows.topRows(done);
  // What the elimination left of zeros.
  for (Eigen::Index i = 0; i < done; ++i) {
    const double largest = result.rows.row(i).cwiseAbs().maxCoeff();
    result.rows.row(i) =
        result.rows.row(i).unaryExpr([&](double x) { return std::abs(x) > echelon_zero * largest ? x : 0.0; });
  }
  return result;
}

}  // namespace jourdain
