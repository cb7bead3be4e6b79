// Numbers as geometry: writes a coefficient as a short product of the model's own lengths and angles.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <array>
#include <string>
#include <vector>

namespace jourdain {

// What the coefficients of a mechanism may be: products and quotients of the lengths among the model's parameters,
// sines and cosines of its angles and of usual ones, places of joints ("ball.x") and, over identical legs, sums of
// their squares ("sum(ball.y^2 + ball.z^2)"). The simplest text that gives the number is taken. Set-up code.
class Recogniser {
 public:
  explicit Recogniser(const Mechanism& mechanism);

  // Text for a coefficient whose unit is a length to the power `length` (-2 to 2): "-1", "3/2", "L_A^2",
  // "R_B*cos(30 deg)"; the number with six digits, SI, where nothing fits to nine.
  std::string text(double value, int length) const;

  // "Iyy.arm + L_A^2 m.rod - 2 sx.rod". Terms with value 0 are left out; `lengths` as above, one per value.
  std::string sum(const std::vector<double>& values, const std::vector<int>& lengths,
                  const std::vector<std::string>& names) const;

  // Parameters of the model with equal values, "D = L1", which the text cannot tell apart.
  const std::vector<std::string>& ambiguities() const { return ambiguities_; }

 private:
  struct Form {
    std::string text;
    double value = 0;    // positive
    int cost = 0;        // the cheapest form wins
    bool scaled = true;  // may carry a simple fraction
  };
  struct Symbol {
    std::string text;
    double value = 0;
  };

  void add(int length, Form form);
  void add_products(const std::vector<Symbol>& lengths, const std::vector<Symbol>& cosines);
  void add_places(const Mechanism& mechanism);
  void add_place(const std::string& name, const std::vector<Vector3>& points);

  std::array<std::vector<Form>, 5> forms_;  // by power of length, from -2
  std::vector<std::string> ambiguities_;
};

}  // namespace jourdain
