// Evenly spread random numbers, the same for the same seed everywhere: distributions of the standard library differ
// between implementations.
#pragma once

#include <cstdint>
#include <random>

namespace jourdain {

class UniformDraws {
 public:
  explicit UniformDraws(std::uint64_t seed) : random_(seed) {}

  double share() { return static_cast<double>(random_() >> 11) * 0x1p-53; }  // from 0 to below 1
  double within(double limit) { return limit * (2 * share() - 1); }          // from -limit to below limit

 private:
  std::mt19937_64 random_;
};

}  // namespace jourdain
