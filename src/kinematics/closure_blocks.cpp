#include "kinematics/closure_blocks.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"

#include <algorithm>
#include <limits>

namespace jourdain {
namespace {

constexpr int large_tree = 300;  // coordinates

}  // namespace

bool is_large(const SpanningTree& tree) { return tree.nv > large_tree && tree.limbs.size() > 1 && tree.rows > 0; }

MatrixX ClosureBlocks::Factors::solve(const MatrixX& b) const {
  return row_space * values.cwiseInverse().asDiagonal() * (range.transpose() * b);
}

ClosureBlocks::Factors ClosureBlocks::factors_of(const MatrixX& J) {
  Factors f;
  const int rows = static_cast<int>(J.rows()), columns = static_cast<int>(J.cols());
  if (rows == 0 || columns == 0) {
    f.range = MatrixX(rows, 0), f.left_null = MatrixX::Identity(rows, rows);
    f.row_space = MatrixX(columns, 0), f.null = MatrixX::Identity(columns, columns);
    return f;
  }
  const dense::SingularFactors svd = dense::singular_factors(J, dense::Vectors::both);
  const VectorX& s = svd.s;
  int rank = 0;
  while (rank < s.size() && s[rank] > tolerance_ * scale_) ++rank;
  if (rank > 0) smallest_kept_ = std::min(smallest_kept_, s[rank - 1]);
  if (rank < s.size()) largest_dropped_ = std::max(largest_dropped_, std::max(s[rank], 1e-300));
  f.range = svd.U.leftCols(rank);
  f.left_null = dense::singular_factors(J.transpose(), dense::Vectors::right).null_space(rank);
  f.row_space = svd.V.leftCols(rank);
  f.null = svd.null_space(rank);
  f.values = s.head(rank);
  rank_ += rank;
  return f;
}

ClosureBlocks::ClosureBlocks(const SpanningTree& tree, const RowMatrix& K, double tolerance)
    : tree_(tree), tolerance_(tolerance), smallest_kept_(std::numeric_limits<double>::infinity()) {
  if (tree.platform_node >= 0) platform_ = tree.nodes[tree.platform_node].v;
  const int shared = platform_ >= 0 ? 6 : 0;
  const auto own = [&](const Limb& limb) { return K.block(limb.row, limb.v, limb.rows, limb.nv); };
  // Norms are within a small factor of the largest singular value, which is all that a tolerance needs.
  for (const Limb& limb : tree.limbs) {
    by_platform_.emplace_back(K.block(limb.row, std::max(platform_, 0), limb.rows, shared));
    scale_ = std::max({scale_, own(limb).norm(), by_platform_.back().norm()});
  }
  int left = 0;
  for (const Limb& limb : tree.limbs) {
    limbs_.push_back(factors_of(own(limb)));
    left += static_cast<int>(limbs_.back().left_null.cols());
  }
  if (platform_ >= 0) {
    MatrixX rest(left, shared);
    int row = 0;
    for (std::size_t k = 0; k < limbs_.size(); ++k) {
      const int count = static_cast<int>(limbs_[k].left_null.cols());
      rest.middleRows(row, count) = limbs_[k].left_null.transpose() * by_platform_[k];
      row += count;
    }
    platform_factors_ = factors_of(rest);
  }
  find_null_space();
}

// Motions of a limb with the platform at rest, and motions of the platform that all limbs follow; the latter are
// orthogonal to the former, and are made so to each other.
void ClosureBlocks::find_null_space() {
  null_space_ = MatrixX::Zero(tree_.nv, tree_.nv - rank_);
  int column = 0;
  for (std::size_t k = 0; k < limbs_.size(); ++k) {
    const int count = static_cast<int>(limbs_[k].null.cols());
    null_space_.block(tree_.limbs[k].v, column, tree_.limbs[k].nv, count) = limbs_[k].null;
    column += count;
  }
  const int count = static_cast<int>(null_space_.cols()) - column;
  if (count <= 0) return;
  MatrixX moves = MatrixX::Zero(tree_.nv, count);
  moves.middleRows(platform_, 6) = platform_factors_.null;
  for (std::size_t k = 0; k < limbs_.size(); ++k) {
    moves.middleRows(tree_.limbs[k].v, tree_.limbs[k].nv) = -limbs_[k].solve(by_platform_[k] * platform_factors_.null);
  }
  null_space_.rightCols(count) = dense::singular_factors(moves, dense::Vectors::left).U;
}

VectorX ClosureBlocks::step(const VectorX& g) const {
  VectorX x = VectorX::Zero(tree_.nv);
  VectorX by_platform = VectorX::Zero(6);
  if (platform_ >= 0) {
    VectorX rest(platform_factors_.range.rows());
    int row = 0;
    for (std::size_t k = 0; k < limbs_.size(); ++k) {
      const Limb& limb = tree_.limbs[k];
      const int count = static_cast<int>(limbs_[k].left_null.cols());
      rest.segment(row, count) = limbs_[k].left_null.transpose() * g.segment(limb.row, limb.rows);
      row += count;
    }
    by_platform = -platform_factors_.solve(rest);
    x.segment<6>(platform_) = by_platform;
  }
  for (std::size_t k = 0; k < limbs_.size(); ++k) {
    const Limb& limb = tree_.limbs[k];
    VectorX open = g.segment(limb.row, limb.rows);
    if (platform_ >= 0) open += by_platform_[k] * by_platform;
    x.segment(limb.v, limb.nv) = -limbs_[k].solve(open);
  }
  return x - null_space_ * (null_space_.transpose() * x);
}

std::vector<int> ClosureBlocks::independent_rows(const RowMatrix& K) const {
  std::vector<int> rows, others;
  std::vector<VectorX> left;  // what the other rows do to the platform once the limb's own are taken out of them
  for (std::size_t k = 0; k < limbs_.size(); ++k) {
    const Limb& limb = tree_.limbs[k];
    const MatrixX J = K.block(limb.row, limb.v, limb.rows, limb.nv);
    const int rank = static_cast<int>(limbs_[k].values.size());
    const std::vector<int> chosen =
        rank > 0 ? dense::PivotedQr(J.transpose()).leading_columns(rank) : std::vector<int>{};
    for (const int i : chosen) rows.push_back(limb.row + i);
    for (int i = 0; i < limb.rows && platform_ >= 0; ++i) {
      if (std::ranges::find(chosen, i) != chosen.end()) continue;
      others.push_back(limb.row + i);
      left.emplace_back(by_platform_[k].row(i).transpose());
      if (rank == 0) continue;
      const MatrixX shares = dense::least_squares(dense::rows(J, chosen).transpose(), J.row(i).transpose());
      left.back() -= dense::rows(by_platform_[k], chosen).transpose() * shares;
    }
  }
  const int of_platform = platform_ >= 0 ? static_cast<int>(platform_factors_.values.size()) : 0;
  if (of_platform > 0) {
    MatrixX columns(6, static_cast<int>(left.size()));
    for (std::size_t i = 0; i < left.size(); ++i) columns.col(static_cast<int>(i)) = left[i];
    for (const int i : dense::PivotedQr(columns).leading_columns(of_platform)) rows.push_back(others[i]);
  }
  std::ranges::sort(rows);
  return rows;
}

}  // namespace jourdain
