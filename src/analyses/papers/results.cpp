#include "analyses/papers/results.hpp"

#include <algorithm>

namespace jourdain {

ResultCell measured_cell(double value) {
  ResultCell cell = value;
  cell.measured = true;
  return cell;
}

std::vector<ResultCell> compared_row(std::string name, double ours, std::optional<double> paper) {
  if (!paper) return {std::move(name), ours, "", ""};
  return {std::move(name), ours, *paper, ours / *paper};
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
