#include "identification/signals/period_average.hpp"

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

constexpr double most_samples = 1e9;  // from the first of a log
constexpr std::size_t most_repetitions = 1000000;
constexpr double same_motion = 0.02;  // of the motion's size: what repetitions may differ by

// Calls `use` with repetition and phase of every sample.
template <typename Use>
void for_each_phase(SampleSource& source, double rate, long length, const Use& use) {
  Sample sample;
  double start = 0;
  bool any = false;
  source.rewind();
  while (source.next(sample)) {
    if (!any) start = sample.time, any = true;
    const double place = (sample.time - start) * rate;
    if (!(std::abs(place) <= most_samples))
      throw Error(ErrorKind::input, fmt::format("row {}: the time is {:.6g} s after the first: too long for averages "
                                                "over periods",
                                                sample.row, sample.time - start));
    const long index = std::max(0L, std::lround(place));
    if (static_cast<std::size_t>(index / length) > most_repetitions)
      throw Error(ErrorKind::input, fmt::format("the log holds over {} repetitions", most_repetitions));
    use(static_cast<std::size_t>(index / length), static_cast<std::size_t>(index % length), sample);
  }
}

// Which repetitions move as the middle one does: those in which the motion grows or fades do not.
std::vector<bool> agreeing_repetitions(SampleSource& source, double rate, long length, double period) {
  std::size_t last = 0;
  for_each_phase(source, rate, length,
                 [&](std::size_t repetition, std::size_t, const Sample&) { last = std::max(last, repetition); });
  if (last == 0) throw Error(ErrorKind::input, fmt::format("the log holds no two repetitions of {:.6g} s", period));
  std::vector<VectorX> reference(static_cast<std::size_t>(length));
  VectorX mean, spread;
  long count = 0;
  for_each_phase(source, rate, length, [&](std::size_t repetition, std::size_t phase, const Sample& s) {
    if (repetition != last / 2) return;
    reference[phase] = s.q;
    if (count++ == 0) mean = spread = VectorX::Zero(s.q.size());
    mean += s.q;
  });
  if (count > 0) mean /= static_cast<double>(count);
  for (const VectorX& q : reference)
    if (q.size() > 0) spread += (q - mean).cwiseAbs2();
  std::vector<double> squares(last + 1, 0), sizes(last + 1, 0);
  for_each_phase(source, rate, length, [&](std::size_t repetition, std::size_t phase, const Sample& s) {
    if (reference[phase].size() == 0) return;
    squares[repetition] += (s.q - reference[phase]).squaredNorm();
    sizes[repetition] += spread.sum() / static_cast<double>(count);
  });
  std::vector<bool> agree;
  int good = 0;
  for (std::size_t i = 0; i <= last; ++i) {
    agree.push_back(sizes[i] > 0 && squares[i] <= same_motion * same_motion * sizes[i]);
    good += agree.back();
  }
  if (good < 2)
    throw Error(
        ErrorKind::input,
        fmt::format("the motion does not repeat itself every {:.6g} s: of {} repetitions no two agree within {:g} "
                    "% of the motion",
                    period, last + 1, 100 * same_motion));
  return agree;
}

}  // namespace

PeriodAverage average_periods(SampleSource& source, double rate, double period) {
  const double exact = rate * period;
  if (!(exact <= most_samples))
    throw Error(ErrorKind::input, fmt::format("the log holds no two repetitions of {:.6g} s", period));
  const long length = std::lround(exact);
  if (!(period > 0) || length < 2 || std::abs(exact - static_cast<double>(length)) > 0.01)
    throw Error(ErrorKind::input, fmt::format("a period of {:.9g} s is {:.6g} samples at {:.6g} Hz: expected a whole "
                                              "number; record with a period that is a multiple of the step",
                                              period, exact, rate));
  const std::vector<bool> agree = agreeing_repetitions(source, rate, length, period);
  std::vector<PhaseSums> phases(static_cast<std::size_t>(length));
  for_each_phase(source, rate, length, [&](std::size_t repetition, std::size_t phase, const Sample& s) {
    if (agree[repetition]) phases[phase].add(s);
  });
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
    result.samples.push_back({static_cast<double>(i) / rate, p.row, gap, p.q, p.rates, p.accelerations, p.forces});
    gap = false;
  }
  if (result.samples.empty())
    throw Error(ErrorKind::input, fmt::format("the log holds no two repetitions of {:.6g} s", period));
  result.force_deviations = (forces / freedoms).cwiseSqrt();
  result.position_deviations = (positions / freedoms).cwiseSqrt();
  return result;
}

}  // namespace jourdain
