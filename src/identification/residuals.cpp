#include "jourdain/identification/residuals.hpp"

#include "identification/student.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

constexpr int lags = 100;        // of the correlation
constexpr int tested_lags = 20;  // of the test for whiteness

// Sums over the residuals of a motor; correlations within stretches without gaps.
class ResidualSums {
 public:
  void add(const Equation& e, double measured, double r) {
    ++count_;
    measured_ += measured;
    measured_squares_ += measured * measured;
    least_ = std::min(least_, measured);
    most_ = std::max(most_, measured);
    squares_ += r * r;
    if (std::abs(r) > largest_ || count_ == 1) largest_ = std::abs(r), row_ = e.row;
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

  MotorResidual result() const {
    MotorResidual m;
    if (count_ == 0) return m;
    const double n = static_cast<double>(count_);
    m.measured_rms = std::sqrt(measured_squares_ / n);
    m.measured_range = most_ - least_;
    m.rms = std::sqrt(squares_ / n);
    m.largest = largest_;
    m.largest_row = row_;
    const double spread = measured_squares_ - measured_ * measured_ / n;
    m.explained = spread > 0 ? 1 - squares_ / spread : 0;
    if (!(squares_ > 0)) return m;
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
  long count_ = 0, row_ = 0;
  double measured_ = 0, measured_squares_ = 0, squares_ = 0, largest_ = 0;
  double least_ = std::numeric_limits<double>::infinity(), most_ = -least_;
  static constexpr int length = 8 * lags;
  double past_[length] = {}, products_[lags + 1] = {};
  int next_ = length - lags, held_ = 0;
};

}  // namespace

double ResidualReport::share() const {
  double largest = 0;
  for (const MotorResidual& m : motors)
    largest = std::max(largest, m.measured_range > 0 ? m.rms / m.measured_range : 0.0);
  return largest;
}

ResidualReport study_residuals(EquationSource& equations, const VectorX& values, const ResidualVisitor& visit) {
  std::vector<ResidualSums> sums(static_cast<std::size_t>(equations.form().rows()));
  ResidualReport report;
  equations.rewind();
  while (const Equation* e = equations.next()) {
    const VectorX predicted = e->Y * values;
    for (int k = 0; k < predicted.size(); ++k)
      sums[static_cast<std::size_t>(k)].add(*e, e->b[k], e->b[k] - predicted[k]);
    if (visit) visit(*e, predicted);
    ++report.equations;
  }
  for (const ResidualSums& s : sums) report.motors.push_back(s.result());
  return report;
}

}  // namespace jourdain
