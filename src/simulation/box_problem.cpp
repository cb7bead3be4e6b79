#include "simulation/box_problem.hpp"

#include "core/symmetric_solve.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double settled = 1e-11;         // of a bound: forces that are this near to an answer are one
constexpr double proximal_weight = 1e-9;  // of the largest diagonal entry
constexpr int most_steps = 4;             // of the proximal point method
constexpr int most_sweeps = 400;          // of the method that always ends, where bounds alternate

// What an error of a force is compared with.
double force_unit(double bound, double force) {
  return std::isfinite(bound) ? std::max(bound, 1e-300) : std::max(std::abs(force), 1e-300);
}

// Projected Gauss-Seidel sweeps: slow where joints hold each other, but they always approach the answer.
void sweep(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& free,
           const Eigen::Ref<const Eigen::VectorXd>& bound, Eigen::Ref<Eigen::VectorXd> f) {
  const Eigen::Index n = free.size();
  for (int k = 0; k < most_sweeps; ++k) {
    double change = 0;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (!(A(i, i) > 0)) continue;
      const double next = std::clamp(f[i] + (free[i] - A.col(i).head(n).dot(f)) / A(i, i), -bound[i], bound[i]);
      change = std::max(change, std::abs(next - f[i]) / force_unit(bound[i], next));
      f[i] = next;
    }
    if (change < settled) return;
  }
}

}  // namespace

BoxProblem::BoxProblem(int largest)
    : side_(static_cast<std::size_t>(largest)),
      factor_(Eigen::MatrixXd::Zero(largest, largest)),
      right_(Eigen::VectorXd::Zero(largest)),
      centre_(right_) {
  inner_.reserve(largest);
}

bool BoxProblem::is_answer(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& free,
                           const Eigen::Ref<const Eigen::VectorXd>& bound,
                           const Eigen::Ref<const Eigen::VectorXd>& f) const {
  for (Eigen::Index i = 0; i < free.size(); ++i) {
    if (!(A(i, i) > 0)) continue;
    const double wanted = f[i] + (free[i] - A.col(i).dot(f)) / A(i, i);
    const double next = std::clamp(wanted, -bound[i], bound[i]);
    if (!(std::abs(next - f[i]) <= settled * force_unit(bound[i], next))) return false;
  }
  return true;
}

bool BoxProblem::find_bounds(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& free,
                             const Eigen::Ref<const Eigen::VectorXd>& bound, double weight,
                             Eigen::Ref<Eigen::VectorXd> f) {
  const int n = static_cast<int>(free.size());
  for (int attempt = 0; attempt < 2 * n + 4; ++attempt) {
    inner_.clear();
    for (int i = 0; i < n; ++i) {
      if (side_[i] == 0) inner_.push_back(i);
    }
    const int m = static_cast<int>(inner_.size());
    auto L = factor_.topLeftCorner(m, m);
    for (int a = 0; a < m; ++a) {
      const int i = inner_[a];
      double b = free[i] + weight * centre_[i];
      for (int j = 0; j < n; ++j) {
        if (side_[j] != 0) b -= A(i, j) * f[j];
      }
      right_[a] = b;
      for (int c = a; c < m; ++c) L(a, c) = A(i, inner_[c]);
      L(a, a) += weight;
    }
    solve_symmetric(L, right_.data());
    // Forces beyond their bounds stay there.
    bool beyond = false;
    for (int a = 0; a < m; ++a) {
      const int i = inner_[a];
      if (!std::isfinite(right_[a])) return false;
      f[i] = std::clamp(right_[a], -bound[i], bound[i]);
      if (std::abs(right_[a]) <= bound[i]) continue;
      side_[i] = right_[a] > 0 ? 1 : -1;
      beyond = true;
    }
    if (beyond) continue;
    // The one that pulls most against its bound leaves it.
    int worst = -1;
    double most = 0;
    for (int i = 0; i < n; ++i) {
      const int side = side_[i];
      if (side == 0) continue;
      const double pull = -side * (free[i] - A.col(i).dot(f) + weight * (centre_[i] - f[i])) / (A(i, i) + weight);
      if (pull > most && pull > settled * force_unit(bound[i], f[i])) most = pull, worst = i;
    }
    if (worst < 0) return true;
    side_[worst] = 0;
  }
  return false;
}

void BoxProblem::solve(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& free,
                       const Eigen::Ref<const Eigen::VectorXd>& bound, Eigen::Ref<Eigen::VectorXd> f) {
  const int n = static_cast<int>(free.size());
  for (int i = 0; i < n; ++i) f[i] = std::clamp(f[i], -bound[i], bound[i]);
  if (n == 0 || is_answer(A, free, bound, f)) return;
  const double weight = proximal_weight * A.diagonal().maxCoeff();
  if (!(weight > 0)) return;
  // The proximal point method: a singular A becomes a regular one about the last f, with the same answer in the end.
  std::fill_n(side_.begin(), n, 0);
  for (int step = 0; step < most_steps; ++step) {
    centre_.head(n) = f;
    if (!find_bounds(A, free, bound, weight, f)) break;
    if (is_answer(A, free, bound, f)) return;
  }
  if (!is_answer(A, free, bound, f)) sweep(A, free, bound, f);
}

}  // namespace jourdain
