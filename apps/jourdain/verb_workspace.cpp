// jourdain workspace.
#include "slice_arguments.hpp"

#include "io/atomic_file.hpp"
#include "jourdain/report/heatmap.hpp"
#include "jourdain/spatial/rotation.hpp"
#include "jourdain/study/workspace_volume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

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
  map.outline = outline_of(robot, r);
  return heatmap_svg(map);
}

// What --volume found.
struct VolumeAnswer {
  WorkspaceVolume whole;
  std::optional<InscribedCylinder> cylinder;
  std::optional<InscribedCuboid> cuboid;
};

VolumeAnswer find_volume(const Robot& robot, const SliceRequest& request, const WorkspaceOptions& options) {
  VolumeRequest wanted;
  wanted.at = request.at;
  wanted.count = std::clamp(std::min(request.across_count, request.up_count), 5, 61);
  VolumeAnswer answer;
  {
    Progress progress(fmt::format("{} samples a side", wanted.count));
    answer.whole = workspace_volume(robot, wanted, [&](double share) { progress.advance(share); });
  }
  if (!options.axis.empty() && answer.whole.dimensions() == 2)
    throw Error(ErrorKind::usage, "--axis: a workspace in a plane has no cylinder, but a disc");
  const Move axis = options.axis == "x" ? Move::x : options.axis == "y" ? Move::y : Move::z;
  answer.cylinder = largest_cylinder(answer.whole, axis);
  answer.cuboid = largest_cuboid(answer.whole);
  return answer;
}

// Area of the cells that can be used, in m^2, if both coordinates are lengths.
std::optional<double> slice_area(const Slice& slice) {
  const SliceRequest& r = slice.request;
  if (static_cast<int>(r.across) >= 3 || static_cast<int>(r.up) >= 3) return std::nullopt;
  const double cell = (r.across_to - r.across_from) / (r.across_count - 1) * (r.up_to - r.up_from) / (r.up_count - 1);
  return cell * slice.reachable_share * static_cast<double>(slice.cells.size());
}

// "x -100 to 100 mm, y ...".
std::string ranges_text(const WorkspaceVolume& w, const std::array<double, 3>& from, const std::array<double, 3>& to) {
  const Numbers number{4};
  std::string text;
  for (int c = 0; c < w.dimensions(); ++c) {
    text +=
        fmt::format("{}{} {} to {} mm", c == 0 ? "" : ", ", to_string(w.moves[static_cast<std::size_t>(c)]),
                    number(1000 * from[static_cast<std::size_t>(c)]), number(1000 * to[static_cast<std::size_t>(c)]));
  }
  return text;
}

void add_volume(const VolumeAnswer& v, Facts& facts) {
  const Numbers number{4};
  const WorkspaceVolume& w = v.whole;
  const bool plane = w.dimensions() == 2;
  const double factor = plane ? 1e4 : 1e3;
  facts.add(plane ? "area at this orientation" : "volume at this orientation",
            fmt::format("{} {}, by {} samples a side: +- {:.2g}", number(factor * w.size), plane ? "cm^2" : "litres",
                        w.count[0], factor * w.uncertainty));
  if (v.cylinder) {
    std::string centre;
    for (int c = 0; c < w.dimensions(); ++c)
      centre += fmt::format("{}{} = {} mm", c == 0 ? "" : ", ", to_string(w.moves[static_cast<std::size_t>(c)]),
                            number(1000 * v.cylinder->centre[static_cast<std::size_t>(c)]));
    const std::string size =
        plane ? fmt::format("diameter {} mm", number(2000 * v.cylinder->radius))
              : fmt::format("diameter {} mm, height {} mm along {}", number(2000 * v.cylinder->radius),
                            number(1000 * v.cylinder->height), to_string(v.cylinder->axis));
    facts.add(plane ? "largest disc" : "largest cylinder", fmt::format("{}, centre {}", size, centre));
  }
  if (v.cuboid) facts.add(plane ? "largest rectangle" : "largest cuboid", ranges_text(w, v.cuboid->from, v.cuboid->to));
}

Json volume_json(const VolumeAnswer& v) {
  const WorkspaceVolume& w = v.whole;
  Json json{{"unit", w.dimensions() == 2 ? "m^2" : "m^3"},
            {w.dimensions() == 2 ? "area" : "volume", finite(w.size)},
            {"uncertainty", finite(w.uncertainty)}};
  return json;
}

Json inscribed_json(const VolumeAnswer& v) {
  const auto list = [&](const std::array<double, 3>& values) {
    Json result = Json::array();
    for (int c = 0; c < v.whole.dimensions(); ++c) result.push_back(finite(values[static_cast<std::size_t>(c)]));
    return result;
  };
  Json json = Json::object();
  json["unit"] = "m";
  json["radius"] = v.cylinder ? finite(v.cylinder->radius) : Json(nullptr);
  json["height"] = v.cylinder ? finite(v.cylinder->height) : Json(nullptr);
  json["centre"] = v.cylinder ? list(v.cylinder->centre) : Json(nullptr);
  json["cuboid_from"] = v.cuboid ? list(v.cuboid->from) : Json(nullptr);
  json["cuboid_to"] = v.cuboid ? list(v.cuboid->to) : Json(nullptr);
  return json;
}

Json slice_json(const Robot& robot, const Slice& slice, const std::optional<VolumeAnswer>& volume,
                const WorkspaceOptions& options) {
  Json json = answer("workspace", robot);
  json["ok"] = slice.reachable_share > 0;
  add_slice(slice, json);
  if (const std::optional<double> area = slice_area(slice)) json["area"] = {{"unit", "m^2"}, {"slice", finite(*area)}};
  if (volume) {
    json["volume"] = volume_json(*volume);
    json["inscribed"] = inscribed_json(*volume);
  }
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

void print_slice(const Robot& robot, const Slice& slice, const std::optional<VolumeAnswer>& volume, const View& view,
                 const WorkspaceOptions& options) {
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
  if (const std::optional<double> area = slice_area(slice))
    facts.add("area of the slice", fmt::format("{} cm^2 within reach and limits", number(1e4 * *area)));
  if (volume) add_volume(*volume, facts);
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
  if (!options.axis.empty() && !options.volume) throw Error(ErrorKind::usage, "--axis goes with --volume");
  const View* view =
      std::find_if(std::begin(views), std::end(views), [&](const View& v) { return v.name == options.show; });
  SliceRequest request = parse_slice(robot, options.slice);
  if (options.slice.range.empty()) show_border(robot, request);
  Slice slice;
  {
    Progress progress(fmt::format("{} x {} cells", request.across_count, request.up_count));
    std::size_t visits = 0;
    const double cells = static_cast<double>(request.across_count) * request.up_count;
    slice = workspace_slice(robot, request, [&](std::size_t, const SliceCell&, Workspace&) {
      progress.advance(static_cast<double>(++visits) / cells);
    });
  }
  std::optional<VolumeAnswer> volume;
  if (options.volume) volume = find_volume(robot, request, options);
  write_files(robot, slice, *view, options);
  if (options.json) {
    print_json(slice_json(robot, slice, volume, options));
  } else {
    print_slice(robot, slice, volume, *view, options);
  }
  return slice.reachable_share > 0 ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
