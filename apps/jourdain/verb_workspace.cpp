// jourdain workspace.
#include "slice_arguments.hpp"

#include "jourdain/io/atomic_file.hpp"
#include "jourdain/kinematics/workspace_map.hpp"
#include "jourdain/report/heatmap.hpp"
#include "jourdain/spatial/rotation.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain::cli {
namespace {

struct View {
  const char* name;
  const char* title;
  const char* bar;
  double (*value)(const SliceCell&);
};

constexpr View views[] = {
    {"type2", "distance to type-2 singularities", "type-2 distance", [](const SliceCell& c) { return c.type2; }},
    {"type1", "distance to type-1 singularities", "type-1 distance", [](const SliceCell& c) { return c.type1; }},
    {"constraint", "distance to constraint singularities", "constraint distance",
     [](const SliceCell& c) { return c.constraint; }},
    {"margin", "margin to the nearest joint limit", "margin (rad, or sizes)",
     [](const SliceCell& c) { return c.margin; }}};

std::string slice_csv(const Slice& slice) {
  CsvWriter csv({std::string(to_string(slice.request.across)), std::string(to_string(slice.request.up)), "state",
                 "type1", "type2", "constraint", "margin"});
  for (const SliceCell& cell : slice.cells) {
    csv.add(cell.across);
    csv.add(cell.up);
    csv.add(std::string_view(word(cell.state)));
    for (double value : {cell.type1, cell.type2, cell.constraint, cell.margin}) {
      if (cell.state == CellState::unreachable || !std::isfinite(value)) {
        csv.add_blank();
      } else {
        csv.add(value);
      }
    }
    csv.end_row();
  }
  return csv.text();
}

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

// The part of the plane that shows where the workspace ends: about home as default_slice says, twice as wide while
// cells at its edge can be reached, and then no more than them with some room around.
void show_border(const Robot& robot, SliceRequest& request) {
  constexpr int coarse = 25, doublings = 4;
  const auto usable = [](CellState state) { return state == CellState::ok; };
  SliceRequest trial = request;
  trial.across_count = trial.up_count = coarse;
  Slice slice;
  for (int k = 0; k < doublings; ++k) {
    slice = workspace_slice(robot, trial);
    bool open = false;
    for (int i = 0; i < coarse * coarse; ++i) {
      const bool edge = i % coarse == 0 || i % coarse == coarse - 1 || i / coarse == 0 || i / coarse == coarse - 1;
      open = open || (edge && usable(slice.cells[static_cast<std::size_t>(i)].state));
    }
    if (!open || k + 1 == doublings) break;
    const auto widen = [](double& from, double& to, Move move) {
      const double middle = (from + to) / 2, half = to - from;
      const double most = static_cast<int>(move) < 3 ? half : M_PI;
      from = middle - std::min(half, most), to = middle + std::min(half, most);
    };
    widen(trial.across_from, trial.across_to, trial.across);
    widen(trial.up_from, trial.up_to, trial.up);
  }
  double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
  for (const SliceCell& cell : slice.cells) {
    if (!usable(cell.state)) continue;
    low[0] = std::min(low[0], cell.across), high[0] = std::max(high[0], cell.across);
    low[1] = std::min(low[1], cell.up), high[1] = std::max(high[1], cell.up);
  }
  if (!(low[0] <= high[0])) return;
  const double room[2] = {2 * (trial.across_to - trial.across_from) / (coarse - 1),
                          2 * (trial.up_to - trial.up_from) / (coarse - 1)};
  request.across_from = std::max(low[0] - room[0], trial.across_from);
  request.across_to = std::min(high[0] + room[0], trial.across_to);
  request.up_from = std::max(low[1] - room[1], trial.up_from);
  request.up_to = std::min(high[1] + room[1], trial.up_to);
}

std::string slice_svg(const Robot& robot, const Slice& slice, const View& view) {
  const SliceRequest& r = slice.request;
  Heatmap map;
  map.title = fmt::format("{}: {}", robot.mechanism().name, view.title);
  const std::string held = held_text(robot, r);
  map.subtitle = fmt::format("{}{}% of {} x {} cells are within reach and limits", held.empty() ? "" : held + " held; ",
                             Numbers{3}(100 * slice.reachable_share), r.across_count, r.up_count);
  map.across = picture_axis(r.across, r.across_from, r.across_to, r.across_count);
  map.up = picture_axis(r.up, r.up_from, r.up_to, r.up_count);
  map.value_label = view.bar;
  if (view.name != std::string_view("margin")) map.low = 0;
  for (const SliceCell& cell : slice.cells) {
    map.values.push_back(view.value(cell));
    map.cells.push_back(picture_cell(cell.state));
  }
  const auto scaled = [](Move move, double value) { return value * (static_cast<int>(move) < 3 ? 1000 : 180 / M_PI); };
  if (is_in_slice(robot.home_pose(), r))
    map.mark = HeatmapMark{scaled(r.across, coordinate(robot.home_pose(), r.across)),
                           scaled(r.up, coordinate(robot.home_pose(), r.up)), "home"};
  return heatmap_svg(map);
}

Json slice_json(const Robot& robot, const Slice& slice, const WorkspaceOptions& options) {
  Json json = answer("workspace", robot);
  json["ok"] = slice.reachable_share > 0;
  add_slice(slice, json);
  json["grid"] = Json::array();
  for (const SliceCell& cell : slice.cells) {
    json["grid"].push_back({{std::string(to_string(slice.request.across)), finite(cell.across)},
                            {std::string(to_string(slice.request.up)), finite(cell.up)},
                            {"state", word(cell.state)},
                            {"type1", finite(cell.type1)},
                            {"type2", finite(cell.type2)},
                            {"constraint", finite(cell.constraint)},
                            {"margin", finite(cell.margin)}});
  }
  json["out"] = options.out.empty() ? Json(nullptr) : Json(options.out);
  json["picture"] = options.picture.empty() ? Json(nullptr) : Json(options.picture);
  return json;
}

void print_slice(const Robot& robot, const Slice& slice, const View& view, const WorkspaceOptions& options) {
  const Numbers number{std::min(options.digits, 4)};
  print_text("{}\n\n", title(robot));
  Facts facts;
  add_slice(robot, number, slice, facts);
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const SliceCell& cell : slice.cells) {
    if (cell.state != CellState::ok) continue;
    low = std::min(low, view.value(cell));
    high = std::max(high, view.value(cell));
  }
  if (low <= high) facts.add(view.bar, fmt::format("{} to {} within limits", number(low), number(high)));
  facts.print();
  print_text("\n");
  print_cells(slice);
  for (const std::string* file : {&options.out, &options.picture}) {
    if (!file->empty()) print_text("\nwritten: {}", *file);
  }
  if (!options.out.empty() || !options.picture.empty()) print_text("\n");
}

// Both files or none.
void write_files(const Robot& robot, const Slice& slice, const View& view, const WorkspaceOptions& options) {
  std::vector<FileText> files;
  if (!options.out.empty()) files.push_back({options.out, slice_csv(slice)});
  if (!options.picture.empty()) files.push_back({options.picture, slice_svg(robot, slice, view)});
  write_together(files);
}

}  // namespace

int run_workspace(const WorkspaceOptions& options) {
  const Robot robot = robot_of(options);
  require_output(robot);
  const View* view =
      std::find_if(std::begin(views), std::end(views), [&](const View& v) { return v.name == options.show; });
  SliceRequest request = parse_slice(robot, options.slice);
  if (options.slice.range.empty()) show_border(robot, request);
  Slice slice;
  {
    const Progress progress(fmt::format("{} x {} cells", request.across_count, request.up_count));
    slice = workspace_slice(robot, request);
  }
  write_files(robot, slice, *view, options);
  if (options.json) {
    print_json(slice_json(robot, slice, options));
  } else {
    print_slice(robot, slice, *view, options);
  }
  return slice.reachable_share > 0 ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
