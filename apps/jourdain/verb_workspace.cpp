// jourdain workspace.
#include "robot_text.hpp"

#include "jourdain/io/atomic_file.hpp"
#include "jourdain/kinematics/workspace_map.hpp"
#include "jourdain/report/heatmap.hpp"
#include "jourdain/spatial/rotation.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
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

// In the order of tables.
constexpr std::array cell_states{CellState::ok, CellState::limit, CellState::behind, CellState::singular,
                                 CellState::unreachable};

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

Move parse_move(const std::string& text) {
  const std::string name = text == "phi" ? "rz" : text;
  for (int c = 0; c < 6; ++c) {
    if (pose_names[c] == name) return static_cast<Move>(c);
  }
  throw Error(ErrorKind::usage, fmt::format("--plane: '{}' is no coordinate: choose two of x, y, z, rx, ry, rz", text));
}

double coordinate(const Placement& pose, Move move) {
  const int c = static_cast<int>(move);
  return c < 3 ? pose.p[c] : cardan_from_rotation(pose.R)[c - 3];
}

int parse_count(const std::string& text) {
  int count = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (code != std::errc() || end != text.data() + text.size() || count < 2 || count > 1000) {
    throw Error(ErrorKind::usage,
                fmt::format("--grid: '{}' is not a number of cells from 2 to 1000; write 81x81", text));
  }
  return count;
}

SliceRequest make_request(const Robot& robot, const WorkspaceOptions& options) {
  SliceRequest request = default_slice(robot);
  if (robot.mechanism().output->moves.size() < 2) {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' has one coordinate only: a slice needs two", robot.mechanism().name));
  }
  if (!options.plane.empty()) {
    const std::vector<Entry> axes = split_list("--plane", options.plane);
    if (axes.size() != 2) throw Error(ErrorKind::usage, "--plane: expected two coordinates, such as x,y");
    request.across = parse_move(axes[0].text);
    request.up = parse_move(axes[1].text);
  }
  if (!options.at.empty()) {
    MotionValues values;
    values.pose = parse_coordinates(robot, "--at", options.at, 0);
    request.at = complete_motion(robot, values).pose;
  }
  const int across = static_cast<int>(request.across), up = static_cast<int>(request.up);
  if (!options.range.empty()) {
    const std::vector<Entry> ends = split_list("--range", options.range);
    if (ends.size() != 4)
      throw Error(ErrorKind::usage, "--range: expected four values: both ends across, both ends up");
    request.across_from = quantity("--range", ends[0].text, coordinate_dimension(across, 0));
    request.across_to = quantity("--range", ends[1].text, coordinate_dimension(across, 0));
    request.up_from = quantity("--range", ends[2].text, coordinate_dimension(up, 0));
    request.up_to = quantity("--range", ends[3].text, coordinate_dimension(up, 0));
  } else {
    // As default_slice, about the held pose.
    const auto half = [&](int c) { return c < 3 ? 0.5 * robot.size() : M_PI / 3; };
    request.across_from = coordinate(request.at, request.across) - half(across);
    request.across_to = coordinate(request.at, request.across) + half(across);
    request.up_from = coordinate(request.at, request.up) - half(up);
    request.up_to = coordinate(request.at, request.up) + half(up);
  }
  const std::size_t x = options.grid.find('x');
  request.across_count = parse_count(options.grid.substr(0, x));
  request.up_count = x == std::string::npos ? request.across_count : parse_count(options.grid.substr(x + 1));
  return request;
}

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

// The coordinates that do not vary, in mm and deg.
std::string held_text(const Robot& robot, const SliceRequest& request) {
  std::string text;
  for (Move move : robot.mechanism().output->moves) {
    if (move == request.across || move == request.up) continue;
    const bool length = static_cast<int>(move) < 3;
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", to_string(move),
                        friendly(Numbers{4}, length, coordinate(request.at, move)));
  }
  return text;
}

std::string slice_svg(const Robot& robot, const Slice& slice, const View& view) {
  const SliceRequest& r = slice.request;
  const auto axis = [](Move move, double from, double to, int count) {
    const bool length = static_cast<int>(move) < 3;
    const double scale = length ? 1000 : 180 / M_PI;
    return HeatmapAxis{std::string(to_string(move)), length ? "mm" : "deg", from * scale, to * scale, count};
  };
  Heatmap map;
  map.title = fmt::format("{}: {}", robot.mechanism().name, view.title);
  const std::string held = held_text(robot, r);
  map.subtitle = fmt::format("{}{}% of {} x {} cells are within reach and limits", held.empty() ? "" : held + " held; ",
                             Numbers{3}(100 * slice.reachable_share), r.across_count, r.up_count);
  map.across = axis(r.across, r.across_from, r.across_to, r.across_count);
  map.up = axis(r.up, r.up_from, r.up_to, r.up_count);
  map.value_label = view.bar;
  if (view.name != std::string_view("margin")) map.low = 0;
  for (const SliceCell& cell : slice.cells) {
    map.values.push_back(view.value(cell));
    map.cells.push_back(cell.state == CellState::ok         ? HeatmapCell::value
                        : cell.state == CellState::limit    ? HeatmapCell::limit
                        : cell.state == CellState::singular ? HeatmapCell::singular
                        : cell.state == CellState::behind   ? HeatmapCell::behind
                                                            : HeatmapCell::unreachable);
  }
  const auto scaled = [](Move move, double value) { return value * (static_cast<int>(move) < 3 ? 1000 : 180 / M_PI); };
  map.mark = HeatmapMark{scaled(r.across, coordinate(robot.home_pose(), r.across)),
                         scaled(r.up, coordinate(robot.home_pose(), r.up)), "home"};
  return heatmap_svg(map);
}

struct Counts {
  int of[cell_states.size()] = {};
};

Counts count_states(const Slice& slice) {
  Counts counts;
  for (const SliceCell& cell : slice.cells) ++counts.of[static_cast<int>(cell.state)];
  return counts;
}

Json slice_json(const Robot& robot, const Slice& slice, const WorkspaceOptions& options) {
  const SliceRequest& r = slice.request;
  const Counts counts = count_states(slice);
  Json json = answer("workspace", robot);
  json["ok"] = slice.reachable_share > 0;
  json["across"] = {
      {"coordinate", to_string(r.across)}, {"from", r.across_from}, {"to", r.across_to}, {"count", r.across_count}};
  json["up"] = {{"coordinate", to_string(r.up)}, {"from", r.up_from}, {"to", r.up_to}, {"count", r.up_count}};
  json["held"] = pose_json(r.at);
  json["reachable_share"] = finite(slice.reachable_share);
  for (CellState state : cell_states) {
    json["cells"][word(state)] = counts.of[static_cast<int>(state)];
  }
  json["out"] = options.out.empty() ? Json(nullptr) : Json(options.out);
  json["picture"] = options.picture.empty() ? Json(nullptr) : Json(options.picture);
  return json;
}

void print_slice(const Robot& robot, const Slice& slice, const View& view, const WorkspaceOptions& options) {
  const SliceRequest& r = slice.request;
  const Numbers number{std::min(options.digits, 4)};
  const auto range = [&](Move move, double from, double to) {
    const bool length = static_cast<int>(move) < 3;
    return fmt::format("{} to {}", friendly(number, length, from), friendly(number, length, to));
  };
  fmt::print("{}\n\n", paint(Stream::out, Colour::bold, robot.mechanism().name));
  Facts facts;
  facts.add(fmt::format("across: {}", to_string(r.across)), range(r.across, r.across_from, r.across_to));
  facts.add(fmt::format("up: {}", to_string(r.up)), range(r.up, r.up_from, r.up_to));
  const std::string held = held_text(robot, r);
  if (!held.empty()) facts.add("held", held);
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const SliceCell& cell : slice.cells) {
    if (cell.state != CellState::ok) continue;
    low = std::min(low, view.value(cell));
    high = std::max(high, view.value(cell));
  }
  if (low <= high) facts.add(view.bar, fmt::format("{} to {} within limits", number(low), number(high)));
  facts.print();
  fmt::print("\n");
  Table table({"cells", ">number", ">share"});
  const Counts counts = count_states(slice);
  for (CellState state : cell_states) {
    const int count = counts.of[static_cast<int>(state)];
    table.add({word(state), std::to_string(count),
               fmt::format("{:.1f} %", 100.0 * count / static_cast<double>(slice.cells.size()))});
  }
  table.print();
  for (const std::string* file : {&options.out, &options.picture}) {
    if (!file->empty()) fmt::print("\nwritten: {}", *file);
  }
  if (!options.out.empty() || !options.picture.empty()) fmt::print("\n");
}

// Both files or none.
void write_files(const Robot& robot, const Slice& slice, const View& view, const WorkspaceOptions& options) {
  std::optional<AtomicFile> table, picture;
  if (!options.out.empty()) table.emplace(options.out).write(slice_csv(slice));
  if (!options.picture.empty()) picture.emplace(options.picture).write(slice_svg(robot, slice, view));
  if (table) table->commit();
  if (picture) picture->commit();
}

}  // namespace

int run_workspace(const WorkspaceOptions& options) {
  const Robot robot = Robot::from_file(options.model);
  require_output(robot);
  const View* view =
      std::find_if(std::begin(views), std::end(views), [&](const View& v) { return v.name == options.show; });
  const SliceRequest request = make_request(robot, options);
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
