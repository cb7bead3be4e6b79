// The scalars of a structure, one after the other.
#pragma once

#include <tuple>
#include <type_traits>

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

}  // namespace jourdain
