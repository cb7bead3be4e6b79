#include "linear_form/regressor/triangular_factor.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"

#include <algorithm>
#include <vector>

namespace jourdain {

TriangularFactor::TriangularFactor(int columns)
    : columns_(columns),
      stack_(MatrixX::Zero(columns + std::max(columns, 192), columns)),
      R_(MatrixX::Zero(columns, columns)) {}

void TriangularFactor::add(const MatrixX& rows) {
  if (columns_ + waiting_ + rows.rows() > stack_.rows()) fold();
  stack_.middleRows(columns_ + waiting_, rows.rows()) = rows;
  waiting_ += static_cast<int>(rows.rows());
}

void TriangularFactor::fold() {
  if (waiting_ == 0) return;
  // Columns without entries, such as the friction of other motors, cost nothing.
  const auto rows = stack_.topRows(columns_ + waiting_);
  std::vector<int> used;
  for (int j = 0; j < columns_; ++j)
    if ((rows.col(j).array() != 0).any()) used.push_back(j);
  if (static_cast<int>(used.size()) == columns_) {
    R_ = dense::upper_triangle(rows);
  } else {
    // R on top has rows of zeros where it has columns of zeros.
    std::vector<int> filled = used;
    for (int i = 0; i < waiting_; ++i) filled.push_back(columns_ + i);
    R_.setZero();
    if (!used.empty()) dense::set_block(R_, used, used, dense::upper_triangle(dense::block(stack_, filled, used)));
  }
  stack_.topRows(columns_) = R_;
  waiting_ = 0;
}

const MatrixX& TriangularFactor::factor() {
  fold();
  return R_;
}

}  // namespace jourdain
