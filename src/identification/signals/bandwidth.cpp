// The bandwidth at which accelerations that are derived from positions are nearest to the real ones.
//
// Positions tell it alone, and better than residuals of the forces do: a residual hardly changes where a bias does, and
// spikes of forces mean nothing here. Between two neighbours of a ladder of bandwidths lies
//
//   d_i = a_i - a_(i+1),   for white noise of the positions of size s:  rms(d_i) = s |k_i - k_(i+1)|, k the kernels.
//
// s is the least, but for one, that a step of the ladder has; what is more is motion. With a bandwidth the motion above
// it is lost, T^2 = sum of d_j^2 beyond noise, and the noise below it stays, E = s^2 |k_i|^2, both over the
// accelerations' mean square.
#include "jourdain/identification/identify.hpp"

#include "identification/signals/signals.hpp"

#include "jourdain/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

constexpr double widest_share_of_rate = 0.2, narrowest_share_of_rate = 1e-3;  // of the sampling rate
constexpr double ladder = 0.6;
constexpr int trial_places = 8;       // of a long log
constexpr long place_samples = 8000;  // at each
constexpr std::size_t fewest = 200;   // instants at which a bandwidth is judged
constexpr std::size_t most_judged = 1000;
constexpr double beyond_noise = 1.5;  // rms over that of noise: less is noise
// Noise of the regressor pulls badly excited parameters towards zero by E times the square of the condition number.
constexpr double usual_condition = 100;
constexpr double usual_share = 0.9, normal_quantile = 1.6449;

// Positions of the motors in stretches without gaps, passed by the widest_share_of_rate filter, and their accelerations
// by it.
struct Stretch {
  std::vector<std::vector<double>> q, a;  // by motor
  std::size_t length() const { return q.empty() ? 0 : q.front().size(); }
};

void append(std::vector<Stretch>& stretches, const Sample& sample, bool first) {
  const std::size_t motors = static_cast<std::size_t>(sample.q.size());
  if (first || stretches.empty()) {
    stretches.emplace_back();
    stretches.back().q.resize(motors);
    stretches.back().a.resize(motors);
  }
  for (std::size_t k = 0; k < motors; ++k) {
    stretches.back().q[k].push_back(sample.q[static_cast<int>(k)]);
    stretches.back().a[k].push_back(sample.accelerations[static_cast<int>(k)]);
  }
}

std::vector<Stretch> positions_of(Log& log) {
  std::vector<Stretch> stretches;
  Sample sample;
  if (log.rough_count() <= trial_places * place_samples) {
    log.rewind();
    while (log.next(sample)) append(stretches, sample, sample.first);
    return stretches;
  }
  for (int i = 0; i < trial_places; ++i) {
    log.seek(static_cast<double>(i) / trial_places);
    for (long n = 0; n < place_samples && log.next(sample); ++n) append(stretches, sample, n == 0 || sample.first);
  }
  return stretches;
}

// Size of normal noise of which nine tenths are as small: a few spikes and jerks do not count.
double usual_size(std::vector<double> values) {
  if (values.empty()) return 0;
  for (double& v : values) v = std::abs(v);
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(usual_share * static_cast<double>(values.size()));
  std::nth_element(values.begin(), place, values.end());
  return *place / normal_quantile;
}

// One step of the ladder.
struct Step {
  double bandwidth = 0;
  VectorX motion;      // of every motor: size of the accelerations
  VectorX difference;  // to those of the next, narrower bandwidth
  double noise = 0;    // |k_i|
  double between = 0;  // |k_i - k_(i+1)|
};

class BandwidthSearch {
 public:
  BandwidthSearch(const std::vector<Stretch>& stretches, double rate, Smoothing smoothing)
      : stretches_(stretches), rate_(rate), smoothing_(smoothing) {
    motors_ = stretches.empty() ? 0 : stretches.front().q.size();
  }

  // 0: the log is too short for any.
  double best() {
    std::vector<Step> steps = climb();
    if (steps.empty()) return 0;
    VectorX costs = VectorX::Zero(static_cast<int>(steps.size()));
    for (std::size_t k = 0; k < motors_; ++k) add_costs(steps, static_cast<int>(k), costs);
    int least = 0;
    costs.minCoeff(&least);
    return steps[least].bandwidth;
  }

 private:
  // Calls `use` with places that have this many samples on both sides, about as many as are judged.
  template <typename Use>
  void for_each_instant(int half, const Use& use) const {
    std::size_t all = 0;
    const std::size_t side = static_cast<std::size_t>(half);
    for (const Stretch& s : stretches_) all += s.length() > 2 * side ? s.length() - 2 * side : 0;
    const std::size_t every = std::max<std::size_t>(1, all / most_judged);
    std::size_t count = 0;
    for (const Stretch& s : stretches_)
      for (std::size_t i = side; i + side < s.length(); ++i)
        if (count++ % every == 0) use(s, i);
  }

  // From the widest_share_of_rate bandwidth to the narrowest_share_of_rate that leaves enough instants.
  std::vector<Step> climb() const {
    std::vector<Step> steps;
    Differentiator here(rate_, widest_share_of_rate * rate_, smoothing_);
    for (double bandwidth = widest_share_of_rate * rate_; bandwidth > narrowest_share_of_rate * rate_;
         bandwidth *= ladder) {
      const Differentiator next(rate_, ladder * bandwidth, smoothing_);
      const bool first = steps.empty();
      std::vector<std::vector<double>> motion(motors_), difference(motors_);
      for_each_instant(next.half(), [&](const Stretch& s, std::size_t i) {
        for (std::size_t k = 0; k < motors_; ++k) {
          double value = 0, rate = 0, wide = s.a[k][i], narrow = 0;
          if (!first) here.apply(s.q[k].data() + i, value, rate, wide);
          next.apply(s.q[k].data() + i, value, rate, narrow);
          motion[k].push_back(wide);
          difference[k].push_back(wide - narrow);
        }
      });
      if (motors_ == 0 || motion.front().size() < fewest) break;
      Step step{bandwidth, VectorX(static_cast<int>(motors_)), VectorX(static_cast<int>(motors_)),
                here.noise_gains()[2], 0};
      for (std::size_t k = 0; k < motors_; ++k) {
        step.motion[static_cast<int>(k)] = usual_size(motion[k]);
        step.difference[static_cast<int>(k)] = usual_size(difference[k]);
      }
      VectorX between = next.acceleration();
      between.segment(next.half() - here.half(), here.acceleration().size()) -= here.acceleration();
      step.between = between.norm();
      steps.push_back(step);
      here = next;
    }
    return steps;
  }

  void add_costs(const std::vector<Step>& steps, int motor, VectorX& costs) const {
    std::vector<double> sizes;
    for (const Step& s : steps) sizes.push_back(s.difference[motor] / s.between);
    std::ranges::sort(sizes);
    const double noise = sizes[std::min<std::size_t>(1, sizes.size() - 1)];
    double lost = 0;  // squares
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Step& s = steps[i];
      const double stays = noise * s.noise, moves = s.motion[motor] * s.motion[motor];
      // What is left where nothing moves is noise.
      const double size = std::max(moves - stays * stays, 0.01 * moves) + std::numeric_limits<double>::min();
      const double E = stays * stays / size * usual_condition * usual_condition;
      costs[static_cast<int>(i)] += lost / size * usual_condition * usual_condition + E * E;
      if (s.difference[motor] > beyond_noise * noise * s.between) lost += s.difference[motor] * s.difference[motor];
    }
  }

  const std::vector<Stretch>& stretches_;
  double rate_;
  Smoothing smoothing_;
  std::size_t motors_ = 0;
};

}  // namespace

double best_bandwidth(Log& log) {
  log.set_bandwidth(widest_share_of_rate * log.rate());
  const double best = BandwidthSearch(positions_of(log), log.rate(), log.summary().smoothing).best();
  if (!(best > 0))
    throw Error(ErrorKind::numerical,
                "no bandwidth of the filter leaves enough samples: record a longer log, or give "
                "the bandwidth");
  return best;
}

}  // namespace jourdain
