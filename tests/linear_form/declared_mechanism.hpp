// Mechanisms with more declared about them than their file says.
#pragma once

#include "jourdain/linear_form/parameters.hpp"
#include "jourdain/model/reader.hpp"

#include <string>
#include <vector>

namespace jourdain {

// entry.body = 0.
inline void declare_zero(Mechanism& m, const std::string& entry, const std::string& body) {
  m.relations.push_back({{{1, entry, body}}});
}

// A body without mass: all ten entries are zero, in the values too. `own` is its name in the legs, or its full name.
inline void declare_massless(Mechanism& m, const std::string& own) {
  for (Body& body : m.bodies) {
    if (body.name == own || body.name.ends_with("." + own)) body.inertial = {};
  }
  for (const std::string_view entry : inertial_entries) declare_zero(m, std::string(entry), own);
}

// Two bodies with equal parameters.
inline void declare_equal(Mechanism& m, const std::string& left, const std::string& right) {
  for (const std::string_view entry : inertial_entries)
    m.relations.push_back({{{1, std::string(entry), left}, {-1, std::string(entry), right}}});
}

// Rigid-body parameters only.
inline LinearFormOptions rigid(LegSharing legs = LegSharing::as_declared, bool structure = true) {
  LinearFormOptions options;
  options.legs = legs;
  options.structure = structure;
  options.friction = options.rotors = options.payload = Columns::none;
  return options;
}

}  // namespace jourdain
