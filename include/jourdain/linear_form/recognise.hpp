// Numbers as geometry: writes a coefficient as a short product of the model's own lengths and angles.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// What the coefficients of a mechanism may be: products and quotients of the lengths among the model's parameters,
// sines and cosines of its angles and of usual ones, places of joints ("x.ball", in the body whose parameter the
// coefficient adds to) and, over identical legs, sums of their squares ("sum(y.ball^2 + z.ball^2)"). The simplest text
// that gives the number is taken. Set-up code.
class Recogniser {
 public:
  // `identical_legs` empty: as declared in the model.
  explicit Recogniser(const Mechanism& mechanism, std::optional<bool> identical_legs = {});

  // Text for a coefficient whose unit is a length to the power `length` (-2 to 2): "-1", "3/2", "L_A^2",
  // "R_B*cos(30 deg)"; the number with six digits, SI, where nothing fits to nine. `body` is the one whose parameter it
  // adds to: only places of joints in it are tried; -1 tries all.
  std::string text(double value, int length, int body = -1) const;

  // "Iyy.arm + L_A^2 m.rod - 2 sx.rod". Terms with value 0 are left out; `lengths` as above, one per value.
  std::string sum(const std::vector<double>& values, const std::vector<int>& lengths,
                  const std::vector<std::string>& names, int body = -1) const;

  // Parameters of the model with equal values, "D = L1", which the text cannot tell apart.
  const std::vector<std::string>& ambiguities() const { return ambiguities_; }

 private:
  struct Form {
    std::string text;
    double value = 0;    // positive
    int cost = 0;        // the cheapest form wins
    bool scaled = true;  // may carry a simple fraction
    int body = -1;       // places of joints: the body they lie in
  };
  struct Symbol {
    std::string text;
    double value = 0;
  };

  void add(int length, Form form);
  void add_products(const std::vector<Symbol>& lengths, const std::vector<Symbol>& cosines);
  void add_places(const Mechanism& mechanism, bool identical);
  void add_place(const std::string& name, int body, const std::vector<Vector3>& points);

  std::array<std::vector<Form>, 5> forms_;  // by power of length, from -2
  std::vector<std::string> ambiguities_;
};

}  // namespace jourdain
