// Two runs of identify: which parameters differ by more than their intervals allow.
#include "identification/verdict/compare.hpp"

#include "analyses/analysis.hpp"
#include "identification/verdict/saved_run.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

struct CompareOptions {
  std::string first, second;
};

void show_fields(OptionVisitor& visitor, CompareOptions& options) {
  visitor.text({.name = "first", .help = "Folder of a run", .required = true, .placed = true}, options.first);
  visitor.text({.name = "second", .help = "Folder of another run", .required = true, .placed = true}, options.second);
}

// What of two runs is the same parameter.
struct ComparedParameter {
  SavedParameter first;
  EstimatedValue second;
  ComparedValue result;
};

struct RunComparison {
  std::vector<ComparedParameter> common;
  std::vector<std::string> alone;  // estimated in one of the runs only
};

RunComparison compare_runs(const SavedRun& first, const SavedRun& second) {
  RunComparison runs;
  std::vector<EstimatedValue> a, b;
  for (const SavedParameter& p : first.parameters) {
    const auto other = std::ranges::find(second.parameters, p.name, &SavedParameter::name);
    if (other == second.parameters.end()) {
      runs.alone.push_back(p.name);
      continue;
    }
    runs.common.push_back({p, other->value, {}});
    a.push_back(p.value);
    b.push_back(other->value);
  }
  for (const SavedParameter& p : second.parameters)
    if (std::ranges::find(first.parameters, p.name, &SavedParameter::name) == first.parameters.end())
      runs.alone.push_back(p.name);
  if (runs.common.empty())
    throw Error(ErrorKind::input, fmt::format("{} and {} have no estimated parameter in common: are they runs of one "
                                              "robot?",
                                              first.folder, second.folder));
  const std::vector<ComparedValue> results = compare_values(a, b);
  for (std::size_t i = 0; i < results.size(); ++i) runs.common[i].result = results[i];
  return runs;
}

Answer compared(const Subject&, const CompareOptions& options, const Job&) {
  const SavedRun first = read_saved_run(options.first), second = read_saved_run(options.second);
  const RunComparison runs = compare_runs(first, second);
  using P = ComparedParameter;
  const auto outside = std::ranges::count_if(runs.common, [](const P& p) { return p.result.outside; });
  const auto significant = std::ranges::count_if(runs.common, [](const P& p) { return p.result.significant; });
  const double all = static_cast<double>(runs.common.size());

  Answer answer{"compare", fmt::format("{} and {}", options.first, options.second)};
  answer.model = first.model;
  if (first.model != second.model)
    answer.warnings.push_back(fmt::format("the runs are of the models '{}' and '{}'", first.model, second.model));
  answer.verdict = {significant == 0 ? Tone::good : Tone::bad,
                    fmt::format("{} of {} differ by more than their intervals allow", significant, all)};
  const auto number = [](double value) { return Cell(Number{value}); };
  answer.add(table_of<P>("parameters", "", runs.common,
                         {{"name", "parameter", [](const P& p) { return Cell(p.first.name); }},
                          {"first", options.first, [&](const P& p) { return number(p.first.value.value); }},
                          {"second", options.second, [&](const P& p) { return number(p.second.value); }},
                          {"difference", "difference", [&](const P& p) { return number(p.result.difference); }},
                          {"half_width", "+- 95 %", [&](const P& p) { return number(2 * p.result.deviation); }},
                          {"deviation", "deviation", [&](const P& p) { return number(p.result.deviation); }},
                          {"unit", "unit", [](const P& p) { return Cell(p.first.unit); }},
                          {"outside", "outside", [](const P& p) { return Cell(p.result.outside); }},
                          {"significant", "significant", [](const P& p) {
                             return Cell(p.result.significant, p.result.significant ? Tone::bad : Tone::plain);
                           }}}));
  answer.add(Facts{"comparison",
                   "",
                   {{"significant", "differ", count_of(significant), "all parameters looked at together"},
                    {"outside", "outside their own interval", count_of(outside),
                     fmt::format("of 95 %; {:.1f} expected by chance", 0.05 * all)}}});
  answer.add(table_of<std::string>("only_in_one", "Estimated in one of the runs only", runs.alone,
                                   {{"name", "parameter", [](const std::string& name) { return Cell(name); }}}));
  return answer;
}

}  // namespace

extern constinit const Analysis compare_analysis{
    .name = "compare",
    .what =
        "Two runs of identify: which parameters differ by more than their intervals allow, between days, specimens or "
        "methods. Exit code 1: some do.",
    .examples = "jourdain compare monday friday",
    .takes_model = false,
    .ask = QuestionOf<CompareOptions, compared>::ask};

}  // namespace jourdain
