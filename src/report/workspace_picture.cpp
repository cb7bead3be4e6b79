#include "report/workspace_picture.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

constexpr const char* titles[] = {"distance to type-2 singularities", "distance to type-1 singularities",
                                  "distance to constraint singularities", "margin to the nearest joint limit"};

// True if the pose has the held coordinates.
bool is_in_slice(const Placement& pose, const SliceRequest& request) {
  constexpr double same = 1e-6;
  for (int c = 0; c < 6; ++c) {
    const Move move = static_cast<Move>(c);
    if (move == request.across || move == request.up) continue;
    if (std::abs(coordinate(pose, move) - coordinate(request.at, move)) > same) return false;
  }
  return true;
}

// Bodies as lines between their joints, seen along the third axis, in mm: a rod is a line, a plate a polygon.
std::vector<HeatmapLine> outline_of(const Robot& robot, const SliceRequest& r) {
  std::vector<HeatmapLine> lines;
  const int across = static_cast<int>(r.across), up = static_cast<int>(r.up);
  if (across >= 3 || up >= 3) return lines;
  const Workspace ws(robot);
  const Mechanism& mechanism = robot.mechanism();
  for (int body = 1; body < static_cast<int>(mechanism.bodies.size()); ++body) {
    HeatmapLine line;
    const auto add = [&](const Vector3& point) {
      const Vector3 p = ws.body_pose(body) * point;
      line.across.push_back(1000 * p[across]);
      line.up.push_back(1000 * p[up]);
    };
    for (const Joint& joint : mechanism.joints) {
      if (joint.body_a == body) add(joint.in_a.p);
      if (joint.body_b == body) add(joint.in_b.p);
    }
    const bool carries_output = mechanism.output && mechanism.output->body == body;
    if (carries_output && line.across.size() < 3) add(mechanism.output->frame.p);
    if (line.across.size() > 2) {
      line.across.push_back(line.across.front());
      line.up.push_back(line.up.front());
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace

const char* word(CellState state) {
  switch (state) {
    case CellState::ok: return "ok";
    case CellState::unreachable: return "unreachable";
    case CellState::singular: return "singular";
    case CellState::limit: return "limit";
    case CellState::behind: return "behind";
  }
  return "unknown";
}

Table slice_table(const Slice& slice) {
  Table table{"grid", "Cells"};
  table.shown = 0;
  table.columns = {{std::string(to_string(slice.request.across)), std::string(to_string(slice.request.across))},
                   {std::string(to_string(slice.request.up)), std::string(to_string(slice.request.up))},
                   {"state", "state"}};
  const std::vector<SliceQuantity> distances{SliceQuantity::type1, SliceQuantity::type2, SliceQuantity::constraint,
                                             SliceQuantity::margin};
  for (const SliceQuantity quantity : distances)
    table.columns.push_back(
        {std::string(words(quantity)[static_cast<std::size_t>(quantity)]), std::string(label_of(quantity))});
  const auto place = [](Move move, double value) {
    return measured(value, motion_measure(static_cast<int>(move) < 3, 0));
  };
  for (const SliceCell& cell : slice.cells) {
    std::vector<Cell>& row = table.rows.emplace_back();
    row = {place(slice.request.across, cell.across), place(slice.request.up, cell.up), word(cell.state)};
    for (const SliceQuantity quantity : distances) {
      const double value = value_of(cell, quantity);
      const bool known = cell.state != CellState::unreachable && std::isfinite(value);
      row.push_back(known ? Cell(Number{value}) : Cell());
    }
  }
  return table;
}

std::span<const std::string_view> words(SliceQuantity) {
  static constexpr std::string_view all[] = {"type2", "type1", "constraint", "margin"};
  return all;
}

double value_of(const SliceCell& cell, SliceQuantity quantity) {
  switch (quantity) {
    case SliceQuantity::type2: return cell.type2;
    case SliceQuantity::type1: return cell.type1;
    case SliceQuantity::constraint: return cell.constraint;
    case SliceQuantity::margin: return cell.margin;
  }
  return cell.type2;
}

std::string_view label_of(SliceQuantity quantity) {
  static constexpr std::string_view labels[] = {"type-2 distance", "type-1 distance", "constraint distance",
                                                "margin (rad, or sizes)"};
  return labels[static_cast<int>(quantity)];
}

double coordinate(const Placement& pose, Move move) {
  const int c = static_cast<int>(move);
  return c < 3 ? pose.p[c] : cardan_from_rotation(pose.R)[c - 3];
}

std::string held_text(const Robot& robot, const SliceRequest& request) {
  std::string text;
  for (Move move : robot.mechanism().output->moves) {
    if (move == request.across || move == request.up) continue;
    const bool length = static_cast<int>(move) < 3;
    // Noise of the assembly is no coordinate.
    const double value = coordinate(request.at, move) * (length ? 1000 : 180 / M_PI);
    text += fmt::format("{}{} = {:.4g} {}", text.empty() ? "" : ", ", to_string(move),
                        std::abs(value) < 1e-9 ? 0.0 : value, length ? "mm" : "deg");
  }
  return text;
}

HeatmapAxis picture_axis(Move move, double from, double to, int count) {
  const bool length = static_cast<int>(move) < 3;
  const double scale = length ? 1000 : 180 / M_PI;
  return {std::string(to_string(move)), length ? "mm" : "deg", from * scale, to * scale, count};
}

HeatmapCell picture_cell(CellState state) {
  switch (state) {
    case CellState::ok: return HeatmapCell::value;
    case CellState::limit: return HeatmapCell::limit;
    case CellState::behind: return HeatmapCell::behind;
    case CellState::singular: return HeatmapCell::singular;
    case CellState::unreachable: return HeatmapCell::unreachable;
  }
  return HeatmapCell::unreachable;
}

Heatmap slice_map(const Robot& robot, const Slice& slice, SliceQuantity quantity) {
  const SliceRequest& r = slice.request;
  Heatmap map;
  map.title = fmt::format("{}: {}", robot.mechanism().name, titles[static_cast<int>(quantity)]);
  const std::string held = held_text(robot, r);
  map.subtitle = fmt::format("{}{}% of {} x {} cells are within reach and limits", held.empty() ? "" : held + " held; ",
                             fmt::format("{:.3g}", 100 * slice.reachable_share), r.across_count, r.up_count);
  map.across = picture_axis(r.across, r.across_from, r.across_to, r.across_count);
  map.up = picture_axis(r.up, r.up_from, r.up_to, r.up_count);
  map.value_label = label_of(quantity);
  if (quantity != SliceQuantity::margin) map.low = 0;
  for (const SliceCell& cell : slice.cells) {
    map.values.push_back(value_of(cell, quantity));
    map.cells.push_back(picture_cell(cell.state));
  }
  const auto scaled = [](Move move, double value) { return value * (static_cast<int>(move) < 3 ? 1000 : 180 / M_PI); };
  if (is_in_slice(robot.home_pose(), r))
    map.mark = HeatmapMark{scaled(r.across, coordinate(robot.home_pose(), r.across)),
                           scaled(r.up, coordinate(robot.home_pose(), r.up)), "home"};
  map.outline = outline_of(robot, r);
  return map;
}

}  // namespace jourdain
