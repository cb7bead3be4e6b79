#include "identification/verdict/saved_run.hpp"

#include "io/written_table.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace jourdain {

SavedRun read_saved_run(const std::string& folder) {
  const std::string path = (std::filesystem::path(folder) / "result.json").string();
  std::error_code none;
  if (!std::filesystem::exists(path, none))
    throw Error(ErrorKind::input,
                fmt::format("{}: there is no such file: expected the folder of a run of identify", path));
  const WrittenTable table = read_written_table(path, "parameters", "the result of a run of identify");
  SavedRun run{folder, table.model, {}};
  for (const WrittenTable::Row& row : table.rows) {
    const auto outcome = row.texts.find("outcome");
    if (outcome == row.texts.end() || outcome->second != "estimated") continue;
    try {
      run.parameters.push_back(
          {row.texts.at("name"), row.texts.at("unit"), {row.numbers.at("value"), row.numbers.at("deviation")}});
    } catch (const std::out_of_range&) {
      throw Error(ErrorKind::input,
                  fmt::format("{}: a parameter has no name, unit, value or deviation: expected the result of a run of "
                              "identify",
                              path));
    }
  }
  return run;
}

}  // namespace jourdain
