// How an algorithm runs one function for each leg of a robot, so that a tracer can make one function of it.
#pragma once

#include "expression/part_recorder.hpp"

#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace jourdain {

// Calls f with each scalar of a value: a scalar, an Eigen matrix, or a structure whose members() ties its parts.
template <typename T, typename Value, typename F>
void each_scalar(Value& value, F&& f) {
  if constexpr (std::is_same_v<Value, T>) {
    f(value);
  } else if constexpr (requires { value.members(); }) {
    std::apply([&](auto&... member) { (each_scalar<T>(member, f), ...); }, value.members());
  } else {
    for (int i = 0; i < value.size(); ++i) f(value.data()[i]);
  }
}

// Runs a function of a leg's number for each leg. Results are structures with members(): all that is used of them
// afterwards must be among those.
template <typename T>
class Repeat {
 public:
  static constexpr bool in_stages() { return false; }

  template <typename F>
  auto operator()(const std::string&, std::size_t count, const F& function) const {
    std::vector<decltype(function(std::size_t{}))> results;
    for (std::size_t k = 0; k < count; ++k) results.push_back(function(k));
    return results;
  }
};

// Traced: leg after leg, or, where a recorder is given, as a part of a staged program.
template <>
class Repeat<Expression> {
 public:
  explicit Repeat(PartRecorder* recorder = nullptr) : recorder_(recorder) {}

  bool in_stages() const { return recorder_ != nullptr; }

  template <typename F>
  auto operator()(const std::string& name, std::size_t count, const F& function) const {
    std::vector<decltype(function(std::size_t{}))> results;
    const auto run = [&](std::size_t k) {
      results.push_back(function(k));
      std::vector<Expression> flat;
      each_scalar<Expression>(results.back(), [&](const Expression& x) { flat.push_back(x); });
      return flat;
    };
    if (!recorder_) {
      for (std::size_t k = 0; k < count; ++k) run(k);
      return results;
    }
    const std::vector<std::vector<Expression>> values = recorder_->run(name, count, run);
    for (std::size_t k = 0; k < count; ++k) {
      std::size_t i = 0;
      each_scalar<Expression>(results[k], [&](Expression& x) { x = values[k][i++]; });
    }
    return results;
  }

 private:
  PartRecorder* recorder_;
};

}  // namespace jourdain
