#include "identification/verdict/compare.hpp"

#include "identification/estimators/student.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {

std::vector<ComparedValue> compare_values(const std::vector<EstimatedValue>& first,
                                          const std::vector<EstimatedValue>& second, double confidence) {
  // Blocks of a run number about 32 or more: 31 freedoms each.
  constexpr double freedoms = 62;
  const double count = static_cast<double>(std::max<std::size_t>(first.size(), 1));
  const double single = student_two_sided(confidence, freedoms);
  const double joint = student_two_sided(1 - (1 - confidence) / count, freedoms);
  std::vector<ComparedValue> result;
  for (std::size_t i = 0; i < first.size() && i < second.size(); ++i) {
    ComparedValue c;
    c.difference = second[i].value - first[i].value;
    c.deviation = std::hypot(first[i].deviation, second[i].deviation);
    c.outside = std::abs(c.difference) > single * c.deviation;
    c.significant = std::abs(c.difference) > joint * c.deviation;
    result.push_back(c);
  }
  return result;
}

}  // namespace jourdain
