#include "kinematics/mobility.hpp"

#include "kinematics/assembly.hpp"
#include "kinematics/closure.hpp"

#include <algorithm>
#include <random>

namespace jourdain {
namespace {

// Singular values below this times the largest are zero; a closed configuration leaves 1e-14, real ones stay above
// 1e-6.
constexpr double rank_tolerance = 1e-9;

RowMatrix jacobian(const SpanningTree& tree, const TreeState& state, double size) {
  VectorX g(tree.rows);
  RowMatrix K(tree.rows, tree.nv);
  closure_jacobian(tree, state, size, g, K);
  return K;
}

}  // namespace

RankResult closure_rank(const SpanningTree& tree, const TreeState& state, double size) {
  RankResult result;
  if (tree.rows == 0 || tree.nv == 0) {
    result.null_space = MatrixX::Identity(tree.nv, tree.nv);
    return result;
  }
  const Eigen::BDCSVD<MatrixX> svd(jacobian(tree, state, size), Eigen::ComputeFullV);
  const VectorX& s = svd.singularValues();
  while (result.rank < s.size() && s[result.rank] > rank_tolerance * s[0]) ++result.rank;
  if (result.rank < s.size() && result.rank > 0) {
    result.gap = s[result.rank - 1] / std::max(s[result.rank], 1e-300);
  }
  result.null_space = svd.matrixV().rightCols(tree.nv - result.rank);
  return result;
}

std::vector<TreeState> nearby_configurations(const SpanningTree& tree, const TreeState& state, double size, int count) {
  std::vector<TreeState> found{state};
  std::mt19937_64 random(41);
  std::normal_distribution<double> normal;
  const std::vector<bool> none(tree.nv, false);
  for (int i = 0; i < 4 * count && static_cast<int>(found.size()) <= count; ++i) {
    TreeState trial = found.back();
    const MatrixX N = closure_rank(tree, trial, size).null_space;
    if (N.cols() == 0) break;
    VectorX direction = N * VectorX::NullaryExpr(N.cols(), [&] { return normal(random); });
    direction *= 0.08 / std::max(direction.lpNorm<Eigen::Infinity>(), 1e-300);
    scale_columns(tree, size, direction);
    move_coordinates(tree, direction, trial);
    if (close_loops(tree, size, none, 30, trial) < closed_tolerance) found.push_back(trial);
  }
  return found;
}

std::vector<int> independent_rows(const SpanningTree& tree, const TreeState& state, double size, int rank) {
  if (rank == 0) return {};
  const Eigen::ColPivHouseholderQR<MatrixX> qr(jacobian(tree, state, size).transpose());
  std::vector<int> rows(rank);
  for (int i = 0; i < rank; ++i) rows[i] = static_cast<int>(qr.colsPermutation().indices()[i]);
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace jourdain
