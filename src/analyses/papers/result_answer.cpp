// Results as answers.
#include "analyses/papers/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace jourdain {
namespace {

// "time of one Jacobian, us" -> "time_of_one_jacobian_us".
std::string column_key(const std::string& title, const std::vector<Column>& others) {
  std::string key;
  for (const char c : title) {
    const auto letter = static_cast<unsigned char>(c);
    if (letter < 128 && std::isalnum(letter))
      key += static_cast<char>(std::tolower(letter));
    else if (!key.empty() && key.back() != '_')
      key += '_';
  }
  while (key.ends_with('_')) key.pop_back();
  if (key.empty()) key = "column";
  std::string unique = key;
  for (int k = 2; std::ranges::find(others, unique, &Column::key) != others.end(); ++k)
    unique = fmt::format("{}_{}", key, k);
  return unique;
}

Table numbers_table(const ResultTable& result, bool times) {
  Table table{result.name, result.title};
  for (const std::string& title : result.columns) table.columns.push_back({column_key(title, table.columns), title});
  for (const std::vector<ResultCell>& row : result.rows) {
    std::vector<Cell>& cells = table.rows.emplace_back();
    for (const ResultCell& cell : row) cells.push_back(cell.measured && !times ? Cell("*") : cell.cell);
  }
  return table;
}

Table claims_table(const PaperResult& result, bool times) {
  const auto hidden = [times](const ResultClaim& c) { return c.measured && !times; };
  return table_of<ResultClaim>("claims", "", result.claims,
                               {{"paper", "the paper", [](const auto& c) { return Cell(c.paper); }},
                                {"here", "here", [&](const auto& c) { return hidden(c) ? Cell() : Cell(c.ours); }},
                                {"verdict", "within tolerance", [&](const auto& c) {
                                   if (hidden(c)) return Cell("depends on the machine");
                                   if (c.met) return Cell("met", Tone::good);
                                   return c.reason.empty() ? Cell("not met", Tone::bad)
                                                           : Cell("not met: " + c.reason, Tone::caution);
                                 }}});
}

}  // namespace

Answer paper_answer(const PaperResult& result, bool times) {
  Answer answer{result.key, fmt::format("{}: {}", result.key, result.title)};
  answer.subtitle = fmt::format("{}. {}.", result.source, result.setting);
  answer.add(claims_table(result, times));
  for (const ResultTable& table : result.tables) answer.add(numbers_table(table, times));
  for (const ResultPlot& plot : result.plots) answer.add(Picture{plot.name, "", plot.plot});
  for (const ResultMap& map : result.maps) answer.add(Picture{map.name, "", map.map});
  std::string remarks;
  for (const std::string& remark : result.remarks)
    remarks += fmt::format("{}- {}", remarks.empty() ? "" : "\n", remark);
  if (!remarks.empty()) answer.add(Text{"remarks", remarks});
  return answer;
}

Answer papers_answer(const std::vector<PaperResult>& results, bool times) {
  Answer answer{"reproduce", "Figures and tables of the papers"};
  answer.subtitle = "our numbers beside theirs, what differs and why";
  int met = 0, claims = 0;
  bool known = true;
  for (const PaperResult& result : results) {
    known = known && result.ok();
    for (const ResultClaim& claim : result.claims) {
      ++claims;
      met += claim.met;
      if (!claim.met) answer.verdict.reasons.push_back(fmt::format("{}: {}: {}", result.key, claim.paper, claim.ours));
    }
    answer.sections.push_back(paper_answer(result, times));
  }
  answer.verdict.tone = met == claims ? Tone::good : known ? Tone::caution : Tone::bad;
  answer.verdict.text = fmt::format("{} of {} statements of the papers are met in {} experiment{}.", met, claims,
                                    results.size(), results.size() == 1 ? "" : "s");
  return answer;
}

}  // namespace jourdain
