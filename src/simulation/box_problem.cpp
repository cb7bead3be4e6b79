#include "simulation/box_problem.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

double solve_box_problem(const Eigen::Ref<const Eigen::MatrixXd>& A, const Eigen::Ref<const Eigen::VectorXd>& free,
                         const Eigen::Ref<const Eigen::VectorXd>& bound, Eigen::Ref<Eigen::VectorXd> f) {
  constexpr int most_sweeps = 400;
  constexpr double settled = 1e-13;
  const Eigen::Index n = free.size();
  for (Eigen::Index i = 0; i < n; ++i) f[i] = std::clamp(f[i], -bound[i], bound[i]);
  double change = 0;
  for (int sweep = 0; sweep < most_sweeps; ++sweep) {
    change = 0;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (!(A(i, i) > 0)) continue;
      double open = free[i];
      for (Eigen::Index j = 0; j < n; ++j) open -= A(i, j) * f[j];
      const double next = std::clamp(f[i] + open / A(i, i), -bound[i], bound[i]);
      change = std::max(change, std::abs(next - f[i]) / std::max(bound[i], 1e-300));
      f[i] = next;
    }
    if (change < settled) break;
  }
  return change;
}

}  // namespace jourdain
