#include "analyses/analysis.hpp"

#include <algorithm>

namespace jourdain {

// One file each.
// clang-format off
extern const Analysis
    list_analysis,
    new_analysis,
    keys_analysis,
    check_analysis,
    info_analysis,
    motors_analysis,
    ik_analysis,
    fk_analysis,
    jacobian_analysis,
    screws_analysis,
    workspace_analysis,
    motion_analysis,
    inverse_analysis,
    forward_analysis,
    statics_analysis,
    mass_matrix_analysis,
    sizing_analysis,
    linearize_analysis,
    simulate_analysis,
    reproduce_analysis,
    base_analysis,
    regressor_analysis,
    excite_analysis,
    identify_analysis,
    validate_analysis,
    compare_analysis,
    generate_analysis,
    count_analysis,
    study_analysis,
    view_analysis;

const std::vector<const Analysis*>& analyses() {
  static const std::vector<const Analysis*> all{
      &list_analysis,
      &new_analysis,
      &keys_analysis,
      &check_analysis,
      &info_analysis,
      &motors_analysis,
      &ik_analysis,
      &fk_analysis,
      &jacobian_analysis,
      &screws_analysis,
      &workspace_analysis,
      &motion_analysis,
      &inverse_analysis,
      &forward_analysis,
      &statics_analysis,
      &mass_matrix_analysis,
      &sizing_analysis,
      &linearize_analysis,
      &simulate_analysis,
      &reproduce_analysis,
      &base_analysis,
      &regressor_analysis,
      &excite_analysis,
      &identify_analysis,
      &validate_analysis,
      &compare_analysis,
      &generate_analysis,
      &count_analysis,
      &study_analysis,
      &view_analysis};
  // clang-format on
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
  const std::vector<std::string> warnings = subject.warnings(analysis.tells_model_warnings);
  answer.warnings.insert(answer.warnings.begin(), warnings.begin(), warnings.end());
  return answer;
}

}  // namespace jourdain
