#include "jourdain/identification/log_refit.hpp"

#include "core/joined.hpp"
#include "identification/refits/clock_fit.hpp"
#include "identification/refits/mirrored_motors.hpp"
#include "identification/refits/model_refit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr long most_refit_samples = 6000;
constexpr double same_clock = 3e-4;  // s: clocks of motors that differ by less are told as one

std::string motor_name(const Robot& robot, std::size_t motor) {
  return robot.mechanism().joints[robot.motor_joints()[motor]].name;
}

std::string milliseconds(double time) { return fmt::format("{:.3g} ms", 1e3 * time); }

// A value of the channel map: one for all motors, or a list.
std::string map_value(const std::vector<double>& times) {
  if (std::ranges::all_of(times, [&](double t) { return t == times.front(); })) return milliseconds(times.front());
  std::vector<std::string> texts;
  for (const double t : times) texts.push_back(milliseconds(t));
  return "[" + joined(texts) + "]";
}

// Motors whose clocks agree get their mean.
void join_clocks(std::vector<MotorClock>& clocks, double MotorClock::*time) {
  double low = 0, high = 0, sum = 0, weight = 0;
  bool any = false, all = true;
  for (const MotorClock& c : clocks) {
    all &= c.told && c.*time != 0;
    low = any ? std::min(low, c.*time) : c.*time;
    high = any ? std::max(high, c.*time) : c.*time;
    any = true;
    const double w = 1 / std::max(c.deviation * c.deviation, 1e-18);
    sum += w * c.*time, weight += w;
  }
  if (!any || !all || high - low > std::max(same_clock, 0.1 * std::abs(high))) return;
  for (MotorClock& c : clocks) c.*time = sum / weight;
}

// Clocks in words, with what a channel map would say.
void suspect_clocks(const Robot& robot, LogRefit& refit) {
  for (const bool lag : {false, true}) {
    double MotorClock::*time = lag ? &MotorClock::lag : &MotorClock::delay;
    std::vector<double> times;
    std::vector<std::string> parts;
    double gain = 0;
    for (std::size_t k = 0; k < refit.clocks.size(); ++k) {
      const MotorClock& c = refit.clocks[k];
      times.push_back(c.told ? c.*time : 0.0);
      if (times.back() == 0) continue;
      gain = std::max(gain, c.gain);
      parts.push_back(fmt::format("'{}' by {}", motor_name(robot, k), milliseconds(std::abs(times.back()))) +
                      (lag                ? ""
                       : times.back() > 0 ? " later"
                                          : " earlier"));
    }
    if (parts.empty()) continue;
    const bool one = std::ranges::all_of(times, [&](double t) { return t == times.front(); });
    std::string text;
    if (lag)
      text = one ? fmt::format(
                       "the forces of all motors lag behind the positions, as behind a filter of first order of {}",
                       milliseconds(times.front()))
                 : fmt::format("forces lag behind the positions, as behind a filter of first order: {}", joined(parts));
    else
      text = one ? fmt::format("the forces of all motors are {} {} than the positions",
                               milliseconds(std::abs(times.front())), times.front() > 0 ? "later" : "earlier")
                 : fmt::format("forces are shifted against the positions: {}", joined(parts));
    text += fmt::format(": give {}: {} in the channel map, or --correct-clock", lag ? "force_lag" : "force_delay",
                        map_value(times));
    refit.suspicions.push_back({lag ? "lag" : "clock", text, refit.residual, refit.residual / std::sqrt(1 + gain)});
  }
}

void suspect_mirrored(const Robot& robot, const MirroredMotors& found, LogRefit& refit) {
  if (found.motors.empty()) return;
  refit.mirrored = found.motors;
  std::vector<std::string> names;
  for (const int k : found.motors) names.push_back("'" + motor_name(robot, static_cast<std::size_t>(k)) + "'");
  const bool all = found.motors.size() == robot.motor_joints().size() && found.motors.size() > 1;
  refit.suspicions.push_back(
      {"mirrored motor",
       fmt::format(
           "{} the other way round: position and force both have the other sign; give signs: -1 for both in the "
           "channel map, or turn the joint's axis in the model",
           all ? std::string("all motors count") : fmt::format("motor {} counts", joined(names))),
       found.error, found.corrected});
}

void suspect_friction(const BaseParameters& base, const RefitRows& rows, LogRefit& refit) {
  const Robot& robot = base.form.robot();
  for (const SharedFriction& f : contradicted_friction(base, rows)) {
    std::vector<std::string> parts;
    for (Eigen::Index k = 0; k < f.values.size(); ++k)
      parts.push_back(fmt::format("{:.3g} of '{}'", f.values[k], motor_name(robot, static_cast<std::size_t>(k))));
    refit.suspicions.push_back(
        {"shared friction",
         fmt::format("the motors do not share '{}': the log tells {}; with friction of their own the residual falls "
                     "from {:.2g} to {:.2g} % of a motor's range: give every joint its own friction in the model",
                     f.set, joined(parts), 100 * f.before, 100 * f.after),
         f.before, f.after});
  }
}

void suspect_geometry(const BaseParameters& base, const std::vector<Samples>& samples, LogRefit& refit) {
  const std::vector<ScaledBody> bodies = suspected_geometry(base, samples);
  if (bodies.empty()) return;
  std::vector<std::string> parts;
  for (const ScaledBody& b : bodies)
    parts.push_back(fmt::format("those of '{}' are {:.2g} +- {:.1g} % {}", b.body, 100 * std::abs(b.scale - 1),
                                100 * b.deviation, b.scale > 1 ? "longer" : "shorter"));
  refit.suspicions.push_back(
      {"geometry",
       fmt::format("lengths may not be those of the model: the log fits better if {}: measure them, or calibrate the "
                   "robot",
                   joined(parts, ", or ")),
       refit.residual, refit.residual});
}

VectorX times_of(const std::vector<MotorClock>& clocks, double MotorClock::*time) {
  VectorX result = VectorX::Zero(static_cast<Eigen::Index>(clocks.size()));
  for (std::size_t k = 0; k < clocks.size(); ++k)
    if (clocks[k].told) result[static_cast<Eigen::Index>(k)] = clocks[k].*time;
  return result;
}

}  // namespace

VectorX LogRefit::delays() const { return times_of(clocks, &MotorClock::delay); }
VectorX LogRefit::lags() const { return times_of(clocks, &MotorClock::lag); }
bool LogRefit::has_clock() const {
  return std::ranges::any_of(clocks, [](const MotorClock& c) { return c.told; });
}

LogRefit refit_log(const BaseParameters& base, SampleSource& source) {
  LogRefit result;
  const Robot& robot = base.form.robot();
  // How redundant motors share their load is not known.
  if (robot.mobility().actuation == Actuation::redundantly) return result;
  std::vector<Samples> samples = stretches_of(source, most_refit_samples);
  const MirroredMotors mirrored = find_mirrored(base, samples);
  suspect_mirrored(robot, mirrored, result);
  for (Samples& stretch : samples)
    for (Sample& s : stretch)
      for (const int k : mirrored.motors) mirror(s, k);
  const RefitRows rows = refit_rows(base.form, samples);
  // Friction that the motors do not share looks like a shifted clock.
  const std::vector<int> shared = shared_friction(base);
  result.clocks = fit_clocks(shared.empty() ? rows : with_columns_apart(rows, shared), result.residual);
  result.looked = !result.clocks.empty();
  join_clocks(result.clocks, &MotorClock::delay);
  join_clocks(result.clocks, &MotorClock::lag);
  suspect_clocks(robot, result);
  // Rows of a log that is shifted or mirrored tell nothing of the model.
  if (!result.suspicions.empty()) return result;
  suspect_friction(base, rows, result);
  if (result.suspicions.empty()) suspect_geometry(base, samples, result);
  return result;
}

}  // namespace jourdain
