// Orders in which inertial entries are dropped, to be tried one after the other. Entries: ten per node (m, s, I), then
// the rotors.
#pragma once

#include "legs/robot_data.hpp"

#include <vector>

namespace jourdain {

// Node by node from the tips or from the base, or entry by entry over all nodes; the output's node, where the loops
// meet, last or first.
std::vector<std::vector<int>> drop_orders(const RobotData& robot);

// Single changes of an order: one entry of all nodes that are alike, so that like legs stay alike.
std::vector<std::vector<int>> drop_steps(const RobotData& robot);

// The order with some entries before all others.
std::vector<int> with_first(const std::vector<int>& order, const std::vector<int>& first);

}  // namespace jourdain
