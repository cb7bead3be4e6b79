#include "jourdain/motion/motions.hpp"
#include "motion/parametric_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double longest_turn_back = 175 * M_PI / 180;

// Which coordinates count for lengths along way-points: positions where each step has one and they are more than one,
// so that a way need not turn back on itself; else turns, else both.
VectorX point_weights(const MotionSpace& space, const MatrixX& points) {
  VectorX weights = VectorX::Ones(space.size());
  if (space.kind() == Space::motors) return weights;
  bool every_step_moves = space.is_free(0) + space.is_free(1) + space.is_free(2) > 1, some_step_moves = false;
  for (Eigen::Index k = 0; k + 1 < points.cols(); ++k) {
    const bool moves = (points.col(k + 1) - points.col(k)).head<3>().norm() > 1e-9 * space.robot().size();
    every_step_moves = every_step_moves && moves;
    some_step_moves = some_step_moves || moves;
  }
  if (every_step_moves) {
    weights.tail<3>().setZero();
  } else {
    weights.tail<3>().setConstant(some_step_moves ? space.robot().size() / 2 : 1);
  }
  return weights;
}

void check_points(const MotionSpace& space, const MatrixX& points, const char* what) {
  if (points.rows() != space.size() || points.cols() < 2) {
    throw Error(ErrorKind::usage, fmt::format("{}: expected at least two way-points", what));
  }
  for (Eigen::Index k = 0; k < points.cols(); ++k) check_coordinates(space, points.col(k), what);
}

// Distances of way-points from the first, along the chords. Throws Error(usage) if two are the same.
std::vector<double> chords(const MatrixX& points, const VectorX& weights) {
  std::vector<double> u{0};
  for (Eigen::Index k = 0; k + 1 < points.cols(); ++k) {
    const double step = (points.col(k + 1) - points.col(k)).cwiseProduct(weights).norm();
    if (!(step > 0)) {
      throw Error(ErrorKind::usage, fmt::format("way-points {} and {} are the same", k + 1, k + 2));
    }
    u.push_back(u.back() + step);
  }
  return u;
}

// Natural cubic spline: second derivatives M with h_k M_k/6 + (h_k + h_k+1) M_k+1/3 + h_k+1 M_k+2/6 = change of slope.
class CubicSpline : public ParametricCurve {
 public:
  CubicSpline(std::vector<double> u, MatrixX points)
      : u_(std::move(u)), points_(std::move(points)), M_(MatrixX::Zero(points_.rows(), points_.cols())) {
    const auto n = static_cast<Eigen::Index>(u_.size());
    VectorX diagonal = VectorX::Ones(n);
    // Elimination forwards, substitution backwards.
    for (Eigen::Index k = 1; k + 1 < n; ++k) {
      const double before = step(k - 1), behind = step(k);
      diagonal[k] = (before + behind) / 3;
      M_.col(k) = (points_.col(k + 1) - points_.col(k)) / behind - (points_.col(k) - points_.col(k - 1)) / before;
      if (k > 1) {
        const double factor = before / 6 / diagonal[k - 1];
        diagonal[k] -= factor * before / 6;
        M_.col(k) -= factor * M_.col(k - 1);
      }
    }
    for (Eigen::Index k = n - 2; k > 0; --k) {
      if (k + 2 < n) M_.col(k) -= step(k) / 6 * M_.col(k + 1);
      M_.col(k) /= diagonal[k];
    }
  }

  const std::vector<double>& pieces() const noexcept override { return u_; }

  void at(double u, Jet jet) const noexcept override {
    const Eigen::Index k = std::upper_bound(u_.begin() + 1, u_.end() - 1, u) - u_.begin() - 1;
    const double h = step(k), b = (u - u_[k]) / h, a = 1 - b;
    const auto left = points_.col(k), right = points_.col(k + 1);
    const auto Ml = M_.col(k), Mr = M_.col(k + 1);
    jet.q = a * left + b * right + h * h / 6 * ((a * a * a - a) * Ml + (b * b * b - b) * Mr);
    jet.dq = (right - left) / h + h / 6 * ((3 * b * b - 1) * Mr - (3 * a * a - 1) * Ml);
    jet.ddq = a * Ml + b * Mr;
  }

 private:
  double step(Eigen::Index k) const { return u_[static_cast<std::size_t>(k) + 1] - u_[k]; }
  std::vector<double> u_;
  MatrixX points_, M_;
};

// Straight lines, and corners on which the direction goes from d_in to d_out as 3 x^2 - 2 x^3, x from 0 to 1 over the
// length 2 d: r = P - d d_in + 2 d (d_in (x - H) + d_out H), H = x^3 - x^4/2.
class BlendedLines : public ParametricCurve {
 public:
  BlendedLines(const std::vector<double>& u, MatrixX points, double blend)
      : points_(std::move(points)), corner_(u), half_(u.size(), 0.0) {
    const std::size_t n = u.size();
    directions_.resize(points_.rows(), points_.cols() - 1);
    for (std::size_t k = 0; k + 1 < n; ++k) {
      const auto c = static_cast<Eigen::Index>(k);
      directions_.col(c) = (points_.col(c + 1) - points_.col(c)) / (u[k + 1] - u[k]);
    }
    pieces_.push_back(0);
    for (std::size_t k = 1; k + 1 < n; ++k) {
      half_[k] = std::min({blend, (u[k] - u[k - 1]) / 2, (u[k + 1] - u[k]) / 2});
      if (u[k] - half_[k] > pieces_.back()) pieces_.push_back(u[k] - half_[k]);
      pieces_.push_back(u[k] + half_[k]);
    }
    if (u.back() > pieces_.back()) pieces_.push_back(u.back());
  }

  const std::vector<double>& pieces() const noexcept override { return pieces_; }

  void at(double u, Jet jet) const noexcept override {
    const auto above = std::upper_bound(corner_.begin() + 1, corner_.end() - 1, u);
    const auto line = static_cast<std::size_t>(above - corner_.begin()) - 1;
    // The corner behind or before, if u is within its reach.
    if (line > 0 && u < corner_[line] + half_[line]) return round(line, u, jet);
    if (line + 2 < corner_.size() && u > corner_[line + 1] - half_[line + 1]) return round(line + 1, u, jet);
    const auto k = static_cast<Eigen::Index>(line);
    jet.q = points_.col(k) + (u - corner_[line]) * directions_.col(k);
    jet.dq = directions_.col(k);
    jet.ddq.setZero();
  }

 private:
  void round(std::size_t corner, double u, Jet jet) const noexcept {
    const auto k = static_cast<Eigen::Index>(corner);
    const double d = half_[corner], x = (u - corner_[corner] + d) / (2 * d);
    const auto in = directions_.col(k - 1), out = directions_.col(k);
    const double H = x * x * x * (1 - x / 2), h = x * x * (3 - 2 * x);
    jet.q = points_.col(k) - d * in + 2 * d * (in * (x - H) + out * H);
    jet.dq = in * (1 - h) + out * h;
    jet.ddq = (out - in) * (3 * x * (1 - x) / d);
  }

  MatrixX points_, directions_;
  std::vector<double> corner_, half_;  // of each way-point: place on the lines, half length of its blend
  std::vector<double> pieces_;
};

}  // namespace

Motion spline(const MotionSpace& space, const MatrixX& points, const Timing& timing) {
  check_points(space, points, "spline");
  const VectorX weights = point_weights(space, points);
  auto curve = std::make_unique<CubicSpline>(chords(points, weights), points);
  return timed(space, over_length(std::move(curve), weights), timing);
}

Motion blended_lines(const MotionSpace& space, const MatrixX& points, double blend, const Timing& timing) {
  check_points(space, points, "blended lines");
  if (!(std::isfinite(blend) && blend > 0)) throw Error(ErrorKind::usage, "the length of a blend must be positive");
  const VectorX weights = point_weights(space, points);
  for (Eigen::Index k = 1; k + 1 < points.cols(); ++k) {
    const VectorX in = (points.col(k) - points.col(k - 1)).cwiseProduct(weights);
    const VectorX out = (points.col(k + 1) - points.col(k)).cwiseProduct(weights);
    if (in.dot(out) < std::cos(longest_turn_back) * in.norm() * out.norm()) {
      throw Error(ErrorKind::usage,
                  fmt::format("way-point {}: the path turns back there, which no blend can round: end a part of the "
                              "motion at it",
                              k + 1));
    }
  }
  auto curve = std::make_unique<BlendedLines>(chords(points, weights), points, blend);
  return timed(space, over_length(std::move(curve), weights), timing);
}

}  // namespace jourdain
