// Results as Markdown and CSV.
#include "experiments/reproduce.hpp"
#include "jourdain/io/csv.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

// Text of a Markdown table's cell.
std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|' || c == '*' || c == '_' || c == '<') safe += '\\';
    safe += c;
  }
  return safe;
}

std::string table_markdown(const ResultTable& table, bool times) {
  std::string text = fmt::format("{}:\n\n|", table.title);
  for (const std::string& column : table.columns) text += fmt::format(" {} |", escaped(column));
  text += "\n|";
  for (std::size_t k = 0; k < table.columns.size(); ++k) text += k == 0 ? "---|" : "---:|";
  text += "\n";
  for (const std::vector<ResultCell>& row : table.rows) {
    text += "|";
    for (const ResultCell& cell : row) text += fmt::format(" {} |", cell.measured && !times ? "*" : escaped(cell.text));
    text += "\n";
  }
  return text;
}

}  // namespace

std::string to_markdown(const PaperResult& result, bool times) {
  std::string text = fmt::format("## {}: {}\n\n{}. {}.\n\n", result.key, result.title, escaped(result.source),
                                 escaped(result.setting));
  text += "| the paper | here | |\n|---|---|---|\n";
  for (const ResultClaim& claim : result.claims) {
    const bool hidden = claim.measured && !times;
    const std::string verdict = hidden                 ? "depends on the machine"
                                : claim.met            ? "met"
                                : claim.reason.empty() ? "**not met**"
                                                       : "not met: " + claim.reason;
    text += fmt::format("| {} | {} | {} |\n", escaped(claim.paper), hidden ? "" : escaped(claim.ours), verdict);
  }
  for (const ResultTable& table : result.tables) text += "\n" + table_markdown(table, times);
  if (!result.remarks.empty()) text += "\n";
  for (const std::string& remark : result.remarks) text += fmt::format("- {}\n", escaped(remark));
  return text;
}

std::string to_csv(const ResultTable& table) {
  CsvWriter csv(table.columns);
  for (const std::vector<ResultCell>& row : table.rows) {
    for (const ResultCell& cell : row) {
      if (cell.value && std::isfinite(*cell.value)) {
        csv.add(*cell.value);
      } else if (cell.text.empty()) {
        csv.add_blank();
      } else {
        csv.add(cell.text);
      }
    }
    csv.end_row();
  }
  return csv.text();
}

}  // namespace jourdain
