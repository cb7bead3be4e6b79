#include "analyses/papers/results.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {

ResultCell number_cell(double value, int digits) {
  return {fmt::format("{:.{}g}", value == 0 ? 0.0 : value, digits), value, false};
}

ResultCell word_cell(std::string text) { return {std::move(text), std::nullopt, false}; }

ResultCell measured_cell(double value, int digits) {
  ResultCell cell = number_cell(value, digits);
  cell.measured = true;
  return cell;
}

std::vector<ResultCell> compared_row(std::string name, double ours, std::optional<double> paper, int digits) {
  std::vector<ResultCell> row{word_cell(std::move(name)), number_cell(ours, digits)};
  row.push_back(paper ? number_cell(*paper, digits) : word_cell(""));
  row.push_back(paper ? number_cell(ours / *paper, 3) : word_cell(""));
  return row;
}

PaperResult new_result(std::string_view key) {
  const auto& all = paper_experiments();
  const auto found = std::ranges::find(all, key, &PaperExperiment::key);
  PaperResult result;
  result.key = found->key;
  result.source = found->source;
  result.title = found->title;
  return result;
}

PlotSeries plotted(std::string name, std::vector<double> x, std::vector<double> y, PlotStyle style) {
  PlotSeries series;
  series.name = std::move(name);
  series.x = std::move(x);
  series.y = std::move(y);
  series.style = style;
  return series;
}

Robot catalogue_robot_named(const std::string& name) { return Robot::from_file(name); }

bool PaperResult::ok() const {
  return std::ranges::all_of(claims, [](const ResultClaim& claim) { return claim.met || !claim.reason.empty(); });
}

}  // namespace jourdain
