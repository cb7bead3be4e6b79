// Numbers of a model compared bit for bit: 0 and -0 differ, and a NaN equals itself.
#pragma once

#include <bit>
#include <cstdint>

namespace jourdain {

inline bool same_bits(double left, double right) {
  return std::bit_cast<std::uint64_t>(left) == std::bit_cast<std::uint64_t>(right);
}

}  // namespace jourdain
