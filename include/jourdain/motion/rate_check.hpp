// Rates in a file of states that contradict its positions and times: of another sign, in other units, of other times.
#pragma once

#include "jourdain/motion/state_file.hpp"

#include <string>
#include <vector>

namespace jourdain {

// One order of the rates of a table, and how it differs from what the order below and the times give.
struct RateContradiction {
  Order order = Order::velocity;     // velocity: against positions; acceleration: against velocities
  std::vector<std::string> columns;  // those that contradict
  double ratio = 0;                  // of what is given to what the table says below it, by least squares
  std::string message;               // one sentence
};

// Compares changes between the rows of a table with the integrals of their rates. What may happen between rows that are
// far apart is allowed for; tables without times, or with few rows, say nothing.
std::vector<RateContradiction> rate_contradictions(const Robot& robot, const MotionTable& table);

}  // namespace jourdain
