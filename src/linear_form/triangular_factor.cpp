#include "linear_form/triangular_factor.hpp"

#include "core/dense/decompositions.hpp"

#include <algorithm>

namespace jourdain {

TriangularFactor::TriangularFactor(int columns)
    : columns_(columns),
      stack_(MatrixX::Zero(columns + std::max(columns, 64), columns)),
      R_(MatrixX::Zero(columns, columns)) {}

void TriangularFactor::add(const MatrixX& rows) {
  if (columns_ + waiting_ + rows.rows() > stack_.rows()) fold();
  stack_.middleRows(columns_ + waiting_, rows.rows()) = rows;
  waiting_ += static_cast<int>(rows.rows());
}

void TriangularFactor::fold() {
  if (waiting_ == 0) return;
  R_ = dense::upper_triangle(stack_.topRows(columns_ + waiting_));
  stack_.topRows(columns_) = R_;
  waiting_ = 0;
}

const MatrixX& TriangularFactor::factor() {
  fold();
  return R_;
}

}  // namespace jourdain
