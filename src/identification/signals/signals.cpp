#include "identification/signals/signals.hpp"

#include "identification/signals/symmetric_filter.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <numbers>

namespace jourdain {
namespace {

constexpr double widest_share = 0.2;     // of the sampling rate
constexpr double longest_half = 2e6;     // samples
constexpr double window_periods = 4.08;  // of the bandwidth, on each side of the sample

// Nuttall's window of four terms that ends with its first five derivatives zero, and its first two derivatives, for -1
// to
// 1. Ends without steps: the derivatives of the windowed kernel have its response times i w and -w^2, nothing else.
Vector3 window_at(double x) {
  constexpr double terms[4] = {0.338946, 0.481973, 0.161054, 0.018027};
  Vector3 result = Vector3::Zero();
  for (int k = 0; k < 4; ++k) {
    const double w = k * std::numbers::pi;
    result += terms[k] * Vector3(std::cos(w * x), -w * std::sin(w * x), -w * w * std::cos(w * x));
  }
  return result;
}

// sin(w t) / (pi t) and its first two derivatives.
Vector3 ideal(double w, double t) {
  constexpr double pi = std::numbers::pi;
  const double x = w * t;
  if (std::abs(x) < 1e-2) {
    const double x2 = x * x;
    return {w / pi * (1 - x2 / 6 + x2 * x2 / 120), w * w / pi * x * (-1.0 / 3 + x2 / 30),
            w * w * w / pi * (-1.0 / 3 + x2 / 10)};
  }
  const double s = std::sin(x), c = std::cos(x);
  return {s / (pi * t), (x * c - s) / (pi * t * t), ((2 - x * x) * s - 2 * x * c) / (pi * t * t * t)};
}

// Impulse response of 1 / (1 + (w / w_c)^6) and its first two derivatives, from its three poles ahead.
Vector3 spline_kernel(double edge, double t) {
  const std::complex<double> i(0, 1);
  std::complex<double> value, first, second;
  const double x = edge * std::abs(t);
  for (int k = 0; k < 3; ++k) {
    const std::complex<double> u = std::polar(1.0, std::numbers::pi * (2 * k + 1) / 6), e = std::exp(i * u * x);
    value += -i / 6.0 * u * e;
    first += u * u * e / 6.0;
    second += i / 6.0 * u * u * u * e;
  }
  return {edge * value.real(), (t < 0 ? -1 : 1) * edge * edge * first.real(), edge * edge * edge * second.real()};
}

}  // namespace

std::string_view to_string(Smoothing smoothing) { return smoothing == Smoothing::filter ? "filter" : "spline"; }

Differentiator::Differentiator(double rate, double bandwidth, Smoothing smoothing) : bandwidth_(bandwidth) {
  if (!(rate > 0) || !(bandwidth > 0) || !(bandwidth <= widest_share * rate))
    throw Error(
        ErrorKind::usage,
        fmt::format("a bandwidth of {:.4g} Hz does not go with {:.4g} samples a second: expected at most {:.4g} "
                    "Hz",
                    bandwidth, rate, widest_share * rate));
  // Pass band up to the bandwidth, stop band from twice the bandwidth, the edge of the ideal filter in the middle.
  const bool spline = smoothing == Smoothing::spline;
  const double step = 1 / rate, edge = 2 * std::numbers::pi * (spline ? 1.0 : 1.5) * bandwidth;
  // The spline's kernel has fallen to 1e-8.
  const double half = (spline ? 2 * 18.4 / edge : window_periods / bandwidth) / step;
  if (!(half <= longest_half))
    throw Error(ErrorKind::usage,
                fmt::format("a bandwidth of {:.4g} Hz needs {:.3g} s of the log on both sides of a sample: expected a "
                            "higher one",
                            bandwidth, half * step));
  half_ = static_cast<int>(std::ceil(half)) + 1;
  for (VectorX& kernel : kernels_) kernel.resize(2 * half_ + 1);
  VectorX t(2 * half_ + 1);
  const double length = (half_ + 1) * step;
  for (int k = -half_; k <= half_; ++k) {
    const int i = k + half_;
    t[i] = k * step;
    Vector3 h = spline ? spline_kernel(edge, t[i]) : ideal(edge, t[i]);
    if (!spline) {
      // Derivatives of the product.
      const Vector3 w = window_at(t[i] / length).cwiseQuotient(Vector3(1, length, length * length));
      h = {h[0] * w[0], h[1] * w[0] + h[0] * w[1], h[2] * w[0] + 2 * h[1] * w[1] + h[0] * w[2]};
    }
    // The answer at 0 takes the sample at t with the kernel at -t: odd derivatives change sign.
    kernels_[0][i] = step * h[0], kernels_[1][i] = -step * h[1], kernels_[2][i] = step * h[2];
  }
  // Exact for constants and lines, accelerations for parabolas.
  const VectorX t2 = t.cwiseAbs2();
  VectorX& smooth = kernels_[0];
  smooth /= smooth.sum();
  kernels_[1] /= kernels_[1].dot(t);
  // What aliasing leaves, 1e-4 of full scale at the largest bandwidth.
  kernels_[2] -= smooth * kernels_[2].sum();
  kernels_[2] *= 2 / kernels_[2].dot(t2);
}

void Differentiator::apply(const double* centre, double& value, double& rate, double& acceleration) const {
  const int behind = half_ + 1;
  double sums[3];
  sum_about(centre, {kernels_[0].data() + behind, kernels_[1].data() + behind, kernels_[2].data() + behind, half_},
            sums);
  value = kernels_[0][half_] * *centre + sums[0];
  rate = sums[1];
  acceleration = kernels_[2][half_] * *centre + sums[2];
}

Vector3 Differentiator::noise_gains() const { return {kernels_[0].norm(), kernels_[1].norm(), kernels_[2].norm()}; }

}  // namespace jourdain
