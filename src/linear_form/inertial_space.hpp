// The inertial parameters of a mechanism by name, and the restrictions that the model declares: identical legs share
// theirs, zeros and relations leave fewer free ones.
#pragma once

#include "jourdain/linear_form/parameters.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// Which declarations of the model count.
struct InertialChoice {
  std::optional<bool> identical_legs;  // empty: as declared in the model
  bool relations = true;               // zeros and relations of the model
};

// The standard set p has ten entries for each body 1..n in file order. It is a linear function of the free parameters:
// p = full * free.
struct InertialSpace {
  std::vector<std::string> standard;  // names of p: "Izz.leg1.ring", "m.platform"
  std::vector<std::string> names;     // of the free parameters; "Izz.ring" stands for all identical legs
  std::vector<int> columns;           // the entry of p (that of the first leg) which each free parameter is
  MatrixX full;                       // standard x free
  bool identical_legs = false;
  std::vector<std::string> restrictions;  // what was used, as text: "sy.ring = -sz.stator"
};

// Throws Error(input) if a relation names an unknown body or entry, or identical legs differ in their bodies. `order`
// lists the standard parameters from the most welcome as a free parameter to the least, empty: file order; relations
// are solved for the least welcome.
InertialSpace inertial_space(const Mechanism& mechanism, const InertialChoice& choice = {},
                             const std::vector<int>& order = {});

}  // namespace jourdain
