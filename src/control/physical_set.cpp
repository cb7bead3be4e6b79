#include "control/physical_set.hpp"

#include "core/dense/decompositions.hpp"

#include <Eigen/Jacobi>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double allowed = 1e-9;  // relative, of eigenvalues at the border

// [[tr(I)/2 - I, s], [s^T, m]] in units of the body's mass and length.
Eigen::Matrix4d scaled_pseudo_inertia(const double* p, double mass, double length) {
  const double a = 1 / (mass * length * length), b = 1 / (mass * length);
  const double half = 0.5 * (p[4] + p[7] + p[9]);
  Eigen::Matrix4d P;
  P << a * (half - p[4]), -a * p[5], -a * p[6], b * p[1],  //
      -a * p[5], a * (half - p[7]), -a * p[8], b * p[2],   //
      -a * p[6], -a * p[8], a * (half - p[9]), b * p[3],   //
      b * p[1], b * p[2], b * p[3], p[0] / mass;
  return P;
}

void read_pseudo_inertia(const Eigen::Matrix4d& P, double mass, double length, double* p) {
  const double a = mass * length * length, b = mass * length;
  const double trace = P(0, 0) + P(1, 1) + P(2, 2);
  p[0] = mass * P(3, 3);
  for (int i = 0; i < 3; ++i) p[1 + i] = b * P(i, 3);
  p[4] = a * (trace - P(0, 0));
  p[5] = -a * P(0, 1);
  p[6] = -a * P(0, 2);
  p[7] = a * (trace - P(1, 1));
  p[8] = -a * P(1, 2);
  p[9] = a * (trace - P(2, 2));
}

// Derivative of v^T P v by the ten parameters, P as above.
Eigen::Matrix<double, 10, 1> pseudo_inertia_derivative(const Eigen::Vector4d& v, double mass, double length) {
  const double a = 1 / (mass * length * length), b = 1 / (mass * length);
  const double half = 0.5 * v.head<3>().squaredNorm();
  Eigen::Matrix<double, 10, 1> g;
  g << v[3] * v[3] / mass, 2 * b * v[0] * v[3], 2 * b * v[1] * v[3], 2 * b * v[2] * v[3],  //
      a * (half - v[0] * v[0]), -2 * a * v[0] * v[1], -2 * a * v[0] * v[2],                //
      a * (half - v[1] * v[1]), -2 * a * v[1] * v[2], a * (half - v[2] * v[2]);
  return g;
}

// A = V diag(values) V^T by Jacobi's rotations, without allocation; a bounded number of sweeps.
void symmetric_factors(Eigen::Matrix4d A, Eigen::Vector4d& values, Eigen::Matrix4d& V) noexcept {
  constexpr int sweeps = 10;
  V.setIdentity();
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    const Eigen::Matrix4d diagonal = A.diagonal().asDiagonal();
    if ((A - diagonal).squaredNorm() <= 2e-32 * diagonal.squaredNorm()) break;
    for (int p = 0; p < 3; ++p) {
      for (int q = p + 1; q < 4; ++q) {
        Eigen::JacobiRotation<double> rotation;
        if (!rotation.makeJacobi(A, p, q)) continue;
        A.applyOnTheLeft(p, q, rotation.adjoint());
        A.applyOnTheRight(p, q, rotation);
        V.applyOnTheRight(p, q, rotation);
      }
    }
  }
  values = A.diagonal();
}

}  // namespace

PhysicalSet::PhysicalSet(const LinearForm& form) : expansion_(form.expansion()) {
  const std::vector<StandardParameter>& standard = form.standard();
  const int n = static_cast<int>(standard.size());
  scale_ = VectorX::Ones(n);
  standard_ = VectorX::Zero(n);
  trial_ = normal_ = VectorX::Zero(form.columns());
  const double size = form.robot().size();
  for (int i = 0; i < n; ++i) {
    const StandardParameter& p = standard[i];
    const bool ten = p.kind == ParameterKind::inertial || p.kind == ParameterKind::payload;
    if (ten && p.entry == 0) {
      Body body{.first = i, .mass = std::max(p.value, 1e-6)};
      const auto value = [&](int k) { return standard[i + k].value; };
      body.length = std::sqrt(std::abs(value(4) + value(7) + value(9)) / body.mass);
      if (!(body.length > 1e-4 * size)) body.length = 0.1 * size;
      const double powers[] = {1, body.length, body.length * body.length};
      for (int k = 0; k < 10; ++k) scale_[i + k] = body.mass * powers[k == 0 ? 0 : k < 4 ? 1 : 2];
      bodies_.push_back(body);
    } else if (p.kind == ParameterKind::rotor || p.kind == ParameterKind::coulomb || p.kind == ParameterKind::viscous) {
      coefficients_.push_back(i);
      scale_[i] = std::max(std::abs(p.value), 1e-9);
    }
  }
  // Bodies that the form has no columns for stay as they are: only those with columns count.
  std::erase_if(bodies_, [&](const Body& body) { return expansion_.middleRows(body.first, 10).isZero(0); });
  // Bodies of identical legs are one: the first of them stands for all.
  VectorX weight = scale_.cwiseInverse();
  std::vector<Body> different;
  for (const Body& body : bodies_) {
    const bool known = std::any_of(different.begin(), different.end(), [&](const Body& other) {
      return expansion_.middleRows(body.first, 10) == expansion_.middleRows(other.first, 10);
    });
    if (known) {
      weight.segment<10>(body.first).setZero();
    } else {
      different.push_back(body);
    }
  }
  bodies_ = std::move(different);
  const MatrixX weighed = weight.asDiagonal() * expansion_;
  back_ = dense::pseudo_inverse(weighed) * weight.asDiagonal();
}

double PhysicalSet::body_margin(const Body& body) const noexcept {
  Eigen::Vector4d values;
  Eigen::Matrix4d V;
  symmetric_factors(scaled_pseudo_inertia(standard_.data() + body.first, body.mass, body.length), values, V);
  return values.minCoeff();
}

double PhysicalSet::margin(const VectorX& parameters) noexcept {
  standard_.noalias() = expansion_ * parameters;
  double least = unlimited;
  for (const Body& body : bodies_) least = std::min(least, body_margin(body));
  for (const int i : coefficients_) least = std::min(least, standard_[i] / scale_[i]);
  return least;
}

bool PhysicalSet::holds(const VectorX& parameters) noexcept {
  standard_.noalias() = expansion_ * parameters;
  for (const int i : coefficients_) {
    if (standard_[i] < -allowed * scale_[i]) return false;
  }
  // Positive pivots of a factorisation tell as much as eigenvalues, and cost a tenth.
  return std::all_of(bodies_.begin(), bodies_.end(), [&](const Body& body) {
    Eigen::Matrix4d P = scaled_pseudo_inertia(standard_.data() + body.first, body.mass, body.length);
    P.diagonal().array() += allowed;
    for (int k = 0; k < 4; ++k) {
      if (!(P(k, k) > 0)) return false;
      for (int i = k + 1; i < 4; ++i) {
        const double factor = P(i, k) / P(k, k);
        for (int j = k + 1; j < 4; ++j) P(i, j) -= factor * P(k, j);
      }
    }
    return true;
  });
}

void PhysicalSet::project(const VectorX& present, VectorX& next) noexcept {
  constexpr int rounds = 3, halvings = 20;
  if (holds(next)) return;
  for (int round = 0; round < rounds; ++round) {
    standard_.noalias() = expansion_ * next;
    for (const Body& body : bodies_) {
      double* p = standard_.data() + body.first;
      Eigen::Vector4d values;
      Eigen::Matrix4d V;
      symmetric_factors(scaled_pseudo_inertia(p, body.mass, body.length), values, V);
      if (values.minCoeff() >= 0) continue;
      read_pseudo_inertia(V * values.cwiseMax(0).asDiagonal() * V.transpose(), body.mass, body.length, p);
    }
    for (const int i : coefficients_) standard_[i] = std::max(standard_[i], 0.0);
    trial_.noalias() = back_ * standard_;
    next = trial_;
    if (holds(next)) return;
  }
  // Restrictions that tie bodies together may leave a rest: back on the line to what was good.
  for (int k = 0; k < halvings; ++k) {
    next = 0.5 * (next + present);
    if (holds(next)) return;
  }
  next = present;
}

double PhysicalSet::body_constraint(const Body& body, const VectorX& parameters) noexcept {
  Eigen::Matrix<double, 10, 1> p;
  p.noalias() = expansion_.middleRows(body.first, 10) * parameters;
  Eigen::Vector4d values;
  Eigen::Matrix4d V;
  symmetric_factors(scaled_pseudo_inertia(p.data(), body.mass, body.length), values, V);
  int least = 0;
  const double value = values.minCoeff(&least);
  if (value < 0) {
    p = pseudo_inertia_derivative(V.col(least), body.mass, body.length);
    normal_.noalias() = expansion_.middleRows(body.first, 10).transpose() * p;
  }
  return value;
}

void PhysicalSet::project(const VectorX& present, const VectorX& scale, const MatrixX& P, VectorX& next,
                          VectorX& others) noexcept {
  constexpr int sweeps = 6;
  const auto columns = next.size();
  int steps = 24;
  const auto restore = [&](double value) {
    normal_.array() *= scale.array();
    trial_.noalias() = P.topLeftCorner(columns, columns) * normal_;
    const double variance = normal_.dot(trial_);
    if (!(variance > 0) || --steps < 0) return;
    const double share = (allowed - value) / variance;
    others.noalias() += share * (P.bottomLeftCorner(others.size(), columns) * normal_);
    next.array() += share * scale.array() * trial_.array();
  };
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    if (holds(next)) return;
    for (const Body& body : bodies_) {
      if (const double value = body_constraint(body, next); value < 0) restore(value);
    }
    for (const int i : coefficients_) {
      const double value = expansion_.row(i).dot(next) / scale_[i];
      if (value >= 0) continue;
      normal_ = expansion_.row(i) / scale_[i];
      restore(value);
    }
  }
  project(present, next);
}

}  // namespace jourdain
