#include "linear_form/leg_sharing.hpp"

#include "linear_form/index.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <map>
#include <numeric>

namespace jourdain {
namespace {}  // namespace

std::string own_name(const Leg& leg, const std::string& name) {
  return name.starts_with(leg.name + ".") ? name.substr(leg.name.size() + 1) : name;
}

Sharing share_legs(const Mechanism& mechanism, bool identical) {
  Sharing sharing;
  sharing.body.resize(mechanism.bodies.size());
  std::iota(sharing.body.begin(), sharing.body.end(), 0);
  for (const Body& body : mechanism.bodies) sharing.label.push_back(body.name);
  if (!identical) return sharing;
  std::map<std::string, std::vector<const Leg*>> groups;
  for (const Leg& leg : mechanism.legs) groups[leg.group].push_back(&leg);
  for (const auto& [group, legs] : groups) {
    if (legs.size() < 2) continue;
    const Leg& first = *legs.front();
    for (const Leg* leg : legs) {
      if (leg->bodies.size() != first.bodies.size()) {
        throw Error(ErrorKind::input, fmt::format("legs '{}' and '{}' cannot share parameters: they have different "
                                                  "numbers of bodies",
                                                  first.name, leg->name));
      }
      for (std::size_t k = 0; k < first.bodies.size(); ++k) sharing.body[at(leg->bodies[k])] = first.bodies[k];
    }
    for (const int body : first.bodies) {
      const std::string& full = mechanism.bodies[at(body)].name;
      const std::string own = own_name(first, full);
      // Bodies of several groups, and those named like one outside the legs, need the group's name as well.
      const bool alone = groups.size() == 1 && find_body(mechanism, own) < 0;
      sharing.label[at(body)] = own == full || alone ? own : group + "." + own;
    }
  }
  return sharing;
}

}  // namespace jourdain
