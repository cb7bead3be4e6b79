// Base parameters as text.
#include "linear_form/base_rules.hpp"
#include "linear_form/recognise.hpp"

#include "core/joined.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

int power_of(const InertialSpace& space, int free) {
  return length_power(space.columns[static_cast<std::size_t>(free)] % parameters_per_body);
}

std::vector<std::string> expressions(const Recogniser& recogniser, const RuleBase& base) {
  std::vector<std::string> texts;
  for (int i = 0; i < base.count(); ++i) {
    const int kept = base.kept[static_cast<std::size_t>(i)];
    // The parameter that stands for the sum comes first.
    std::vector<double> values{1};
    const int target = base.space.columns[static_cast<std::size_t>(kept)];
    std::vector<int> lengths{0}, sources{target};
    std::vector<std::string> names{base.space.names[static_cast<std::size_t>(kept)]};
    for (int k = 0; k < static_cast<int>(base.space.names.size()); ++k) {
      if (k == kept || base.grouping(i, k) == 0) continue;
      values.push_back(base.grouping(i, k));
      lengths.push_back(power_of(base.space, kept) - power_of(base.space, k));
      names.push_back(base.space.names[static_cast<std::size_t>(k)]);
      sources.push_back(base.space.columns[static_cast<std::size_t>(k)]);
    }
    texts.push_back(recogniser.sum(values, lengths, names, target, sources));
  }
  return texts;
}

}  // namespace

std::vector<std::string> base_expressions(const Mechanism& mechanism, const RuleBase& base) {
  return expressions(Recogniser(mechanism, base.space.identical_legs), base);
}

std::string base_table(const Mechanism& mechanism, const RuleBase& base) {
  const Recogniser recogniser(mechanism, base.space.identical_legs);
  std::string text = fmt::format("base parameters by rule: {} of {} ({} in the standard set)\n", base.count(),
                                 base.space.names.size(), base.space.standard.size());
  int number = 0;
  for (const std::string& expression : expressions(recogniser, base)) {
    text += fmt::format("{:4}  {}\n", ++number, expression);
  }
  std::vector<std::string> idle;
  for (const int k : base.idle) idle.push_back(base.space.names[static_cast<std::size_t>(k)]);
  if (!idle.empty()) text += fmt::format("without effect: {}\n", joined(idle));
  if (!base.steps.empty()) text += "rules:\n";
  for (const GroupingStep& step : base.steps) text += fmt::format("  {}: {}\n", step.cause, step.text);
  for (const std::string& fact : base.facts) text += fmt::format("uses {}\n", fact);
  for (const std::string& pair : recogniser.ambiguities()) text += fmt::format("equal in this model: {}\n", pair);
  return text;
}

}  // namespace jourdain
