// What sums along a motion share: peaks, RMS values with or without times, and an account of states that have no
// answer. Memory does not depend on the number of states.
#pragma once

#include "jourdain/core/status.hpp"
#include "jourdain/model/mechanism.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// An extreme value and where it occurs first: number of the state from 0 (refused states count too), and its time.
struct Peak {
  double value = 0;
  long state = -1;          // -1: never, no state was good
  double time = unlimited;  // unlimited without times
};

// A state without an answer.
struct RefusedState {
  long state = -1;
  double time = unlimited;
  Status status = Status::ok;
};

// The number and the times of the states, and which were refused. A control loop may call everything but refusals().
class StateLog {
 public:
  static constexpr int named_refusals = 16;

  // Whether a state may come now: ok; not_finite; inconsistent if the time does not grow, or if some states have times
  // and others none.
  Status check(std::optional<double> time) const;

  // The next state is good. Afterwards step() is the time since the last state if that was good too, else 0.
  void accept(std::optional<double> time);

  // The next state has no answer.
  void refuse(Status status, std::optional<double> time);

  long states() const { return states_; }  // all, refused ones too
  long refused() const { return refused_; }
  long good() const { return states_ - refused_; }
  double step() const { return step_; }
  double duration() const { return duration_; }  // covered by pairs of good neighbours
  Peak here(double value) const { return {value, states_ - 1, time_}; }

  // The first refused states, at most named_refusals.
  std::vector<RefusedState> refusals() const;

 private:
  enum class Times { open, none, given };
  Times times_ = Times::open;
  long states_ = 0, refused_ = 0;
  double last_time_ = -unlimited, time_ = unlimited;
  double step_ = 0, duration_ = 0;
  bool has_neighbour_ = false;  // the last state was good
  std::array<RefusedState, named_refusals> refusals_;
};

// RMS of a quantity: by the trapezoid rule over time where the log has a duration, else with equal weights.
class RmsSum {
 public:
  // After log.accept() of the same state.
  void add(double value, const StateLog& log);
  double value(const StateLog& log) const;

 private:
  double equal_ = 0, by_time_ = 0, last_ = 0;
};

// Keeps the value of largest magnitude, after log.accept() of the same state.
void keep_largest(Peak& peak, double value, const StateLog& log);

// "state 7, t = 0.35 s"; and the refused states as a sentence, "" if there are none.
std::string describe(long state, double time);
std::string describe_refusals(long states, long refused, const std::vector<RefusedState>& first);

}  // namespace jourdain
