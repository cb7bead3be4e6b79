// Two estimates of the same parameters: is the difference more than their intervals allow?
#pragma once

#include <vector>

namespace jourdain {

struct EstimatedValue {
  double value = 0;
  double deviation = 0;  // standard deviation
};

struct ComparedValue {
  double difference = 0;     // second less first
  double deviation = 0;      // of the difference, the two being independent
  bool outside = false;      // of its own interval
  bool significant = false;  // also when all parameters are looked at together (Bonferroni)
};

// One entry per parameter; both lists of one length. `confidence` of the intervals.
std::vector<ComparedValue> compare_values(const std::vector<EstimatedValue>& first,
                                          const std::vector<EstimatedValue>& second, double confidence = 0.95);

}  // namespace jourdain
