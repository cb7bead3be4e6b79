#include "identification/estimators/inertia_cones.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/selection.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

constexpr double flat = 1e-9;  // eigenvalue of P over the largest, at which a body has no volume

// Entries of the pseudo-inertia (10 of a symmetric 4 x 4 matrix) by the ten parameters.
Eigen::Matrix<double, 10, 10> pseudo_inertia_map() {
  Eigen::Matrix<double, 10, 10> map = Eigen::Matrix<double, 10, 10>::Zero();
  // Rows: 00 01 02 03 11 12 13 22 23 33; columns: m sx sy sz Ixx Ixy Ixz Iyy Iyz Izz.
  const int diagonal[3] = {0, 4, 7};
  const int moments[3] = {4, 7, 9};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) map(diagonal[i], moments[j]) = i == j ? -0.5 : 0.5;
  }
  map(1, 5) = map(2, 6) = map(5, 8) = -1;
  map(3, 1) = map(6, 2) = map(8, 3) = 1;
  map(9, 0) = 1;
  return map;
}

// The entries of B^T P B for P given by its entries: a linear map.
MatrixX congruence_map(const MatrixX& B) {
  const int n = static_cast<int>(B.cols());
  MatrixX map(n * (n + 1) / 2, 10);
  for (int e = 0; e < 10; ++e) {
    const MatrixX P = symmetric_from(VectorX::Unit(10, e), 4);
    const MatrixX Q = B.transpose() * P * B;
    int row = 0;
    for (int i = 0; i < n; ++i)
      for (int j = i; j < n; ++j) map(row++, e) = Q(i, j);
  }
  return map;
}

class ConeMaker {
 public:
  ConeMaker(const BaseParameters& base, const VectorX& known, const VectorX& column_force, double force)
      : base_(base),
        known_(known),
        S_(base.full.expansion()),
        x0_(S_ * known),
        column_force_(column_force),
        force_(force) {}

  InertiaCones make(double mass_tolerance) {
    const std::vector<StandardParameter>& standard = base_.full.standard();
    for (std::size_t i = 0; i < standard.size();) {
      const bool body = standard[i].kind == ParameterKind::inertial || standard[i].kind == ParameterKind::payload;
      if (body)
        add_body(static_cast<int>(i));
      else
        add_coefficient(static_cast<int>(i));
      i += body ? 10 : 1;
    }
    eliminate();
    connect(mass_tolerance);
    return std::move(cones_);
  }

 private:
  // A body whose rows equal those of an earlier one (a leg like another) is there already.
  bool is_repeated(int first, int count) const {
    for (const auto& [other, size] : seen_) {
      if (size == count && S_.middleRows(other, size) == S_.middleRows(first, count)) return true;
    }
    return false;
  }

  void add_body(int first) {
    if (S_.middleRows(first, 10).cwiseAbs().maxCoeff() == 0 || is_repeated(first, 10)) return;
    seen_.emplace_back(first, 10);
    const std::string& whole = base_.full.standard()[first].name;
    BodyCone cone;
    cone.name = whole.substr(whole.find('.') + 1);
    cone.first = first;
    const VectorX p = x0_.segment(first, 10);
    const double m = p[0];
    const double radius = m > 0 ? std::sqrt(std::max(0.0, 0.5 * (p[4] + p[7] + p[9]) / m)) : 0.0;
    cone.mass = m > 0 ? m : 1;
    cone.length = radius > 0 ? radius : base_.full.robot().size();
    // Eigenvectors of the scaled P0: range and null space.
    static const Eigen::Matrix<double, 10, 10> to_entries = pseudo_inertia_map();
    const Eigen::Vector4d unit(1 / cone.length, 1 / cone.length, 1 / cone.length, 1);
    const Matrix4 D = unit.asDiagonal();
    const MatrixX P = D * symmetric_from(to_entries * p, 4) * D / cone.mass;
    const dense::SymmetricFactors factors = dense::symmetric_factors(P);
    const double largest = std::max(factors.values.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
    if (factors.values[0] < -flat * largest)
      throw Error(ErrorKind::usage,
                  fmt::format("the body '{}' cannot exist as the model has it: nothing consistent is near it; correct "
                              "its mass and inertia",
                              cone.name));
    std::vector<int> range, null;
    for (int i = 0; i < 4; ++i) (factors.values[i] > flat * largest && m > 0 ? range : null).push_back(i);
    cone.size = static_cast<int>(range.size());
    const MatrixX entries = to_entries * S_.middleRows(first, 10) / cone.mass;
    if (!null.empty()) {
      cones_.on_face.push_back(cone.name);
      // P n = 0 for every null vector n.
      const MatrixX N = dense::columns(factors.vectors, null);
      for (int k = 0; k < N.cols(); ++k) {
        MatrixX rows(4, 10);
        for (int e = 0; e < 10; ++e) rows.col(e) = D * symmetric_from(VectorX::Unit(10, e), 4) * D * N.col(k);
        flat_rows_.push_back(rows * entries);
      }
    }
    if (cone.size == 0) return;
    const MatrixX B = D * dense::columns(factors.vectors, range);
    cone.map = congruence_map(B) * entries;
    cone.offset = cone.map * known_;
    cones_.bodies.push_back(std::move(cone));
  }

  void add_coefficient(int index) {
    const StandardParameter& p = base_.full.standard()[index];
    if (S_.row(index).cwiseAbs().maxCoeff() == 0 || is_repeated(index, 1)) return;
    seen_.emplace_back(index, 1);
    const bool bounded = p.kind != ParameterKind::offset && p.kind != ParameterKind::elemental;
    if (bounded && x0_[index] < 0)
      throw Error(ErrorKind::usage, fmt::format("{} is negative in the model: expected zero or more", p.name));
    double unit = std::abs(x0_[index]);
    const bool has_value = unit > 0;
    if (!has_value) {
      // As much as would make all of the forces.
      double per_unit = 0;
      for (int j = 0; j < S_.cols(); ++j)
        if (S_(index, j) != 0) per_unit = std::max(per_unit, column_force_[j] / std::abs(S_(index, j)));
      unit = per_unit > 0 ? force_ / per_unit : 1;
    }
    CoefficientBound bound{p.name,
                           x0_[index] / unit,
                           S_.row(index).transpose() / unit,
                           0,
                           std::numeric_limits<double>::infinity(),
                           x0_[index] / unit,
                           true};
    (bounded ? cones_.coefficients : cones_.free).push_back(bound);
  }

  // Z spans what the faces leave: the columns with the largest pivots follow from the others.
  void eliminate() {
    const int columns = base_.full.columns();
    scale_columns();
    cones_.z0 = known_;
    // Coefficients that are zero in CAD start a little inside.
    for (const CoefficientBound& c : cones_.coefficients) {
      if (c.offset > 0) continue;
      for (int j = 0; j < columns; ++j)
        if (c.map[j] > 0) cones_.z0[j] += 1e-3 / c.map[j];
    }
    if (flat_rows_.empty()) {
      cones_.Z = units_.asDiagonal();
      return;
    }
    MatrixX E(0, columns);
    for (const MatrixX& rows : flat_rows_) {
      E.conservativeResize(E.rows() + rows.rows(), Eigen::NoChange);
      E.bottomRows(rows.rows()) = rows * units_.asDiagonal();
    }
    const dense::PivotedQr qr(E, flat);
    const std::vector<int> pivots = qr.leading_columns(qr.rank());
    std::vector<int> free;
    for (int j = 0; j < columns; ++j)
      if (!std::ranges::binary_search(pivots, j)) free.push_back(j);
    MatrixX Z = MatrixX::Zero(columns, static_cast<int>(free.size()));
    for (std::size_t j = 0; j < free.size(); ++j) Z(free[j], static_cast<int>(j)) = 1;
    if (!pivots.empty() && !free.empty()) {
      MatrixX X = -dense::least_squares(dense::columns(E, pivots), dense::columns(E, free));
      X = (X.array().abs() < 1e-12).select(0.0, X);
      for (std::size_t i = 0; i < pivots.size(); ++i) Z.row(pivots[i]) = X.row(static_cast<int>(i));
    }
    cones_.Z = units_.asDiagonal() * Z;
  }

  // What a column is measured in: mass and size of its body, or its value.
  void scale_columns() {
    units_ = VectorX::Ones(base_.full.columns());
    VectorX size = VectorX::Zero(units_.size());
    for (const BodyCone& body : cones_.bodies)
      for (int j = 0; j < units_.size(); ++j) size[j] = std::max(size[j], body.map.col(j).norm());
    for (const std::vector<CoefficientBound>* list : {&cones_.coefficients, &cones_.free})
      for (const CoefficientBound& c : *list) size = size.cwiseMax(c.map.cwiseAbs());
    for (int j = 0; j < units_.size(); ++j)
      if (size[j] > 0) units_[j] = 1 / size[j];
  }

  // From columns of the full form to u.
  void connect(double mass_tolerance) {
    const MatrixX& Z = cones_.Z;
    for (BodyCone& body : cones_.bodies) {
      const MatrixX whole = body.map * Z;
      for (int j = 0; j < whole.cols(); ++j)
        if (whole.col(j).cwiseAbs().maxCoeff() > 1e-13) body.columns.push_back(j);
      body.map = dense::columns(whole, body.columns);
      if (!std::isfinite(mass_tolerance)) continue;
      const VectorX row = S_.row(body.first).transpose() / body.mass;
      if (row.cwiseAbs().maxCoeff() == 0) continue;
      const double mass = x0_[body.first] / body.mass;
      cones_.coefficients.push_back(
          {"m." + body.name, mass, row, mass * (1 - mass_tolerance), mass * (1 + mass_tolerance), mass, false});
    }
    for (std::vector<CoefficientBound>* list : {&cones_.coefficients, &cones_.free}) {
      for (CoefficientBound& c : *list) {
        c.offset = c.map.dot(cones_.z0);
        c.map = Z.transpose() * c.map;
      }
    }
  }

  const BaseParameters& base_;
  VectorX known_;
  MatrixX S_;
  VectorX x0_, column_force_, units_;
  double force_;
  std::vector<std::pair<int, int>> seen_;
  std::vector<MatrixX> flat_rows_;
  InertiaCones cones_;
};

}  // namespace

MatrixX symmetric_from(const VectorX& entries, int n) {
  MatrixX P(n, n);
  int row = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) P(i, j) = P(j, i) = entries[row++];
  return P;
}

bool invert_positive(const MatrixX& P, MatrixX& inverse, double& log_determinant) {
  const int n = static_cast<int>(P.rows());
  // Cholesky's factor and its inverse, row by row.
  Eigen::Matrix4d L = Eigen::Matrix4d::Zero(), X = Eigen::Matrix4d::Zero();
  log_determinant = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      double sum = P(i, j);
      for (int k = 0; k < j; ++k) sum -= L(i, k) * L(j, k);
      if (i == j) {
        if (!(sum > 0)) return false;
        L(i, i) = std::sqrt(sum);
        log_determinant += std::log(sum);
      } else {
        L(i, j) = sum / L(j, j);
      }
    }
    X(i, i) = 1 / L(i, i);
    for (int j = 0; j < i; ++j) {
      double sum = 0;
      for (int k = j; k < i; ++k) sum -= L(i, k) * X(k, j);
      X(i, j) = sum / L(i, i);
    }
  }
  inverse = X.topLeftCorner(n, n).transpose() * X.topLeftCorner(n, n);
  return true;
}

InertiaCones make_cones(const BaseParameters& base, const VectorX& known, const VectorX& column_force, double force,
                        double mass_tolerance) {
  return ConeMaker(base, known, column_force, force).make(mass_tolerance);
}

}  // namespace jourdain
