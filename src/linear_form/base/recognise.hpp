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
  // "R_B*cos(30 deg)"; the number with six digits, SI, where nothing fits to nine. `target` and `source` are the
  // inertial parameters that it adds to and belongs to (ten per body in the order of the model, ten of the payload
  // after the last body), -1 if unknown: lengths found at the joints of their bodies are preferred, and a place of a
  // joint fits only where a mass there would add to the target.
  std::string text(double value, int length, int target = -1, int source = -1) const;

 private:
  struct Form {
    std::string text;
    double value = 0;          // positive
    int cost = 0;              // the cheapest form wins
    bool scaled = true;        // may carry a simple fraction
    std::vector<int> lengths;  // of the model's parameters in it
    int target = -1;           // places of joints: the standard parameter that a mass there adds to
  };
  struct Symbol {
    std::string text;
    double value = 0;
  };

  void add(int length, Form form);
  void add_products(const std::vector<Symbol>& cosines);
  void add_places(const Mechanism& mechanism, bool identical);
  void add_place(const std::string& name, int body, const std::vector<Vector3>& points);
  int far_lengths(const Form& form, int target, int source) const;

  std::vector<Symbol> lengths_;
  std::vector<std::vector<bool>> near_;     // by body, then of the payload: which lengths their joints show
  std::array<std::vector<Form>, 5> forms_;  // by power of length, from -2
};

}  // namespace jourdain
