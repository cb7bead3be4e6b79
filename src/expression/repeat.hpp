// How an algorithm runs one function for each leg of a robot, so that a tracer can make one function of it.
#pragma once

#include "core/each_scalar.hpp"
#include "expression/part_recorder.hpp"

#include <string>
#include <vector>

namespace jourdain {

// Runs function(k, results[k]) for each leg. Results are structures with members(): all that is used of them afterwards
// must be among those.
template <typename T>
class Repeat {
 public:
  static constexpr bool in_stages() { return false; }

  template <typename Results, typename F>
  void operator()(const char*, int count, Results& results, const F& function) const {
    for (int k = 0; k < count; ++k) function(k, results[k]);
  }
};

// Traced: leg after leg, or, where a recorder is given, as a part of a staged program.
template <>
class Repeat<Expression> {
 public:
  explicit Repeat(PartRecorder* recorder = nullptr) : recorder_(recorder) {}

  bool in_stages() const { return recorder_ != nullptr; }

  template <typename Results, typename F>
  void operator()(const char* name, int count, Results& results, const F& function) const {
    const auto run = [&](std::size_t k) {
      function(static_cast<int>(k), results[k]);
      std::vector<Expression> flat;
      each_scalar<Expression>(results[k], [&](const Expression& x) { flat.push_back(x); });
      return flat;
    };
    const auto n = static_cast<std::size_t>(count);
    if (!recorder_) {
      for (std::size_t k = 0; k < n; ++k) run(k);
      return;
    }
    const std::vector<std::vector<Expression>> values = recorder_->run(name, n, run);
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t i = 0;
      each_scalar<Expression>(results[k], [&](Expression& x) { x = values[k][i++]; });
    }
  }

 private:
  PartRecorder* recorder_;
};

}  // namespace jourdain
