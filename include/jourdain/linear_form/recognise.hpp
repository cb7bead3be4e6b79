// Numbers as geometry: writes a coefficient as a short product of the model's own lengths and angles.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <string>
#include <vector>

namespace jourdain {

// A number of the model with the text that stands for it.
struct Symbol {
  std::string text;  // "L_A", "leg1.ball.x"
  double value = 0;
  int length = 0;  // power of a length: 1 for lengths, 0 for sines and cosines, 2 for sums of squares
};

// What coefficients of this mechanism may be made of: lengths among the model's parameters, sines and cosines of its
// angles, coordinates of joints, pitches, and sums over identical legs such as sum(ball.y^2 + ball.z^2).
class Recogniser {
 public:
  explicit Recogniser(const Mechanism& mechanism);

  // Text for a coefficient whose unit is a length to the power `length` (-2 to 2): "-1", "2", "L_A^2", "cos(30 deg)",
  // or the number with six digits where nothing fits to 1e-9.
  std::string text(double value, int length) const;

  // "a + L_A*b - 2*c" from values and names; terms with value 0 are left out. `lengths` as above.
  std::string sum(const std::vector<double>& values, const std::vector<int>& lengths,
                  const std::vector<std::string>& names) const;

  // The parameters of the model with equal values, "D = L1", which text cannot tell apart.
  const std::vector<std::string>& ambiguities() const { return ambiguities_; }

 private:
  std::vector<Symbol> symbols_;
  std::vector<std::string> ambiguities_;
  double size_ = 1;
};

}  // namespace jourdain
