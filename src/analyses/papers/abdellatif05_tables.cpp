// [Abdellatif05] tables I and II.
#include "analyses/papers/paper_list.hpp"
#include "analyses/papers/results.hpp"

#include "expression/simplify.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "trace/code/function_counts.hpp"
#include "trace/code/robot_library.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {

PaperResult abdellatif05_table1(const ReproduceOptions&) {
  PaperResult result = new_result("abdellatif05-table1");
  result.setting = "palida, identical legs and symmetric bodies; base parameters by the rank of the regressor";
  const BaseParameters base = find_base_parameters(LinearForm(catalogue_robot_named("palida")));
  struct Row {
    const char* kept;
    const char* paper;
  };
  const std::vector<Row> rows{{"Izz.ring", "Izz1 + Iyy2 + Izz3"},
                              {"Ixx.stator", "Ixx2 + Ixx3 - Iyy2 - Izz3"},
                              {"Izz.stator", "Izz2 + Iyy3"},
                              {"sy.stator", "sy2"},
                              {"sz.slider", "sz3"},
                              {"Ixx.platform", "IxxE + m3 sum(rBy^2 + rBz^2)"},
                              {"Iyy.platform", "IyyE + m3 sum(rBx^2 + rBz^2)"},
                              {"Izz.platform", "IzzE + m3 sum(rBx^2 + rBy^2)"},
                              {"sz.platform", "szE + m3 sum(rBz)"},
                              {"m.platform", "mE + 6 m3"}};
  ResultTable table{"parameters",
                    "rigid-body base parameters in the paper's order",
                    {"i", "paper", "ours", "value of our robot", "unit"},
                    {}};
  int found = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto match = std::ranges::find_if(
        base.base, [&](const BaseParameter& b) { return base.full.parameters()[b.parameter].name == rows[k].kept; });
    std::vector<ResultCell> row{static_cast<double>(k + 1), rows[k].paper};
    if (match != base.base.end()) {
      ++found;
      const int power = base.full.parameters()[match->parameter].length_power;
      row.insert(row.end(), {match->expression, match->value, power == 0 ? "kg" : power == 1 ? "kg m" : "kg m^2"});
    } else {
      row.insert(row.end(), {"none", "", ""});
    }
    table.rows.push_back(std::move(row));
  }
  result.tables.push_back(std::move(table));
  ResultTable counts{"counts", "number of parameters", {"part", "ours", "paper", "ratio"}, {}};
  counts.rows = {compared_row("rigid bodies", base.count(false), 10), compared_row("friction", base.count(true), 14)};
  result.tables.push_back(std::move(counts));
  result.claims.push_back({"ten rigid-body parameters, those of table I",
                           fmt::format("{} by rank, {} of them those of the table", base.count(false), found),
                           base.count(false) == 10 && found == 10, ""});
  result.claims.push_back({"14 friction parameters", fmt::format("{}", base.count(true)), base.count(true) == 14, ""});
  result.remarks = {
      "1, 2, 3: ring, stator, slider; E: platform. Our anchors B lie in the plane z = 0 of the platform, so that sums "
      "of rBz vanish and are not written.",
      fmt::format("The rank is clear: the first dropped singular value is {:.0e} times smaller than the last one kept.",
                  base.gap)};
  return result;
}

PaperResult abdellatif05_table2(const ReproduceOptions&) {
  PaperResult result = new_result("abdellatif05-table2");
  result.setting = std::string("palida, inverse dynamics with friction from Cardan angles; ") + counting_rule;
  const Robot robot = catalogue_robot_named("palida");
  TraceOptions options;
  std::vector<std::pair<PaperCost, PartCounts>> forms;
  for (const TraceForm form : {TraceForm::body_jacobians, TraceForm::best}) {
    options.form = form;
    const Program program = simplify(trace(robot, RobotFunction::inverse_dynamics, options), CostModel::operations);
    forms.emplace_back(paper_cost(count(program).call), count_by_part(program));
  }
  ResultTable table{
      "operations",
      "operations of one call",
      {"part", "paper + -", "paper * /", "paper's method + -", "paper's method * /", "generated + -", "generated * /"},
      {}};
  for (const PaperPart& row : paper_parts()) {
    const PaperCost by_paper = paper_cost(forms[0].second, row.parts), ours = paper_cost(forms[1].second, row.parts);
    if (row.published.total() == 0 && by_paper.total() == 0 && ours.total() == 0) continue;
    table.rows.push_back({row.name, row.published.additions, row.published.others, by_paper.additions, by_paper.others,
                          ours.additions, ours.others});
  }
  const PaperCost a = forms[0].first, b = forms[1].first;
  table.rows.push_back(
      {"total", published_total.additions, published_total.others, a.additions, a.others, b.additions, b.others});
  result.tables.push_back(std::move(table));
  ResultTable totals{"totals", "all operations", {"method", "ours", "paper", "ratio"}, {}};
  totals.rows = {compared_row("the paper's method, by body Jacobians", a.total(), 1987),
                 compared_row("what 'generate' writes", b.total(), 1987)};
  result.tables.push_back(std::move(totals));
  result.claims.push_back({"1987 operations with friction, fewer than 2078 and 2150 of methods before it",
                           fmt::format("{} by the paper's method, {} as generated", a.total(), b.total()),
                           b.total() < 1987, ""});
  result.remarks = {
      "The paper counts divisions with multiplications; so does this table. Square roots and the sine and cosine of "
      "the angles are not counted, there or here.",
      "Fewer operations come from forces modulo the line of each leg, from symmetric bodies, and from simplification "
      "over the whole program."};
  return result;
}

}  // namespace jourdain
