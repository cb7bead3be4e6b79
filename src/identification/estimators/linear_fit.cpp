#include "identification/estimators/linear_fit.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"

#include "kinematics/state_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

constexpr double hardly_moved = 1e-8;        // of the usual size of a column
constexpr double smallest_direction = 1e-8;  // singular value over the largest, columns of length one
constexpr double rounding = 1e-12;           // of the forces

std::vector<int> indices_of(const std::vector<Outcome>& outcomes, Outcome wanted) {
  std::vector<int> indices;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i] == wanted) indices.push_back(static_cast<int>(i));
  return indices;
}

// Marks the columns that no sample moves.
void mark_unmoved(const BlockFactors& factors, const VectorX& usual, std::vector<Outcome>& outcomes) {
  for (int j = 0; j < factors.columns(); ++j) {
    double squares = 0;
    for (int k = 0; k < factors.motors(); ++k) squares += factors.of_motor(k).col(j).squaredNorm();
    const double size = std::sqrt(squares / static_cast<double>(factors.instants()));
    if (!(size > hardly_moved * usual[j])) outcomes[j] = Outcome::not_moved;
  }
}

// Marks columns that follow from the others: those with the last pivots, until the rest is independent.
void mark_dependent(const MatrixX& R, std::vector<Outcome>& outcomes) {
  for (;;) {
    const std::vector<int> moved = indices_of(outcomes, Outcome::estimated);
    if (moved.empty()) return;
    const int count = static_cast<int>(moved.size());
    MatrixX A = dense::columns(R, moved);
    A.colwise().normalize();
    const int rank = dense::singular_factors(A, dense::Vectors::none).rank(smallest_direction);
    if (rank == count) return;
    const std::vector<int> leading = dense::PivotedQr(A).leading_columns(rank);
    for (int i = 0; i < count; ++i) {
      if (!std::ranges::binary_search(leading, i)) outcomes[moved[i]] = Outcome::dependent;
    }
  }
}

// Covariance of the scaled estimate u (A = R with columns of length one, residual of u): delete one block at a time.
// u_b - u = -(A^T A - A_b^T A_b)^-1 A_b^T r_b.
MatrixX jackknife(const BlockFactors& factors, const VectorX& weights, const std::vector<int>& kept,
                  const VectorX& scale, const MatrixX& A, const VectorX& values) {
  const int n = static_cast<int>(kept.size()), blocks = factors.blocks();
  const MatrixX normal = A.transpose() * A;
  MatrixX changes(n, blocks);
  for (int b = 0; b < blocks; ++b) {
    const MatrixX R = factors.of_block(b, weights);
    const MatrixX A_b = dense::columns(R, kept) * scale.cwiseInverse().asDiagonal();
    const VectorX r = R.col(factors.columns()) - R.leftCols(factors.columns()) * values;
    changes.col(b) = -dense::solve_square(normal - A_b.transpose() * A_b, A_b.transpose() * r);
  }
  const VectorX mean = changes.rowwise().mean();
  changes.colwise() -= mean;
  return (blocks - 1.0) / blocks * changes * changes.transpose();
}

}  // namespace

VectorX usual_columns(const LinearForm& form) {
  constexpr int states = 40;
  StateSampler sampler(form.robot(), 1);
  Workspace workspace(form.robot());
  LinearFormWorkspace memory(form);
  MatrixX Y(form.rows(), form.columns());
  VectorX squares = VectorX::Zero(form.columns());
  for (int i = 0; i < states; ++i) {
    sampler.next(workspace);
    if (regressor(form, workspace, memory, Y) == Status::ok) squares += Y.colwise().squaredNorm().transpose();
  }
  return (squares / states).cwiseSqrt();
}

LinearFit fit(const BlockFactors& factors, const VectorX& weights, const VectorX& model, const VectorX& usual,
              const std::vector<bool>& drop, const VectorX& given, bool covariance) {
  const int columns = factors.columns();
  LinearFit result;
  result.outcomes.assign(static_cast<std::size_t>(columns), Outcome::estimated);
  mark_unmoved(factors, usual, result.outcomes);
  for (std::size_t i = 0; i < drop.size(); ++i)
    if (drop[i]) result.outcomes[i] = Outcome::insignificant;
  for (int j = 0; j < given.size(); ++j)
    if (std::isfinite(given[j])) result.outcomes[j] = Outcome::given;
  const MatrixX R = factors.of_all(weights);
  mark_dependent(R, result.outcomes);

  // What is held goes to the other side.
  result.values = VectorX::Zero(columns);
  for (int j = 0; j < columns; ++j) {
    const Outcome outcome = result.outcomes[j];
    if (outcome == Outcome::not_moved || outcome == Outcome::dependent) result.values[j] = model[j];
    if (outcome == Outcome::given) result.values[j] = given[j];
  }
  const std::vector<int> kept = indices_of(result.outcomes, Outcome::estimated);
  result.covariance = MatrixX::Zero(columns, columns);
  result.plain = VectorX::Zero(columns);
  const VectorX right = R.col(columns) - R.leftCols(columns) * result.values;
  if (kept.empty()) {
    result.squares = right.squaredNorm();
    return result;
  }
  MatrixX A = dense::columns(R, kept);
  const VectorX scale = A.colwise().norm().transpose();
  A = A * scale.cwiseInverse().asDiagonal();
  const VectorX u = dense::least_squares(A, right);
  dense::set_entries(result.values, kept, u.cwiseQuotient(scale));
  result.squares = (A * u - right).squaredNorm();

  const dense::SingularFactors factored = dense::singular_factors(A, dense::Vectors::right);
  result.singular_values = factored.s;
  result.condition = factored.s[0] / factored.s[factored.s.size() - 1];

  const VectorX inverse_scale = scale.cwiseInverse();
  if (covariance && factors.blocks() > 1) {
    dense::set_block(result.covariance, kept, kept,
                     inverse_scale.asDiagonal() * jackknife(factors, weights, kept, scale, A, result.values) *
                         inverse_scale.asDiagonal());
  }
  double rows = 0;
  for (int k = 0; k < factors.motors(); ++k) rows += static_cast<double>(factors.rows(k));
  const double variance = result.squares / std::max(1.0, rows - static_cast<double>(kept.size()));
  const MatrixX half = factored.V * factored.s.cwiseInverse().asDiagonal();
  dense::set_entries(result.plain, kept,
                     variance * half.rowwise().squaredNorm().cwiseProduct(inverse_scale.cwiseAbs2()));
  return result;
}

VectorX motor_deviations(const BlockFactors& factors, const VectorX& p, int estimated) {
  VectorX deviations(factors.motors());
  for (int k = 0; k < factors.motors(); ++k) {
    const double rows = static_cast<double>(factors.rows(k));
    const double freedoms = std::max(1.0, rows - static_cast<double>(estimated) / factors.motors());
    const double force = factors.of_motor(k).col(factors.columns()).norm() / std::sqrt(std::max(rows, 1.0));
    const double bound = std::max(rounding * force, std::numeric_limits<double>::min());
    deviations[k] = std::max(std::sqrt(factors.squares(k, p) / freedoms), bound);
  }
  return deviations;
}

}  // namespace jourdain
