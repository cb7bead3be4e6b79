#include "identification/estimators/student.hpp"

#include <cmath>

namespace jourdain {
namespace {

// Regularised incomplete beta function by Lentz's continued fraction.
double beta_fraction(double x, double a, double b) {
  constexpr double tiny = 1e-300;
  const auto away_from_zero = [](double v) { return std::abs(v) < tiny ? tiny : v; };
  double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), h = d;
  for (int m = 1; m < 500; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    h *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    h *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return h;
}

double regularised_beta(double x, double a, double b) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(x, a, b) / a;
  return 1 - front * beta_fraction(1 - x, b, a) / b;
}

// P(|T| < x).
double student_inside(double x, double freedoms) {
  return 1 - regularised_beta(freedoms / (freedoms + x * x), freedoms / 2, 0.5);
}

// x of a rising function on x > 0 by bisection.
template <typename Function>
double inverse_of(const Function& rising, double value) {
  double low = 0, high = 1;
  while (rising(high) < value && high < 1e12) high *= 2;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (rising(middle) < value ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

double student_two_sided(double confidence, double freedoms) {
  return inverse_of([&](double x) { return student_inside(x, freedoms); }, confidence);
}

double chi_squared_tail(double x, double freedoms) {
  if (!(x > 0)) return 1;
  const double a = freedoms / 2, y = x / 2, front = std::exp(a * std::log(y) - y - std::lgamma(a));
  if (y < a + 1) {
    // Series of the lower part.
    double term = 1 / a, sum = term;
    for (int n = 1; n < 10000 && std::abs(term) > 1e-16 * std::abs(sum); ++n) sum += term *= y / (a + n);
    return 1 - front * sum;
  }
  // Continued fraction of the upper part.
  constexpr double tiny = 1e-300;
  double b = y + 1 - a, c = 1 / tiny, d = 1 / b, h = d;
  for (int n = 1; n < 10000; ++n) {
    const double an = -n * (n - a);
    b += 2;
    d = 1 / (std::abs(an * d + b) < tiny ? tiny : an * d + b);
    c = std::abs(b + an / c) < tiny ? tiny : b + an / c;
    h *= d * c;
    if (std::abs(d * c - 1) < 1e-15) break;
  }
  return front * h;
}

}  // namespace jourdain
