#include "motion/parametric_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace jourdain {
namespace {

constexpr int intervals_per_piece = 16;
constexpr double slowest_share = 1e-4;  // of the mean |dr/du|: below it the path has a cusp

// Gauss-Legendre on [-1, 1], exact to degree 15.
constexpr std::array<double, 4> gauss_places{0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                             0.9602898564975363};
constexpr std::array<double, 4> gauss_weights{0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                              0.1012285362903763};

class LengthPath : public Path {
 public:
  LengthPath(std::unique_ptr<const ParametricCurve> curve, VectorX weights)
      : curve_(std::move(curve)), weights_(std::move(weights)) {
    const std::vector<double>& pieces = curve_->pieces();
    MatrixX memory(weights_.size(), 3);
    const Jet jet{memory.col(0), memory.col(1), memory.col(2)};
    u_.push_back(pieces.front());
    s_.push_back(0);
    for (std::size_t k = 0; k + 1 < pieces.size(); ++k) {
      for (int i = 1; i <= intervals_per_piece; ++i) {
        const double u = pieces[k] + (pieces[k + 1] - pieces[k]) * i / intervals_per_piece;
        s_.push_back(s_.back() + length_between(u_.back(), u, jet));
        u_.push_back(u);
      }
      knots_.push_back(s_.back());
    }
    for (double u : u_) {
      const double speed = speed_at(u, jet);
      slope_.push_back(1 / speed);
      if (!(speed > slowest_share * s_.back() / (u_.back() - u_.front()))) {
        throw Error(ErrorKind::usage, fmt::format("the path has a cusp after {:.6g} of {:.6g} of its length: end a "
                                                  "part of the motion there",
                                                  length_to(u, jet), s_.back()));
      }
    }
    knots_.insert(knots_.begin(), 0);
  }

  double length() const noexcept override { return s_.back(); }
  std::vector<double> knots() const override { return knots_; }

  void at(double s, Jet jet) const noexcept override {
    curve_->at(parameter(s, jet), jet);
    // du/ds = 1/|r'|, d2u/ds2 = -r'.r''/|r'|^4
    double square = 0, product = 0;
    for (Eigen::Index i = 0; i < weights_.size(); ++i) {
      const double w = weights_[i] * weights_[i];
      square += w * jet.dq[i] * jet.dq[i];
      product += w * jet.dq[i] * jet.ddq[i];
    }
    jet.ddq = jet.ddq / square - jet.dq * (product / (square * square));
    jet.dq /= std::sqrt(square);
  }

 private:
  double speed_at(double u, Jet jet) const noexcept {
    curve_->at(u, jet);
    double square = 0;
    for (Eigen::Index i = 0; i < weights_.size(); ++i) square += std::pow(weights_[i] * jet.dq[i], 2);
    return std::sqrt(square);
  }

  double length_between(double low, double high, Jet jet) const noexcept {
    const double middle = (low + high) / 2, half = (high - low) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < gauss_places.size(); ++i) {
      const double offset = half * gauss_places[i];
      sum += gauss_weights[i] * (speed_at(middle - offset, jet) + speed_at(middle + offset, jet));
    }
    return half * sum;
  }

  double length_to(double u, Jet jet) const noexcept {
    const auto k = static_cast<std::size_t>(std::upper_bound(u_.begin(), u_.end() - 1, u) - u_.begin()) - 1;
    return s_[k] + length_between(u_[k], u, jet);
  }

  // u of a length. The jet is scratch.
  double parameter(double s, Jet jet) const noexcept {
    const auto above = std::upper_bound(s_.begin() + 1, s_.end() - 1, s);
    const auto k = static_cast<std::size_t>(above - s_.begin()) - 1;
    // A cubic through the table, then Newton's method, which seldom takes more than one step.
    const double h = s_[k + 1] - s_[k], x = (s - s_[k]) / h, y = 1 - x;
    double u =
        u_[k] * y * y * (1 + 2 * x) + u_[k + 1] * x * x * (1 + 2 * y) + h * x * y * (slope_[k] * y - slope_[k + 1] * x);
    for (int i = 0; i < 4; ++i) {
      const double step = (s - s_[k] - length_between(u_[k], u, jet)) / speed_at(u, jet);
      u = std::clamp(u + step, u_[k], u_[k + 1]);
      if (!(std::abs(step) > 1e-7 * (u_[k + 1] - u_[k]))) break;
    }
    return u;
  }

  std::unique_ptr<const ParametricCurve> curve_;
  VectorX weights_;
  std::vector<double> u_, s_, slope_;  // parameters, lengths and du/ds
  std::vector<double> knots_;
};

}  // namespace

std::unique_ptr<const Path> over_length(std::unique_ptr<const ParametricCurve> curve, const VectorX& weights) {
  return std::make_unique<LengthPath>(std::move(curve), weights);
}

}  // namespace jourdain
