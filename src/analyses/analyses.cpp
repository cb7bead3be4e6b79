#include "analyses/analysis.hpp"

#include <algorithm>
#include <iterator>

namespace jourdain {

// One file each.
extern const Analysis jacobian_analysis, sizing_analysis, base_analysis, motors_analysis;

const std::vector<const Analysis*>& analyses() {
  static const std::vector<const Analysis*> all{&jacobian_analysis, &sizing_analysis, &base_analysis, &motors_analysis};
  return all;
}

const Analysis* find_analysis(std::string_view name) {
  const auto found = std::ranges::find(analyses(), name, [](const Analysis* analysis) { return analysis->name; });
  return found == analyses().end() ? nullptr : *found;
}

Answer ask(const Analysis& analysis, const Question& question, const Subject& subject, const Job& job) {
  Answer answer = question.answer(subject, job);
  answer.key = analysis.name;
  if (answer.model.empty()) answer.model = subject.name();
  answer.unphysical = subject.unphysical();
  answer.warnings.insert(answer.warnings.begin(), subject.warnings().begin(), subject.warnings().end());
  return answer;
}

}  // namespace jourdain
