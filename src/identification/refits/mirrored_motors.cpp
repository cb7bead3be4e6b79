#include "identification/refits/mirrored_motors.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/identification/identify.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr long fewest_samples = 1500;   // that a fit is tried on, where there are as many
constexpr double well_explained = 0.3;  // error of real bodies, and
constexpr double bounds_cost = 1.5;     // the same over that of least squares, above which all motors are suspected
constexpr double clearly_better = 0.5;  // error with other signs over that with the log's
constexpr double fits_better = 0.7;     // the same of least squares without bounds
constexpr double nothing_fits = 1e9;

// Errors of least squares and of real bodies.
struct FitErrors {
  double free = nothing_fits, real = nothing_fits;
};

double mean_error(const RefitRows& rows, const VectorX& values) {
  double sum = 0;
  for (int k = 0; k < rows.motors; ++k) {
    double squares = 0, size = 0;
    for (const RefitStretch& s : rows.stretches) {
      const VectorX b = s.forces.col(k) - s.known.col(k);
      squares += (b - s.Y[k] * values).squaredNorm();
      size += b.squaredNorm();
    }
    sum += size > 0 ? squares / size : 0;
  }
  return std::sqrt(sum / rows.motors);
}

class MirrorSearch {
 public:
  MirrorSearch(const BaseParameters& base, const std::vector<Samples>& samples) : base_(base), samples_(samples) {
    std::size_t count = 0;
    for (const Samples& s : samples) count += s.size();
    every_ = std::max(1, static_cast<int>(static_cast<long>(count) / fewest_samples));
  }

  MirroredMotors run() {
    const int motors = base_.form.rows();
    std::vector<int> all;
    for (int k = 0; k < motors; ++k) all.push_back(k);
    const FitErrors plain = errors({}, nothing_fits);
    const bool suspicious = plain.real > well_explained || plain.real > bounds_cost * plain.free;
    MirroredMotors result;
    result.error = result.corrected = std::min(1.0, plain.real);
    std::vector<std::vector<int>> candidates;
    for (const int k : all) candidates.push_back({k});
    if (motors > 1) candidates.push_back(all);
    double least = clearly_better * result.error;
    for (const std::vector<int>& candidate : candidates) {
      const FitErrors mirrored = errors(candidate, suspicious ? nothing_fits : fits_better * plain.free);
      if (!(mirrored.real < least)) continue;
      least = result.corrected = mirrored.real;
      result.motors = candidate;
    }
    return result;
  }

 private:
  // With some motors mirrored; real bodies only where least squares has less than `limit`.
  FitErrors errors(const std::vector<int>& mirrored, double limit) const {
    const RefitRows rows = refit_rows(base_.form, samples_, every_, [&](Sample& s) {
      for (const int k : mirrored) mirror(s, k);
    });
    FitErrors result;
    if (rows.instants < 4 * rows.columns / rows.motors + 8 || rows.refused > rows.instants) return result;
    try {
      RefitEquations equations(base_.form, rows);
      const Estimate estimated = estimate(base_, equations);
      result.free = mean_error(rows, estimated.values);
      if (!(result.free < limit)) return result;
      result.real = mean_error(rows, consistent_fit(base_, estimated, base_.full.values()).base_values);
    } catch (const Error&) {
      // A model without real bodies, or a log that tells too little, is judged elsewhere.
    }
    return result;
  }

  const BaseParameters& base_;
  const std::vector<Samples>& samples_;
  int every_ = 1;
};

}  // namespace

void mirror(Sample& sample, int motor) {
  for (VectorX* x : {&sample.q, &sample.rates, &sample.accelerations, &sample.forces}) (*x)[motor] *= -1;
}

MirroredMotors find_mirrored(const BaseParameters& base, const std::vector<Samples>& samples) {
  return MirrorSearch(base, samples).run();
}

}  // namespace jourdain
