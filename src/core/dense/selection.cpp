#include "core/dense/selection.hpp"

#include <numeric>
#include <vector>

namespace jourdain::dense {
namespace {

std::vector<int> all_of(Eigen::Index count) {
  std::vector<int> places(static_cast<std::size_t>(count));
  std::iota(places.begin(), places.end(), 0);
  return places;
}

// f(i, j, row, column) for all entries of a block, column by column.
template <class F>
void for_each(std::span<const int> rows, std::span<const int> columns, F f) {
  for (std::size_t j = 0; j < columns.size(); ++j)
    for (std::size_t i = 0; i < rows.size(); ++i)
      f(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j), rows[i], columns[j]);
}

}  // namespace

Eigen::VectorXd entries(const Eigen::VectorXd& x, std::span<const int> places) {
  Eigen::VectorXd chosen(static_cast<Eigen::Index>(places.size()));
  for (std::size_t i = 0; i < places.size(); ++i) chosen[static_cast<Eigen::Index>(i)] = x[places[i]];
  return chosen;
}

Eigen::MatrixXd rows(const Eigen::MatrixXd& A, std::span<const int> places) {
  return block(A, places, all_of(A.cols()));
}

Eigen::MatrixXd columns(const Eigen::MatrixXd& A, std::span<const int> places) {
  return block(A, all_of(A.rows()), places);
}

Eigen::MatrixXd block(const Eigen::MatrixXd& A, std::span<const int> rows, std::span<const int> columns) {
  Eigen::MatrixXd chosen(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size()));
  for_each(rows, columns, [&](Eigen::Index i, Eigen::Index j, int row, int column) { chosen(i, j) = A(row, column); });
  return chosen;
}

void set_entries(Eigen::VectorXd& x, std::span<const int> places, const Eigen::VectorXd& values) {
  for (std::size_t i = 0; i < places.size(); ++i) x[places[i]] = values[static_cast<Eigen::Index>(i)];
}

void set_rows(Eigen::MatrixXd& A, std::span<const int> places, const Eigen::MatrixXd& values) {
  set_block(A, places, all_of(A.cols()), values);
}

void set_block(Eigen::MatrixXd& A, std::span<const int> rows, std::span<const int> columns,
               const Eigen::MatrixXd& values) {
  for_each(rows, columns, [&](Eigen::Index i, Eigen::Index j, int row, int column) { A(row, column) = values(i, j); });
}

void add_entries(Eigen::VectorXd& x, std::span<const int> places, const Eigen::VectorXd& values) {
  for (std::size_t i = 0; i < places.size(); ++i) x[places[i]] += values[static_cast<Eigen::Index>(i)];
}

void add_block(Eigen::MatrixXd& A, std::span<const int> rows, std::span<const int> columns,
               const Eigen::MatrixXd& values) {
  for_each(rows, columns, [&](Eigen::Index i, Eigen::Index j, int row, int column) { A(row, column) += values(i, j); });
}

}  // namespace jourdain::dense
