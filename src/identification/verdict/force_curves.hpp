// Measured and predicted forces over time, for pictures.
#pragma once

#include "jourdain/identification/estimate.hpp"

#include <vector>

namespace jourdain {

// The beginning of a log; further equations are left out.
class ForceCurves {
 public:
  static constexpr std::size_t most = 6000;  // equations

  void add(const Equation& equation, const VectorX& forces);
  bool full() const { return times.size() == most; }

  std::vector<double> times;                             // s
  std::vector<std::vector<double>> measured, predicted;  // one list per driving motor
};

}  // namespace jourdain
