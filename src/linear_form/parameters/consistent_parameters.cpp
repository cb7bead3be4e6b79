#include "jourdain/linear_form/base_parameters.hpp"

#include "core/dense/decompositions.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

using Vector10 = Eigen::Matrix<double, 10, 1>;
using Matrix4 = Eigen::Matrix4d;

// Pseudo-inertia and back.
Matrix4 pseudo_inertia(const Vector10& p) {
  Matrix3 I;
  I << p[4], p[5], p[6], p[5], p[7], p[8], p[6], p[8], p[9];
  Matrix4 P;
  P.topLeftCorner<3, 3>() = 0.5 * I.trace() * Matrix3::Identity() - I;
  P.topRightCorner<3, 1>() = p.segment<3>(1);
  P.bottomLeftCorner<1, 3>() = p.segment<3>(1).transpose();
  P(3, 3) = p[0];
  return P;
}

Vector10 parameters_of(const Matrix4& P) {
  const Matrix3 I = P.topLeftCorner<3, 3>().trace() * Matrix3::Identity() - P.topLeftCorner<3, 3>();
  Vector10 p;
  p << P(3, 3), P.topRightCorner<3, 1>(), I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2);
  return p;
}

// The ten parameters in which the pseudo-inertia, in units of the body's mass and length, has its Frobenius norm as
// Euclidean norm: p = basis * y.
Eigen::Matrix<double, 10, 10> orthonormal_basis(double mass, double length) {
  Eigen::Matrix<double, 10, 10> basis;
  int column = 0;
  for (int i = 0; i < 4; ++i) {
    for (int j = i; j < 4; ++j) {
      Matrix4 P = Matrix4::Zero();
      const double unit = mass * (i < 3 ? length : 1) * (j < 3 ? length : 1);
      P(i, j) = P(j, i) = unit * (i == j ? 1.0 : std::sqrt(0.5));
      basis.col(column++) = parameters_of(P);
    }
  }
  return basis;
}

// A body (ten standard parameters) or a coefficient (one) with the unit in which it is measured.
struct Cone {
  int first = 0;
  bool body = false;
  bool fixed = false;  // a body without mass
  double mass = 1, length = 1;
  std::string name;
};

class Dykstra {
 public:
  Dykstra(const BaseParameters& base, const VectorX& base_values, const VectorX& known,
          const ConsistencyOptions& options)
      : base_(base), options_(options), S_(base.full.expansion()), known_(S_ * known) {
    make_cones();
    make_affine(base_values);
  }

  ConsistentParameters run() {
    ConsistentParameters result;
    // In measured coordinates y: x = U y. Projections alternate between the affine set and the cones, with Dykstra's
    // correction for the cones.
    VectorX y = U_.solve(known_), correction = VectorX::Zero(y.size());
    for (int i = 0; i < options_.most_iterations; ++i) {
      result.iterations = i + 1;
      const VectorX flat = on_affine(y);
      const VectorX raised = on_cones(flat + correction);
      correction += flat - raised;
      const double moved = (raised - y).cwiseAbs().maxCoeff();
      y = raised;
      result.violation = (flat - raised).cwiseAbs().maxCoeff();
      if (result.violation <= options_.margin / 2 && moved <= options_.tolerance) break;
    }
    const VectorX flat = on_affine(y);
    result.standard = U_.apply(flat);
    result.distance = (flat - U_.solve(known_)).norm();
    result.violation = (flat - on_cones(flat)).cwiseAbs().maxCoeff();
    result.parameters = free_point_ + N_ * last_;
    describe(result);
    return result;
  }

 private:
  // Block-diagonal change of units.
  struct Units {
    std::vector<std::pair<int, Eigen::Matrix<double, 10, 10>>> bodies;
    VectorX others;  // unit of each standard parameter that is no body's
    VectorX apply(const VectorX& y) const {
      VectorX x = others.cwiseProduct(y);
      for (const auto& [first, B] : bodies) x.segment<10>(first) = B * y.segment<10>(first);
      return x;
    }
    VectorX solve(const VectorX& x) const {
      VectorX y = x.cwiseQuotient(others);
      for (const auto& [first, B] : bodies) y.segment<10>(first) = dense::solve_square(B, x.segment<10>(first));
      return y;
    }
  };

  void make_cones() {
    const std::vector<StandardParameter>& s = base_.full.standard();
    const double size = base_.full.robot().size();
    double heaviest = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
      const bool mass =
          (s[i].kind == ParameterKind::inertial || s[i].kind == ParameterKind::payload) && s[i].entry == 0;
      if (mass) heaviest = std::max(heaviest, known_[static_cast<int>(i)]);
    }
    U_.others = VectorX::Ones(known_.size());
    for (std::size_t i = 0; i < s.size();) {
      const int at = static_cast<int>(i);
      const bool body = s[i].kind == ParameterKind::inertial || s[i].kind == ParameterKind::payload;
      if (!body) {
        // A coefficient is measured in its own value.
        U_.others[at] = known_[at] != 0 ? std::abs(known_[at]) : 1.0;
        if (s[i].kind != ParameterKind::offset && s[i].kind != ParameterKind::elemental)
          cones_.push_back({at, false, false, 1, 1, s[i].name});
        ++i;
        continue;
      }
      const double m = known_[at];
      const Vector10 p = known_.segment<10>(at);
      // Radius of gyration about the frame, at least a hundredth of the robot.
      const double radius = m > 0 ? std::sqrt(std::max(0.0, 0.5 * (p[4] + p[7] + p[9]) / m)) : 0.0;
      const std::string name = s[i].name.substr(s[i].name.find('.') + 1);
      const Cone cone{at, true, !(m > 0), m > 0 ? m : std::max(heaviest, 1e-300), std::max(radius, 0.01 * size), name};
      cones_.push_back(cone);
      U_.bodies.emplace_back(at, orthonormal_basis(cone.mass, cone.length));
      i += 10;
    }
  }

  // All parameters with the given base: x = S (z0 + N u), z_kept = p_base - K z_dropped.
  void make_affine(const VectorX& base_values) {
    const int columns = base_.full.columns(), r = static_cast<int>(base_.base.size());
    free_point_ = VectorX::Zero(columns);
    std::vector<bool> kept(static_cast<std::size_t>(columns), false);
    for (int i = 0; i < r; ++i) {
      const int c = base_.base[i].parameter;
      kept[c] = true;
      free_point_[c] = base_values[i];
    }
    N_ = MatrixX::Zero(columns, columns - r);
    int free = 0;
    for (int j = 0; j < columns; ++j) {
      if (kept[j]) continue;
      N_(j, free) = 1;
      for (int i = 0; i < r; ++i) N_(base_.base[i].parameter, free) = -base_.mapping(i, j);
      ++free;
    }
    start_ = U_.solve(S_ * free_point_);
    directions_ = MatrixX(known_.size(), N_.cols());
    for (int j = 0; j < N_.cols(); ++j) directions_.col(j) = U_.solve(S_ * N_.col(j));
    if (N_.cols() > 0) projection_ = dense::pseudo_inverse(directions_);
    last_ = VectorX::Zero(N_.cols());
  }

  VectorX on_affine(const VectorX& y) {
    if (N_.cols() == 0) return start_;
    last_ = projection_ * (y - start_);
    return start_ + directions_ * last_;
  }

  VectorX on_cones(const VectorX& y) const {
    VectorX result = y;
    std::size_t body = 0;
    for (const Cone& cone : cones_) {
      if (!cone.body) {
        result[cone.first] = std::max(0.0, y[cone.first]);
        continue;
      }
      // Eigenvalues below the margin are raised to it.
      const auto& B = U_.bodies[body++].second;
      if (cone.fixed) {
        result.segment<10>(cone.first).setZero();
        continue;
      }
      const Vector10 p = B * y.segment<10>(cone.first);
      const Eigen::Vector4d unit(cone.length, cone.length, cone.length, 1);
      const Matrix4 D = unit.cwiseInverse().asDiagonal();
      const auto [values, vectors] = dense::symmetric_factors(D * pseudo_inertia(p) * D / cone.mass);
      if (values[0] >= options_.margin) continue;
      const Matrix4 raised = vectors * values.cwiseMax(options_.margin).asDiagonal() * vectors.transpose();
      int column = 0;
      for (int i = 0; i < 4; ++i) {
        for (int j = i; j < 4; ++j, ++column)
          result[cone.first + column] = raised(i, j) * (i == j ? 1.0 : std::sqrt(2.0));
      }
    }
    return result;
  }

  // What is inconsistent in the answer.
  void describe(ConsistentParameters& result) const {
    for (const Cone& cone : cones_) {
      if (cone.fixed) {
        const Vector10 p = result.standard.segment<10>(cone.first);
        if (p.cwiseAbs().maxCoeff() > 1e-6 * cone.mass * std::max(1.0, cone.length * cone.length))
          result.wrong.push_back(cone.name + " (without mass in the known values)");
      } else if (cone.body ? !is_consistent(result.standard.segment<10>(cone.first))
                           : !(result.standard[cone.first] >= -1e-9 * U_.others[cone.first])) {
        result.wrong.push_back(cone.name);
      }
    }
    result.found = result.wrong.empty() && result.standard.allFinite();
  }

  const BaseParameters& base_;
  const ConsistencyOptions& options_;
  MatrixX S_;
  VectorX known_;
  std::vector<Cone> cones_;
  Units U_;
  VectorX free_point_, start_, last_;
  MatrixX N_, directions_, projection_;
};

}  // namespace

bool is_consistent(const Eigen::Matrix<double, 10, 1>& p) {
  if (!p.allFinite() || !(p[0] > 0)) return false;
  // In units of the body, so that lengths do not decide.
  const double length = std::sqrt(std::max(0.5 * (p[4] + p[7] + p[9]) / p[0], 1e-300));
  const Eigen::Vector4d unit(1 / length, 1 / length, 1 / length, 1);
  const Matrix4 D = unit.asDiagonal();
  return dense::symmetric_factors(D * pseudo_inertia(p) * D / p[0], false).values[0] > 0;
}

ConsistentParameters nearest_consistent(const BaseParameters& base, const VectorX& base_values, const VectorX& known,
                                        const ConsistencyOptions& options) {
  if (base_values.size() != static_cast<Eigen::Index>(base.base.size()) || known.size() != base.full.columns())
    throw Error(ErrorKind::usage, fmt::format("expected {} base parameters and {} known ones, found {} and {}",
                                              base.base.size(), base.full.columns(), base_values.size(), known.size()));
  if (!base_values.allFinite() || !known.allFinite())
    throw Error(ErrorKind::usage, "a parameter is not a finite number");
  return Dykstra(base, base_values, known, options).run();
}

}  // namespace jourdain
