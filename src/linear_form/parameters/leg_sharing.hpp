// Bodies that share their parameters because their legs are identical.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <string>

namespace jourdain {

// The name under which identical legs share what belongs to a body or a joint of theirs: its own name, with the group's
// where it would not be the only one; in listed legs, which have no common names, that of the first leg.
enum class LegItem { body, joint };
std::string shared_label(const Mechanism& mechanism, int index, LegItem item);

// A body's or joint's name without that of its leg.
std::string own_name(const Leg& leg, const std::string& name);

}  // namespace jourdain
