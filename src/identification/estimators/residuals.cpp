#include "jourdain/identification/identify.hpp"

#include "identification/estimators/robust_scale.hpp"
#include "identification/estimators/student.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

namespace jourdain {
namespace {

constexpr int lags = 100;        // of the correlation
constexpr int tested_lags = 20;  // of the test for whiteness

constexpr int segment = 512;       // of the spectrum
constexpr double outlier = 4.685;  // robust standard deviations

// Discrete Fourier transform in place, the length a power of two.
void transform(std::vector<std::complex<double>>& x) {
  const std::size_t n = x.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  for (std::size_t length = 2; length <= n; length *= 2) {
    const std::complex<double> turn = std::polar(1.0, -2 * std::numbers::pi / static_cast<double>(length));
    for (std::size_t start = 0; start < n; start += length) {
      std::complex<double> w = 1;
      for (std::size_t k = 0; k < length / 2; ++k, w *= turn) {
        const std::complex<double> a = x[start + k], b = w * x[start + k + length / 2];
        x[start + k] = a + b;
        x[start + k + length / 2] = a - b;
      }
    }
  }
}

// Mean periodogram of consecutive residuals.
class Spectrum {
 public:
  void add(double r, bool first) {
    if (first) filled_ = 0;
    buffer_[filled_] = r;
    if (++filled_ < segment) return;
    filled_ = 0;
    std::vector<std::complex<double>> x(segment);
    double power = 0;
    for (int i = 0; i < segment; ++i) {
      const double hann = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * (i + 0.5) / segment);
      x[i] = hann * buffer_[i];
      power += hann * hann;
    }
    transform(x);
    if (segments_++ == 0) sums_ = VectorX::Zero(segment / 2 + 1);
    // Both signs of a frequency together.
    for (int i = 0; i <= segment / 2; ++i) sums_[i] += (i == 0 || i == segment / 2 ? 1 : 2) * std::norm(x[i]) / power;
  }
  // By frequency in Hz; the frequencies are 1 / (segment * step) apart.
  VectorX density(double step) const {
    return segments_ > 0 && step > 0 ? VectorX(sums_ * (step / static_cast<double>(segments_))) : VectorX();
  }

 private:
  std::array<double, segment> buffer_{};
  VectorX sums_;
  int filled_ = 0;
  long segments_ = 0;
};

// Sums over the residuals of a motor; correlations within stretches without gaps.
class ResidualSums {
 public:
  // A residual without weight counts as none; one beyond the limit is counted, but enters nothing.
  void add(const Equation& e, double measured, double r, bool weighs, double limit) {
    const bool rejected = weighs && !(std::abs(r) <= limit);
    if (rejected) note_largest(e, r), ++rejected_;
    if (weighs && !rejected)
      count(e, measured, r);
    else
      r = 0;
    spectrum_.add(r, e.first);
    correlate(e, r);
  }

  MotorResidual result(double step) const {
    MotorResidual m;
    if (rejected_ > 0) m.rejected = static_cast<double>(rejected_) / static_cast<double>(count_ + rejected_);
    m.largest = largest_;
    m.largest_row = row_;
    if (count_ == 0) return m;
    m.spectrum = spectrum_.density(step);
    const double n = static_cast<double>(count_);
    m.measured_rms = std::sqrt(measured_squares_ / n);
    m.measured_range = most_ - least_;
    m.rms = std::sqrt(squares_ / n);
    const double spread = measured_squares_ - measured_ * measured_ / n;
    m.explained = spread > 0 ? 1 - squares_ / spread : 0;
    const double predicted_spread = predicted_squares_ - predicted_ * predicted_ / n;
    if (spread > 0 && predicted_spread > 0)
      m.agreement = (both_ - measured_ * predicted_ / n) / std::sqrt(spread * predicted_spread);
    if (!(squares_ > 0)) return m;
    m.kurtosis = n * fourths_ / (squares_ * squares_);
    m.correlation = products_[1] / squares_;
    m.correlation_time = 1;
    for (int lag = 1; lag <= lags && products_[lag] > 0.05 * squares_; ++lag)
      m.correlation_time += 2 * products_[lag] / squares_;
    double box = 0;
    for (int lag = 1; lag <= tested_lags && count_ > lag; ++lag) {
      const double rho = products_[lag] / squares_;
      box += rho * rho / (n - lag);
    }
    m.white = chi_squared_tail(n * (n + 2) * box, tested_lags);
    return m;
  }

 private:
  void count(const Equation& e, double measured, double r) {
    ++count_;
    measured_ += measured;
    measured_squares_ += measured * measured;
    predicted_ += measured - r;
    predicted_squares_ += (measured - r) * (measured - r);
    both_ += measured * (measured - r);
    least_ = std::min(least_, measured);
    most_ = std::max(most_, measured);
    squares_ += r * r;
    fourths_ += r * r * r * r;
    note_largest(e, r);
  }

  void note_largest(const Equation& e, double r) {
    if (std::abs(r) > largest_ || row_ == 0) largest_ = std::abs(r), row_ = e.row;
  }

  void correlate(const Equation& e, double r) {
    if (e.first) held_ = 0;
    // The last residual first, in one piece.
    if (next_ == 0) {
      std::copy_backward(past_, past_ + lags, past_ + length);
      next_ = length - lags;
    }
    const double* past = past_ + next_;
    const int known = std::min(lags, held_);
    for (int lag = 0; lag < known; ++lag) products_[lag + 1] += r * past[lag];
    past_[--next_] = r;
    held_ = std::min(held_ + 1, lags);
  }

  long count_ = 0, rejected_ = 0, row_ = 0;
  double measured_ = 0, measured_squares_ = 0, squares_ = 0, fourths_ = 0, largest_ = 0;
  double predicted_ = 0, predicted_squares_ = 0, both_ = 0;
  double least_ = std::numeric_limits<double>::infinity(), most_ = -least_;
  static constexpr int length = 8 * lags;
  double past_[length] = {}, products_[lags + 1] = {};
  int next_ = length - lags, held_ = 0;
  Spectrum spectrum_;
};

bool has_weight(const Equation& e, int row) { return e.weights.size() == 0 || e.weights[row] > 0; }

// Beyond which residuals are outliers of their motor, by the median of all.
VectorX limits_of_outliers(EquationSource& equations, const VectorX& values, long most) {
  std::vector<RobustScale> scales(static_cast<std::size_t>(equations.form().rows()));
  long count = 0;
  equations.rewind();
  while (const Equation* e = equations.next()) {
    const VectorX r = e->b - e->Y * values;
    for (int k = 0; k < r.size(); ++k)
      if (has_weight(*e, k)) scales[k].add(r[k]);
    if (++count == most) break;
  }
  VectorX limits(equations.form().rows());
  // What the model gives exactly has no outliers.
  for (int k = 0; k < limits.size(); ++k) {
    const double deviation = scales[k].deviation();
    limits[k] = deviation > 0 ? outlier * deviation : std::numeric_limits<double>::infinity();
  }
  return limits;
}

}  // namespace

double ResidualReport::share() const {
  double largest = 0;
  for (const MotorResidual& m : motors)
    largest = std::max(largest, m.measured_range > 0 ? m.rms / m.measured_range : 0.0);
  return largest;
}

ResidualReport study_residuals(EquationSource& equations, const VectorX& values, const ResidualVisitor& visit,
                               long most, bool robust) {
  std::vector<ResidualSums> sums(static_cast<std::size_t>(equations.form().rows()));
  ResidualReport report;
  double duration = 0, last = 0;
  long steps = 0;
  VectorX predicted(equations.form().rows());
  const VectorX limits = robust ? limits_of_outliers(equations, values, most)
                                : VectorX::Constant(predicted.size(), std::numeric_limits<double>::infinity());
  equations.rewind();
  while (const Equation* e = equations.next()) {
    predicted.noalias() = e->Y * values;
    if (!e->first) duration += e->time - last, ++steps;
    last = e->time;
    for (int k = 0; k < predicted.size(); ++k)
      sums[k].add(*e, e->b[k], e->b[k] - predicted[k], has_weight(*e, k), limits[k]);
    if (visit) visit(*e, predicted);
    if (++report.equations == most) break;
  }
  report.step = steps > 0 ? duration / static_cast<double>(steps) : 0;
  for (const ResidualSums& s : sums) report.motors.push_back(s.result(report.step));
  return report;
}

}  // namespace jourdain
