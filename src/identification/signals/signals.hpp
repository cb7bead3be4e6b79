// Zero-phase smoothing and differentiation of sampled signals with a stated bandwidth.
#pragma once

#include "jourdain/identification/log.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <string_view>
#include <vector>

namespace jourdain {

// A symmetric filter of finite length and its first two derivatives. Filter: ideal low-pass kernels under Kaiser's
// window. Signals up to `bandwidth` pass (value, rate and acceleration within 1e-3 of full scale), those above twice
// the bandwidth are lost (110 dB). Straight lines come out exactly, and so do rates and accelerations of parabolas. No
// phase: the filter looks as far ahead as back. Spline: far from the ends of equally spaced samples a smoothing spline
// is the filter with the response 1 / (1 + (f / bandwidth)^6), whose kernels fall like exp(-pi f t): half of a signal
// at the bandwidth passes, 0.14 % of one at a third of it is lost. Ends are left out, as with the filter.
class Differentiator {
 public:
  // Throws Error(usage) unless 0 < bandwidth <= 0.2 * rate; both in Hz.
  Differentiator(double rate, double bandwidth, Smoothing smoothing = Smoothing::filter);

  // Samples before and after an instant that enter: the first and last `half` samples of a signal have no answer.
  int half() const { return half_; }
  double bandwidth() const { return bandwidth_; }

  // One entry per sample, from half samples before to half samples after.
  const VectorX& smooth() const { return kernels_[0]; }
  const VectorX& rate() const { return kernels_[1]; }
  const VectorX& acceleration() const { return kernels_[2]; }

  // Value, rate and acceleration of a signal at one of its samples, with half samples before and behind it.
  void apply(const double* centre, double& value, double& rate, double& acceleration) const;

  // Standard deviation of value, rate and acceleration for independent noise of standard deviation one.
  Vector3 noise_gains() const;

 private:
  int half_ = 0;
  double bandwidth_ = 0;
  VectorX kernels_[3];
};

}  // namespace jourdain
