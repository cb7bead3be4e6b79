// jourdain compare.
#include "console.hpp"
#include "robot_text.hpp"

#include "identification/compare.hpp"
#include "io/input_file.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace jourdain::cli {
namespace {

struct RunParameter {
  std::string name, unit;
  EstimatedValue value;
};

struct RunFile {
  std::string folder, model;
  std::vector<RunParameter> parameters;  // that were estimated
};

RunFile read_run(const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / "result.json").string();
  std::error_code none;
  if (!std::filesystem::exists(path, none))
    throw Error(ErrorKind::input,
                fmt::format("{}: there is no such file: expected the folder of a run of identify", path));
  std::ifstream file = open_input(path, "the result of a run of identify");
  RunFile run;
  run.folder = folder;
  try {
    const Json json = Json::parse(file);
    run.model = json.at("model").get<std::string>();
    // Runs of before answers had tables have a list.
    for (const Json& p : json.contains("tables") ? json["tables"]["parameters"].at("rows") : json.at("parameters")) {
      if (p.at("outcome") != "estimated") continue;
      run.parameters.push_back({p.at("name").get<std::string>(),
                                p.at("unit").get<std::string>(),
                                {p.at("value").get<double>(), p.at("deviation").get<double>()}});
    }
  } catch (const Json::exception& error) {
    throw Error(ErrorKind::input, fmt::format("{}: is no result of identify: {}", path, error.what()));
  }
  return run;
}

}  // namespace

int run_compare(const CompareOptions& options) {
  const RunFile first = read_run(options.first), second = read_run(options.second);
  std::vector<RunParameter> common;
  std::vector<EstimatedValue> a, b;
  std::vector<std::string> alone;
  for (const RunParameter& p : first.parameters) {
    const auto other = std::ranges::find(second.parameters, p.name, &RunParameter::name);
    if (other == second.parameters.end()) {
      alone.push_back(p.name);
      continue;
    }
    common.push_back(p);
    a.push_back(p.value);
    b.push_back(other->value);
  }
  for (const RunParameter& p : second.parameters)
    if (std::ranges::find(first.parameters, p.name, &RunParameter::name) == first.parameters.end())
      alone.push_back(p.name);
  if (common.empty())
    throw Error(ErrorKind::input, fmt::format("{} and {} have no estimated parameter in common: are they runs of one "
                                              "robot?",
                                              options.first, options.second));
  if (first.model != second.model)
    warn(fmt::format("the runs are of the models '{}' and '{}'", first.model, second.model));
  const std::vector<ComparedValue> compared = compare_values(a, b);
  const auto outside = std::ranges::count_if(compared, &ComparedValue::outside);
  const auto significant = std::ranges::count_if(compared, &ComparedValue::significant);
  if (options.json) {
    Json json{{"jourdain", version()}, {"verb", "compare"}, {"ok", significant == 0}};
    json["outside"] = outside;
    json["significant"] = significant;
    json["only_in_one"] = alone;
    json["parameters"] = Json::array();
    for (std::size_t i = 0; i < common.size(); ++i)
      json["parameters"].push_back({{"name", common[i].name},
                                    {"unit", common[i].unit},
                                    {"first", a[i].value},
                                    {"second", b[i].value},
                                    {"difference", compared[i].difference},
                                    {"deviation", compared[i].deviation},
                                    {"outside", compared[i].outside},
                                    {"significant", compared[i].significant}});
    print_json(json);
    return significant == 0 ? exit_ok : exit_bad_result;
  }
  const Numbers number{std::min(options.digits, 6)};
  Table table({"parameter", ">" + options.first, ">" + options.second, ">difference", ">+- 95 %", "", ""});
  for (std::size_t i = 0; i < common.size(); ++i)
    table.add({common[i].name, number(a[i].value), number(b[i].value), number(compared[i].difference),
               number(2 * compared[i].deviation), common[i].unit,
               compared[i].significant ? "differs"
               : compared[i].outside   ? "outside its interval"
                                       : ""});
  table.print();
  for (const std::string& name : alone) print_text("  {} is estimated in one of the runs only\n", name);
  print_text(
      "\n{} of {} differ by more than their intervals allow; {} outside their own 95 % interval, {:.1f} expected "
      "by chance\n",
      significant, common.size(), outside, 0.05 * static_cast<double>(common.size()));
  return significant == 0 ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
