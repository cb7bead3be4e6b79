#include "motion/quintic_spline.hpp"

#include <algorithm>
#include <array>

namespace jourdain {
namespace {

using Basis = Eigen::Matrix<double, 6, 1>;  // of q, dq, ddq at the left and right end

// Values of Hermite's polynomials at x = 0 ... 1 of a step h, and their first two derivatives by time.
std::array<Basis, 3> hermite(double x, double h) {
  const double x2 = x * x, x3 = x2 * x, x4 = x3 * x, x5 = x4 * x;
  std::array<Basis, 3> b;
  b[0] << 1 - 10 * x3 + 15 * x4 - 6 * x5, h * (x - 6 * x3 + 8 * x4 - 3 * x5),
      h * h * (x2 / 2 - 1.5 * x3 + 1.5 * x4 - x5 / 2), 10 * x3 - 15 * x4 + 6 * x5, h * (-4 * x3 + 7 * x4 - 3 * x5),
      h * h * (x3 / 2 - x4 + x5 / 2);
  b[1] << (-30 * x2 + 60 * x3 - 30 * x4) / h, 1 - 18 * x2 + 32 * x3 - 15 * x4, h * (x - 4.5 * x2 + 6 * x3 - 2.5 * x4),
      (30 * x2 - 60 * x3 + 30 * x4) / h, -12 * x2 + 28 * x3 - 15 * x4, h * (1.5 * x2 - 4 * x3 + 2.5 * x4);
  b[2] << (-60 * x + 180 * x2 - 120 * x3) / (h * h), (-36 * x + 96 * x2 - 60 * x3) / h, 1 - 9 * x + 18 * x2 - 10 * x3,
      (60 * x - 180 * x2 + 120 * x3) / (h * h), (-24 * x + 84 * x2 - 60 * x3) / h, 3 * x - 12 * x2 + 10 * x3;
  return b;
}

std::size_t piece_of(const std::vector<double>& times, double t) {
  return static_cast<std::size_t>(std::upper_bound(times.begin() + 1, times.end() - 1, t) - times.begin()) - 1;
}

// Normal equations with a block of three unknowns (q, dq, ddq, in units of each knot's step) per knot, symmetric: each
// block couples with the next one only.
class BandedSystem {
 public:
  BandedSystem(std::size_t knots, int columns)
      : diagonal_(knots, Matrix3::Zero()),
        coupling_(knots, Matrix3::Zero()),
        right_(knots, MatrixX::Zero(3, columns)) {}

  // Adds a symmetric form over the states of knots k and k + 1, and its right side.
  void add(std::size_t k, const Matrix6& form) {
    diagonal_[k] += form.topLeftCorner<3, 3>();
    diagonal_[k + 1] += form.bottomRightCorner<3, 3>();
    coupling_[k] += form.topRightCorner<3, 3>();
  }
  void add_right(std::size_t k, const Basis& basis, const Eigen::RowVectorXd& values) {
    right_[k] += basis.head<3>() * values;
    right_[k + 1] += basis.tail<3>() * values;
  }

  // Gives an unknown a value.
  void fix(std::size_t k, int i, const Eigen::RowVectorXd& value) {
    right_[k] -= diagonal_[k].col(i) * value;
    if (k > 0) right_[k - 1] -= coupling_[k - 1].col(i) * value;
    if (k + 1 < diagonal_.size()) right_[k + 1] -= coupling_[k].row(i).transpose() * value;
    diagonal_[k].row(i).setZero();
    diagonal_[k].col(i).setZero();
    coupling_[k].row(i).setZero();
    if (k > 0) coupling_[k - 1].col(i).setZero();
    diagonal_[k](i, i) = 1;
    right_[k].row(i) = value;
  }

  // The unknowns, a matrix of three rows per knot.
  const std::vector<MatrixX>& solve() {
    const std::size_t n = diagonal_.size();
    for (std::size_t k = 0; k + 1 < n; ++k) {
      const Matrix3 factor = coupling_[k].transpose() * diagonal_[k].inverse();
      diagonal_[k + 1] -= factor * coupling_[k];
      right_[k + 1] -= factor * right_[k];
    }
    for (std::size_t k = n; k-- > 0;) {
      if (k + 1 < n) right_[k] -= coupling_[k] * right_[k + 1];
      right_[k] = diagonal_[k].inverse() * right_[k];
    }
    return right_;
  }

 private:
  std::vector<Matrix3> diagonal_, coupling_;  // coupling_[k]: rows of knot k, columns of knot k + 1
  std::vector<MatrixX> right_;
};

// Integral over g'''^2 of a step as a form of the states at its ends: e^T W e with e = state behind - (1 h h^2/2; 0 1
// h; 0 0 1) state before, and W the inverse of the covariance of white noise integrated three times.
Matrix6 jerk_form(double h) {
  Matrix3 A, W;
  A << 1, h, h * h / 2, 0, 1, h, 0, 0, 1;
  W << 720 / (h * h), -360 / h, 60, -360 / h, 192, -36 * h, 60, -36 * h, 9 * h * h;
  W /= h * h * h;
  Eigen::Matrix<double, 3, 6> e;
  e << -A, Matrix3::Identity();
  return e.transpose() * W * e;
}

// Units of the unknowns of each knot: its shorter neighbouring step.
std::vector<double> knot_units(const std::vector<double>& knots) {
  std::vector<double> units(knots.size());
  for (std::size_t k = 0; k < knots.size(); ++k) {
    const double before = k > 0 ? knots[k] - knots[k - 1] : unlimited;
    const double behind = k + 1 < knots.size() ? knots[k + 1] - knots[k] : unlimited;
    units[k] = std::min(before, behind);
  }
  return units;
}

Basis scaling(double left, double right) {
  Basis s;
  s << 1, 1 / left, 1 / (left * left), 1, 1 / right, 1 / (right * right);
  return s;
}

void add_samples(const SplineTask& task, const std::vector<double>& units, BandedSystem& system) {
  const std::size_t n = task.times.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double before = i > 0 ? task.times[i - 1] : task.times[i];
    const double behind = i + 1 < n ? task.times[i + 1] : task.times[i];
    const double weight = (behind - before) / 2;
    const std::size_t k = piece_of(task.knots, task.times[i]);
    const double h = task.knots[k + 1] - task.knots[k];
    const Basis b = hermite((task.times[i] - task.knots[k]) / h, h)[0].cwiseProduct(scaling(units[k], units[k + 1]));
    system.add(k, weight * b * b.transpose());
    system.add_right(k, b, weight * task.samples.col(static_cast<Eigen::Index>(i)).transpose());
  }
}

}  // namespace

void QuinticSpline::at(double t, Jet jet) const noexcept {
  const std::size_t piece = piece_of(states_.times, t);
  const double h = states_.times[piece + 1] - states_.times[piece];
  const std::array<Basis, 3> b = hermite((t - states_.times[piece]) / h, h);
  const auto k = static_cast<Eigen::Index>(piece);
  const auto sum = [&](const Basis& c) {
    return c[0] * states_.q.col(k) + c[1] * states_.dq.col(k) + c[2] * states_.ddq.col(k) +
           c[3] * states_.q.col(k + 1) + c[4] * states_.dq.col(k + 1) + c[5] * states_.ddq.col(k + 1);
  };
  jet.q = sum(b[0]);
  jet.dq = sum(b[1]);
  jet.ddq = sum(b[2]);
}

// Way-points are bends; of many knots, those of sampled motions, each is far less than one.
std::vector<double> QuinticSpline::pieces() const {
  constexpr std::size_t many = 100, knots_per_piece = 8;
  const std::vector<double>& times = states_.times;
  if (times.size() <= many) return times;
  std::vector<double> result;
  for (std::size_t k = 0; k + 1 < times.size(); k += knots_per_piece) result.push_back(times[k]);
  result.push_back(times.back());
  return result;
}

KnotStates least_jerk(const SplineTask& task) {
  const std::size_t n = task.knots.size();
  const int rows = static_cast<int>(task.samples.rows());
  const std::vector<double> units = knot_units(task.knots);
  BandedSystem system(n, rows);
  for (std::size_t k = 0; k + 1 < n; ++k) {
    const Basis scale = scaling(units[k], units[k + 1]);
    const Matrix6 form = jerk_form(task.knots[k + 1] - task.knots[k]);
    system.add(k, task.penalty * scale.asDiagonal() * form * scale.asDiagonal());
  }
  if (!task.exact) add_samples(task, units, system);
  const Eigen::RowVectorXd zero = Eigen::RowVectorXd::Zero(rows);
  for (std::size_t k = 0; k < n; ++k) {
    if (task.exact) system.fix(k, 0, task.samples.col(static_cast<Eigen::Index>(k)).transpose());
    if (task.rest && (k == 0 || k + 1 == n)) {
      system.fix(k, 1, zero);
      system.fix(k, 2, zero);
    }
  }
  const std::vector<MatrixX>& x = system.solve();
  KnotStates states;
  states.times = task.knots;
  states.q.resize(rows, static_cast<Eigen::Index>(n));
  states.dq = states.ddq = states.q;
  for (std::size_t k = 0; k < n; ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    states.q.col(column) = x[k].row(0).transpose();
    states.dq.col(column) = x[k].row(1).transpose() / units[k];
    states.ddq.col(column) = x[k].row(2).transpose() / (units[k] * units[k]);
  }
  if (!states.q.allFinite() || !states.dq.allFinite() || !states.ddq.allFinite()) {
    throw Error(ErrorKind::numerical, "no spline was found: the times of the points differ too much in their steps");
  }
  return states;
}

}  // namespace jourdain
