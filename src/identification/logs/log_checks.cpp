#include "jourdain/identification/log.hpp"

#include "identification/logs/motor_motion.hpp"
#include "identification/refits/refit_rows.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace jourdain {
namespace {

constexpr int chunks = 8, chunk_length = 200;
constexpr int stride = 10;             // of the samples on which mistakes of positions are tried
constexpr double much_better = 0.6;    // error with a mistake put right over the error without
constexpr double good_enough = 0.7;    // error that an explanation must reach
constexpr double another_robot = 0.8;  // error that no explanation leaves

using Chunk = std::vector<Sample>;

// Consecutive samples at places all over the log.
std::vector<Chunk> spread_samples(SampleSource& source) {
  Sample sample;
  if (source.rough_count() > long_log) {
    std::vector<Chunk> result;
    for (int c = 0; c < chunks && source.seek(static_cast<double>(c) / chunks); ++c) {
      Chunk chunk;
      while (static_cast<int>(chunk.size()) < chunk_length && source.next(sample)) chunk.push_back(sample);
      if (!chunk.empty()) result.push_back(std::move(chunk));
    }
    if (!result.empty()) return result;
  }
  long count = 0;
  source.rewind();
  while (source.next(sample)) ++count;
  std::vector<Chunk> result;
  const long distance = std::max<long>(chunk_length, count / chunks);
  source.rewind();
  for (long i = 0; source.next(sample); ++i) {
    if (i % distance >= chunk_length) continue;
    if (i % distance == 0) result.emplace_back();
    result.back().push_back(sample);
  }
  return result;
}

class LogChecker {
 public:
  LogChecker(const Robot& robot, std::vector<Chunk> samples, const KnownMistakes& known)
      : robot_(robot), samples_(std::move(samples)), motors_(static_cast<int>(robot.motor_joints().size())) {
    put_right(known);
    predicted_ = predict(samples_, 1, result_.refused);
  }

  LogCheck run() {
    if (samples_.empty()) return result_;
    result_.error = error_of([](const VectorX& f) { return f; });
    if (result_.refused <= 0.5) {
      try_forces();
      try_scales();
    }
    try_positions();
    conclude();
    return std::move(result_);
  }

 private:
  // The samples as they would be without the mistakes that are known.
  void put_right(const KnownMistakes& known) {
    for (Chunk& chunk : samples_) {
      const Chunk before = chunk;
      const int last = static_cast<int>(chunk.size()) - 1;
      const double step = last > 0 ? (chunk.back().time - chunk.front().time) / last : 0;
      for (int k = 0; k < motors_; ++k) {
        const double sign = known.signs.size() > 0 ? known.signs[k] : 1;
        const int lag = known.delays.size() > 0 && step > 0 ? static_cast<int>(std::lround(known.delays[k] / step)) : 0;
        for (int i = 0; i <= last; ++i) {
          Sample& s = chunk[i];
          s.q[k] *= sign, s.rates[k] *= sign, s.accelerations[k] *= sign;
          s.forces[k] = sign * before[std::clamp(i + lag, 0, last)].forces[k];
        }
      }
    }
  }

  std::string name(int motor) const { return robot_.mechanism().joints[robot_.motor_joints()[motor]].name; }
  const Joint& joint(int motor) const { return robot_.mechanism().joints[robot_.motor_joints()[motor]]; }

  // Forces of CAD at every so many samples; empty where the robot cannot be. `refused` is their share.
  std::vector<std::vector<VectorX>> predict(const std::vector<Chunk>& samples, int every, double& refused) const {
    std::vector<std::vector<VectorX>> result;
    Workspace workspace(robot_);
    MotorMotionFollower motion(robot_);
    long count = 0, bad = 0;
    for (const Chunk& chunk : samples) {
      result.emplace_back(chunk.size());
      for (std::size_t i = 0; i < chunk.size(); i += static_cast<std::size_t>(every)) {
        VectorX forces(motors_);
        ++count;
        if (motion.go_to(chunk[i], workspace) == Status::ok &&
            inverse_dynamics(robot_, workspace, forces) == Status::ok) {
          result.back()[i] = forces;
        } else {
          ++bad;
          // Nothing of this kind fits: further samples tell no more.
          if (bad > 60 && 2 * bad > count) {
            refused = 1;
            return result;
          }
        }
      }
    }
    refused = count > 0 ? static_cast<double>(bad) / static_cast<double>(count) : 1;
    return result;
  }

  // Error of predicted against changed measured forces.
  double error_against(const std::vector<std::vector<VectorX>>& predicted, const std::vector<Chunk>& samples,
                       const std::function<VectorX(const VectorX&)>& change) const {
    VectorX squares = VectorX::Zero(motors_), sizes = VectorX::Zero(motors_);
    for (std::size_t c = 0; c < samples.size(); ++c) {
      for (std::size_t i = 0; i < samples[c].size(); ++i) {
        const VectorX& f = c < predicted.size() ? predicted[c][i] : VectorX();
        if (f.size() == 0) continue;
        const VectorX measured = change(samples[c][i].forces);
        squares += (measured - f).cwiseAbs2();
        sizes += f.cwiseAbs2().cwiseMax(measured.cwiseAbs2());
      }
    }
    // Motors count alike.
    double sum = 0;
    for (int k = 0; k < motors_; ++k) sum += sizes[k] > 0 ? squares[k] / sizes[k] : 0;
    return sizes.maxCoeff() > 0 ? std::sqrt(sum / motors_) : 1;
  }

  double error_of(const std::function<VectorX(const VectorX&)>& change) const {
    return error_against(predicted_, samples_, change);
  }

  void suspect(const std::string& kind, double corrected, const std::string& message) {
    if (corrected < much_better * result_.error && corrected < good_enough)
      result_.suspicions.push_back({kind, message, result_.error, corrected});
  }

  // Signs and order of the forces.
  void try_forces() {
    suspect("sign of all forces", error_of([](const VectorX& f) { return VectorX(-f); }),
            "all forces have the other sign: give signs: -1 in the channel map");
    // A mistake of one motor changes the error of that motor alone.
    for (int i = 0; i < motors_; ++i) {
      const auto [plain, inverted] = motor_errors(i, i);
      if (inverted < much_better * plain && inverted < good_enough)
        result_.suspicions.push_back({"sign of a force",
                                      fmt::format("the force of motor '{}' has the other sign: give its sign -1 in the "
                                                  "channel map",
                                                  name(i)),
                                      plain, inverted});
      for (int j = i + 1; j < motors_; ++j) {
        const double now = std::max(motor_errors(i, i).first, motor_errors(j, j).first);
        const double swapped = std::max(motor_errors(i, j).first, motor_errors(j, i).first);
        if (swapped < much_better * now && swapped < good_enough)
          result_.suspicions.push_back({"order of forces",
                                        fmt::format("the forces of motors '{}' and '{}' are swapped: correct the "
                                                    "channel map",
                                                    name(i), name(j)),
                                        now, swapped});
      }
    }
  }

  // Error of the measured force j against the prediction of motor i, as it is and with the other sign.
  std::pair<double, double> motor_errors(int i, int j) const {
    double plain = 0, inverted = 0, size = 0;
    for (std::size_t c = 0; c < samples_.size(); ++c) {
      for (std::size_t k = 0; k < samples_[c].size(); ++k) {
        const VectorX& f = predicted_[c][k];
        if (f.size() == 0) continue;
        const double measured = samples_[c][k].forces[j];
        plain += (measured - f[i]) * (measured - f[i]);
        inverted += (measured + f[i]) * (measured + f[i]);
        size += std::max(f[i] * f[i], measured * measured);
      }
    }
    return size > 0 ? std::pair(std::sqrt(plain / size), std::sqrt(inverted / size)) : std::pair(1.0, 1.0);
  }

  // The factor that fits a motor best, and the error that stays.
  std::pair<double, double> best_factor(int motor) const {
    double both = 0, measured = 0, predicted = 0;
    for (std::size_t c = 0; c < samples_.size(); ++c) {
      for (std::size_t k = 0; k < samples_[c].size(); ++k) {
        const VectorX& f = predicted_[c][k];
        if (f.size() == 0) continue;
        const double x = samples_[c][k].forces[motor];
        both += x * f[motor];
        measured += x * x;
        predicted += f[motor] * f[motor];
      }
    }
    if (!(measured > 0) || !(predicted > 0)) return {1, 1};
    return {both / measured, std::sqrt(std::max(0.0, 1 - both * both / (measured * predicted)))};
  }

  // Units and sides of gears: factors far from one.
  void try_scales() {
    for (int i = 0; i < motors_; ++i) {
      const auto [best, rest] = best_factor(i);
      const double factor = best;
      if (rest > 0.5 || (factor > 0.4 && factor < 2.5) || factor < 0) continue;
      const double gear = joint(i).motor->gear;
      std::string cause = "its unit or its constant is wrong";
      const auto near = [&](double value) { return std::abs(std::log(factor / value)) < std::log(1.6); };
      if (gear != 1 && near(gear))
        cause = fmt::format("it is that of the motor's side of the gear ({:.6g}): give side: motor", gear);
      else if (gear != 1 && near(1 / gear))
        cause = fmt::format("it was multiplied by the gear ({:.6g}) already: give side: joint", gear);
      else if (near(1000))
        cause = "it is in thousands (kN, kN m): give the unit";
      else if (near(0.001))
        cause = "it is in thousandths (mN, mN m): give the unit";
      else if (near(100))
        cause = "it is in hundreds: is it a share instead of per cent?";
      else if (near(0.01))
        cause = "it is in hundredths (N cm, per cent): give the unit";
      result_.suspicions.push_back(
          {"scale of a force",
           fmt::format("the force of motor '{}' must be multiplied by about {:.3g} to fit: {}", name(i), factor, cause),
           result_.error, rest});
    }
  }

  double error_with(const std::function<void(Sample&)>& change) const {
    std::vector<Chunk> changed = samples_;
    for (Chunk& chunk : changed)
      for (Sample& s : chunk) change(s);
    double refused = 0;
    const auto predicted = predict(changed, stride, refused);
    if (refused > 0.2) return std::numeric_limits<double>::infinity();
    return error_against(predicted, changed, [](const VectorX& f) { return f; });
  }

  // Signs, order and units of the positions.
  void try_positions() {
    if (result_.error < 0.2 && result_.refused < 0.05) return;
    const double before = result_.refused > 0.2 ? 1.0 : result_.error;
    const auto tell = [&](const std::string& kind, double corrected, const std::string& message) {
      if (corrected < much_better * before && corrected < good_enough)
        result_.suspicions.push_back({kind, message, before, corrected});
    };
    const auto scaled = [](int i, double factor) {
      return [i, factor](Sample& s) { s.q[i] *= factor, s.rates[i] *= factor, s.accelerations[i] *= factor; };
    };
    for (int i = 0; i < motors_; ++i) {
      tell("sign of a position", error_with(scaled(i, -1)),
           fmt::format("the position of motor '{}' has the other sign: give its sign -1 in the channel map", name(i)));
      for (int j = i + 1; j < motors_; ++j)
        tell("order of positions", error_with([i, j](Sample& s) {
               std::swap(s.q[i], s.q[j]);
               std::swap(s.rates[i], s.rates[j]);
               std::swap(s.accelerations[i], s.accelerations[j]);
             }),
             fmt::format("the positions of motors '{}' and '{}' are swapped: correct the channel map", name(i),
                         name(j)));
    }
    constexpr double degree = std::numbers::pi / 180;
    for (const auto& [factor, message] :
         {std::pair{degree, "the positions are in degrees: give unit: deg"},
          std::pair{1 / degree, "the positions are in radians, not in degrees: give unit: rad"},
          std::pair{1e-3, "the positions are in millimetres: give unit: mm"},
          std::pair{1e3, "the positions are in metres, not in millimetres: give unit: m"},
          std::pair{-1.0, "all positions have the other sign: give signs: -1"}}) {
      tell("unit of positions", error_with([f = factor](Sample& s) { s.q *= f, s.rates *= f, s.accelerations *= f; }),
           message);
    }
    const auto at_joints = [&](Sample& s, bool forces) {
      for (int i = 0; i < motors_; ++i) {
        const MotorModel& a = *joint(i).motor;
        const double ratio = a.gear * a.direction;
        s.q[i] = s.q[i] / ratio + a.zero, s.rates[i] /= ratio, s.accelerations[i] /= ratio;
        if (forces) s.forces[i] *= ratio;
      }
    };
    bool geared = false;
    for (int i = 0; i < motors_; ++i) {
      const MotorModel& a = *joint(i).motor;
      geared = geared || a.gear * a.direction != 1 || a.zero != 0;
    }
    if (!geared) return;
    tell("gear of positions", error_with([&](Sample& s) { at_joints(s, false); }),
         "the positions are those of the motors' side of the gears: give side: motor");
    tell("side of the gears", error_with([&](Sample& s) { at_joints(s, true); }),
         "positions and forces are those of the motors' side of the gears: give side: motor for both");
  }

  // Only the best explanations stay.
  void conclude() {
    auto& list = result_.suspicions;
    // All signs at once explain each single one.
    const bool all = std::ranges::any_of(list, [](const LogSuspicion& s) { return s.kind == "sign of all forces"; });
    if (all) std::erase_if(list, [](const LogSuspicion& s) { return s.kind == "sign of a force"; });
    std::ranges::sort(list, {}, &LogSuspicion::corrected);
    if (!list.empty()) {
      const double best = list.front().corrected;
      std::erase_if(list, [&](const LogSuspicion& s) { return s.corrected > 1.5 * best + 0.1; });
      return;
    }
    if (result_.refused > 0.5) {
      list.push_back({"another robot",
                      fmt::format("the robot cannot take the log's positions in {:.0f} % of the samples, and no order, "
                                  "sign or unit of the columns explains it: is it the log of another robot?",
                                  100 * result_.refused),
                      1, 1});
    } else if (result_.error > another_robot) {
      list.push_back(
          {"another robot",
           fmt::format("the model predicts the forces with an error of {:.0f} % of their size, and no order, "
                       "sign or unit explains it: is it the log of another robot, or are masses far "
                       "off?",
                       100 * result_.error),
           result_.error, result_.error});
    }
  }

  Robot robot_;
  std::vector<Chunk> samples_;
  int motors_;
  std::vector<std::vector<VectorX>> predicted_;
  LogCheck result_;
};

}  // namespace

LogCheck check_log(const Robot& robot, SampleSource& source, const KnownMistakes& known) {
  // How redundant motors share their load is not known.
  if (robot.mobility().actuation == Actuation::redundantly) {
    LogCheck none;
    none.looked = false;
    return none;
  }
  return LogChecker(robot, spread_samples(source), known).run();
}

}  // namespace jourdain
