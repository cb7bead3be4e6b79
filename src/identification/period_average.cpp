#include "identification/period_average.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Sums over the repetitions of one phase.
struct PhaseSums {
  int count = 0;
  long row = 0;
  VectorX q, rates, accelerations, forces;
  VectorX q_squares, force_squares;  // of the deviations, by Welford's recursion

  void add(const Sample& s) {
    if (count == 0) {
      row = s.row;
      q = rates = accelerations = forces = q_squares = force_squares = VectorX::Zero(s.q.size());
    }
    ++count;
    const VectorX dq = s.q - q, df = s.forces - forces;
    q += dq / count;
    rates += (s.rates - rates) / count;
    accelerations += (s.accelerations - accelerations) / count;
    forces += df / count;
    q_squares += dq.cwiseProduct(s.q - q);
    force_squares += df.cwiseProduct(s.forces - forces);
  }
};

}  // namespace

PeriodAverage average_periods(SampleSource& source, double rate, double period) {
  const double exact = rate * period;
  const long length = std::lround(exact);
  if (!(period > 0) || length < 2 || std::abs(exact - static_cast<double>(length)) > 0.01)
    throw Error(ErrorKind::input, fmt::format("a period of {:.9g} s is {:.6g} samples at {:.6g} Hz: expected a whole "
                                              "number; record with a period that is a multiple of the step",
                                              period, exact, rate));
  std::vector<PhaseSums> phases(static_cast<std::size_t>(length));
  Sample sample;
  double start = 0;
  bool any = false;
  source.rewind();
  while (source.next(sample)) {
    if (!any) start = sample.time, any = true;
    const long index = std::lround((sample.time - start) * rate);
    phases[static_cast<std::size_t>(((index % length) + length) % length)].add(sample);
  }
  int most = 0;
  for (const PhaseSums& p : phases) most = std::max(most, p.count);
  PeriodAverage result;
  result.repetitions = most;
  // Phases that one repetition has not are usual: the filter takes the ends.
  const int needed = std::max(2, most - 1);
  if (most < 2) throw Error(ErrorKind::input, fmt::format("the log holds no two repetitions of {:.6g} s", period));
  VectorX forces, positions;
  double freedoms = 0;
  bool gap = true;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const PhaseSums& p = phases[i];
    if (p.count < needed) {
      gap = true;
      continue;
    }
    if (forces.size() == 0) forces = positions = VectorX::Zero(p.q.size());
    forces += p.force_squares;
    positions += p.q_squares;
    freedoms += p.count - 1;
    result.repetitions = std::min(result.repetitions, p.count);
    result.samples.push_back(
        {start + static_cast<double>(i) / rate, p.row, gap, p.q, p.rates, p.accelerations, p.forces});
    gap = false;
  }
  if (result.samples.empty())
    throw Error(ErrorKind::input, fmt::format("the log holds no two repetitions of {:.6g} s", period));
  result.force_deviations = (forces / freedoms).cwiseSqrt();
  result.position_deviations = (positions / freedoms).cwiseSqrt();
  return result;
}

}  // namespace jourdain
