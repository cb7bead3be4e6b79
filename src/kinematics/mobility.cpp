#include "kinematics/mobility.hpp"

#include "core/dense/decompositions.hpp"
#include "kinematics/assembly.hpp"
#include "kinematics/closure.hpp"
#include "kinematics/closure_blocks.hpp"

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
  if (is_large(tree)) {
    const ClosureBlocks blocks(tree, jacobian(tree, state, size), rank_tolerance);
    return {blocks.rank(), blocks.gap(), blocks.null_space()};
  }
  const dense::SingularFactors svd = dense::singular_factors(jacobian(tree, state, size), dense::Vectors::right);
  const VectorX& s = svd.s;
  result.rank = svd.rank(rank_tolerance);
  if (result.rank < s.size() && result.rank > 0) {
    result.gap = s[result.rank - 1] / std::max(s[result.rank], 1e-300);
  }
  result.null_space = svd.null_space(result.rank);
  return result;
}

std::vector<Place> nearby_configurations(const SpanningTree& tree, const TreeState& state, double size, int count) {
  std::vector<Place> found{{state, closure_rank(tree, state, size)}};
  std::mt19937_64 random(41);
  std::normal_distribution<double> normal;
  const std::vector<bool> none(tree.nv, false);
  for (int i = 0; i < 4 * count && static_cast<int>(found.size()) <= count; ++i) {
    TreeState trial = found.back().state;
    const MatrixX& N = found.back().rank.null_space;
    if (N.cols() == 0) break;
    VectorX direction = N * VectorX::NullaryExpr(N.cols(), [&] { return normal(random); });
    direction *= 0.08 / std::max(direction.lpNorm<Eigen::Infinity>(), 1e-300);
    scale_columns(tree, size, direction);
    move_coordinates(tree, direction, trial);
    if (close_loops(tree, size, none, 30, trial) < closed_tolerance) {
      RankResult rank = closure_rank(tree, trial, size);
      found.push_back({std::move(trial), std::move(rank)});
    }
  }
  return found;
}

std::vector<int> independent_rows(const SpanningTree& tree, const TreeState& state, double size, int rank) {
  if (rank == 0) return {};
  if (is_large(tree)) {
    const RowMatrix K = jacobian(tree, state, size);
    std::vector<int> found = ClosureBlocks(tree, K, rank_tolerance).independent_rows(K);
    if (static_cast<int>(found.size()) == rank) return found;
  }
  return dense::PivotedQr(jacobian(tree, state, size).transpose()).leading_columns(rank);
}

}  // namespace jourdain
