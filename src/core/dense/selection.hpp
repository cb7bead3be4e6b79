// Some rows, columns or entries of matrices, by their places: compiled once, while each of Eigen's indexed views is a
// type of its own. They allocate: not for a control loop.
#pragma once

#include <Eigen/Core>

#include <span>

namespace jourdain::dense {

Eigen::VectorXd entries(const Eigen::VectorXd& x, std::span<const int> places);
Eigen::MatrixXd rows(const Eigen::MatrixXd& A, std::span<const int> places);
Eigen::MatrixXd columns(const Eigen::MatrixXd& A, std::span<const int> places);
Eigen::MatrixXd block(const Eigen::MatrixXd& A, std::span<const int> rows, std::span<const int> columns);

// The other way: values[i] goes to x[places[i]], and values(i, j) to A(rows[i], columns[j]).
void set_entries(Eigen::VectorXd& x, std::span<const int> places, const Eigen::VectorXd& values);
void set_rows(Eigen::MatrixXd& A, std::span<const int> places, const Eigen::MatrixXd& values);
void set_block(Eigen::MatrixXd& A, std::span<const int> rows, std::span<const int> columns,
               const Eigen::MatrixXd& values);

// The same, added to what is there.
void add_entries(Eigen::VectorXd& x, std::span<const int> places, const Eigen::VectorXd& values);
void add_block(Eigen::MatrixXd& A, std::span<const int> rows, std::span<const int> columns,
               const Eigen::MatrixXd& values);

}  // namespace jourdain::dense
