// The order of rows in which a traced elimination is done: chosen once, by sampling the workspace, because traced
// values cannot be compared.
#pragma once

#include "kinematics/kinematic_state.hpp"

#include <vector>

namespace jourdain {

struct PivotOrders {
  std::vector<std::vector<int>> limbs;
  std::vector<int> motors;
  std::vector<int> dense_output;
  std::vector<int> dense_motors;
};

// The orders whose smallest pivot, over all sampled configurations around home, is largest.
PivotOrders choose_pivot_orders(const Robot& robot);

}  // namespace jourdain
