// Numbers that differ by round-off only become equal, so that turned legs share what they have in common.
#pragma once

#include <cmath>
#include <vector>

namespace jourdain {

struct EqualNumbers {
  static constexpr double round_off = 4e-15;  // of numbers that should be equal, over their scale

  double scale;
  std::vector<double> known{0, 0.5, 1};  // over the scale

  void operator()(double& x) {
    for (double k : known) {
      if (std::abs(std::abs(x) - k * scale) <= round_off * scale) {
        x = k == 0 ? 0 : std::copysign(k * scale, x);
        return;
      }
    }
    known.push_back(std::abs(x) / scale);
    x = std::copysign(known.back() * scale, x);
  }
};

}  // namespace jourdain
