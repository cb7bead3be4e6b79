#include "jourdain/design/sizing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {

Status StateLog::check(std::optional<double> time) const {
  if (times_ != Times::open && time.has_value() != (times_ == Times::given)) return Status::inconsistent;
  if (time && !std::isfinite(*time)) return Status::not_finite;
  return !time || *time > last_time_ ? Status::ok : Status::inconsistent;
}

void StateLog::accept(std::optional<double> time) {
  times_ = time ? Times::given : Times::none;
  step_ = time && has_neighbour_ ? *time - last_time_ : 0;
  duration_ += step_;
  time_ = time.value_or(unlimited);
  if (time) last_time_ = *time;
  has_neighbour_ = true;
  ++states_;
}

void StateLog::refuse(Status status, std::optional<double> time) {
  if (refused_ < named_refusals) {
    refusals_[refused_] = {states_, time.value_or(unlimited), status};
  }
  // A time that can be right moves the clock on, so that the next state cannot lie before it.
  if (time && std::isfinite(*time) && *time > last_time_) last_time_ = *time;
  has_neighbour_ = false;
  ++refused_;
  ++states_;
}

std::vector<RefusedState> StateLog::refusals() const {
  return {refusals_.begin(), refusals_.begin() + std::min<long>(refused_, named_refusals)};
}

void RmsSum::add(double value, const StateLog& log) {
  const double square = value * value;
  equal_ += square;
  by_time_ += 0.5 * log.step() * (last_ + square);
  last_ = square;
}

double RmsSum::value(const StateLog& log) const {
  if (log.duration() > 0) return std::sqrt(by_time_ / log.duration());
  return log.good() > 0 ? std::sqrt(equal_ / static_cast<double>(log.good())) : 0;
}

void keep_largest(Peak& peak, double value, const StateLog& log) {
  if (peak.state < 0 || std::abs(value) > std::abs(peak.value)) peak = log.here(value);
}

std::string describe(long state, double time) {
  return std::isfinite(time) ? fmt::format("state {}, t = {:.6g} s", state, time) : fmt::format("state {}", state);
}

std::string describe_refusals(long states, long refused, const std::vector<RefusedState>& first) {
  if (refused == 0) return "";
  std::string text = fmt::format("{} of {} states have no answer: ", refused, states);
  for (std::size_t i = 0; i < first.size(); ++i) {
    text += fmt::format("{}{} ({})", i > 0 ? "; " : "", describe(first[i].state, first[i].time),
                        to_string(first[i].status));
  }
  return refused > static_cast<long>(first.size()) ? text + "; ..." : text;
}

}  // namespace jourdain
