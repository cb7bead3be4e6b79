// Bodies that share their parameters because their legs are identical.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <string>
#include <vector>

namespace jourdain {

// The body that stands for each body (itself, or that of the first identical leg), and a name for those that stand:
// "ring", with the name of the group if there are several groups.
struct Sharing {
  std::vector<int> body;
  std::vector<std::string> label;
};

// The name under which identical legs share what belongs to a body or a joint of theirs: its own name, with the group's
// where it would not be the only one; in listed legs, which have no common names, that of the first leg.
enum class LegItem { body, joint };
std::string shared_label(const Mechanism& mechanism, int index, LegItem item);

// Throws Error(input) if legs of one group differ in the number of bodies.
Sharing share_legs(const Mechanism& mechanism, bool identical);

// A body's or joint's name without that of its leg.
std::string own_name(const Leg& leg, const std::string& name);

}  // namespace jourdain
