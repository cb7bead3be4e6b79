#include "io/written_table.hpp"

#include "io/input_file.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace jourdain {

WrittenTable read_written_table(const std::string& path, const std::string& key, const std::string& what) {
  std::ifstream file = open_input(path, what);
  WrittenTable table;
  try {
    const nlohmann::json json = nlohmann::json::parse(file);
    table.model = json.at("model").get<std::string>();
    for (const nlohmann::json& cells : json.at("tables").at(key).at("rows")) {
      WrittenTable::Row& row = table.rows.emplace_back();
      for (const auto& [name, cell] : cells.items()) {
        if (cell.is_string()) row.texts[name] = cell.get<std::string>();
        if (cell.is_number()) row.numbers[name] = cell.get<double>();
      }
    }
  } catch (const nlohmann::json::exception& error) {
    throw Error(ErrorKind::input, fmt::format("{}: is not {}: {}", path, what, error.what()));
  }
  return table;
}

}  // namespace jourdain
