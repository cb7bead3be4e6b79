// Results as a page.
#include "experiments/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

Tone tone_of(const ResultClaim& claim) {
  return claim.met ? Tone::good : claim.reason.empty() ? Tone::bad : Tone::caution;
}

PageTable claims_table(const PaperResult& result) {
  PageTable table;
  table.columns = {{"the paper", ""}, {"here", ""}, {"within tolerance", ""}};
  for (const ResultClaim& claim : result.claims) {
    const std::string verdict = claim.met ? "met" : claim.reason.empty() ? "not met" : "not met: " + claim.reason;
    table.rows.push_back({PageCell(claim.paper), PageCell(claim.ours), PageCell(verdict, tone_of(claim))});
  }
  return table;
}

PageTable numbers_table(const ResultTable& result) {
  PageTable table;
  table.title = result.title;
  for (const std::string& column : result.columns) table.columns.push_back({column, ""});
  for (const std::vector<ResultCell>& row : result.rows) {
    std::vector<PageCell> cells;
    for (const ResultCell& cell : row) {
      cells.emplace_back(cell.text);
      cells.back().value = cell.value;
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace

Page reproduction_page(const std::vector<PaperResult>& results, const std::string& command) {
  Page page;
  page.title = "Figures and tables of the papers";
  page.subtitle = "our numbers beside theirs, what differs and why";
  page.command = command;
  int met = 0, claims = 0;
  bool known = true;
  for (const PaperResult& result : results) {
    for (const ResultClaim& claim : result.claims) met += claim.met, ++claims;
    known = known && result.ok();
    PageSection section;
    section.title = fmt::format("{}: {}", result.key, result.title);
    section.elements.push_back(PageText{fmt::format("{}. {}.", result.source, result.setting), Tone::plain});
    section.elements.push_back(claims_table(result));
    for (const ResultTable& table : result.tables) section.elements.push_back(numbers_table(table));
    for (const ResultPlot& plot : result.plots) section.elements.push_back(PagePlot{plot.plot, ""});
    for (const ResultMap& map : result.maps) section.elements.push_back(PagePicture{heatmap_matrix_svg(map.map), ""});
    std::string remarks;
    for (const std::string& remark : result.remarks) remarks += fmt::format("- {}\n", remark);
    if (!remarks.empty()) section.elements.push_back(PageText{remarks, Tone::plain});
    page.sections.push_back(std::move(section));
  }
  page.verdict.tone = met == claims ? Tone::good : known ? Tone::caution : Tone::bad;
  page.verdict.text = fmt::format("{} of {} statements of the papers are met in {} experiment{}.", met, claims,
                                  results.size(), results.size() == 1 ? "" : "s");
  for (const PaperResult& result : results) {
    for (const ResultClaim& claim : result.claims) {
      if (!claim.met) page.verdict.reasons.push_back(fmt::format("{}: {}: {}", result.key, claim.paper, claim.ours));
    }
  }
  return page;
}

}  // namespace jourdain
