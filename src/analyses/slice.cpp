#include "analyses/slice.hpp"

#include "analyses/arguments.hpp"
#include "jourdain/answer/options.hpp"
#include "report/workspace_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace jourdain {
namespace {

bool is_translation(Move move) { return static_cast<int>(move) < 3; }

Move parse_move(const std::string& text) {
  const std::string name = text == "phi" ? "rz" : text;
  for (int c = 0; c < 6; ++c)
    if (pose_names[c] == name) return static_cast<Move>(c);
  throw Error(ErrorKind::usage, fmt::format("--plane: '{}' is no coordinate: choose two of x, y, z, rx, ry, rz", text));
}

int parse_count(const std::string& text) {
  int count = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (code != std::errc() || end != text.data() + text.size() || count < 2 || count > 1000)
    throw Error(ErrorKind::usage,
                fmt::format("--grid: '{}' is not a number of cells from 2 to 1000; write 81x81", text));
  return count;
}

void set_about(SliceRequest& request, double across, double up) {
  request.across_from = coordinate(request.at, request.across) - across;
  request.across_to = coordinate(request.at, request.across) + across;
  request.up_from = coordinate(request.at, request.up) - up;
  request.up_to = coordinate(request.at, request.up) + up;
}

// Bare numbers are in m: 200 is no slice of a robot of half a metre.
void warn_of_range(const Robot& robot, const SliceRequest& request, Warnings& warnings) {
  constexpr double most_sizes = 20;
  const auto width = [](Move move, double from, double to) { return is_translation(move) ? std::abs(to - from) : 0.0; };
  const double widest = std::max(width(request.across, request.across_from, request.across_to),
                                 width(request.up, request.up_from, request.up_to));
  if (widest > most_sizes * robot.size())
    warnings.push_back(fmt::format("--range: the slice is {:.4g} m wide, the robot's size is {:.4g} m: check its unit",
                                   widest, robot.size()));
}

// One half width for both about the held pose, or both ends of both.
void set_range(const Robot& robot, const std::string& text, SliceRequest& request) {
  const auto value = [](const ListEntry& entry, Move move) {
    return quantity("--range", entry.text, coordinate_dimension(static_cast<int>(move), 0));
  };
  if (text.empty()) {
    const auto half = [&](Move move) { return is_translation(move) ? 0.5 * robot.size() : M_PI / 3; };
    return set_about(request, half(request.across), half(request.up));
  }
  const std::vector<ListEntry> ends = split_list("--range", text);
  if (ends.size() == 1) return set_about(request, value(ends[0], request.across), value(ends[0], request.up));
  if (ends.size() != 4)
    throw Error(ErrorKind::usage, "--range: expected one half width, or four values: both ends across, both ends up");
  request.across_from = value(ends[0], request.across);
  request.across_to = value(ends[1], request.across);
  request.up_from = value(ends[2], request.up);
  request.up_to = value(ends[3], request.up);
}

}  // namespace

void show_fields(OptionVisitor& visitor, SliceArguments& arguments) {
  const auto text = [&](std::string_view name, std::string_view type, std::string_view help, std::string& value) {
    visitor.text({.name = name, .help = help, .type = type, .group = "Slice"}, value);
  };
  text("plane", "PLANE", "The two coordinates, such as x,z; default: the first two moves", arguments.plane);
  text("range", "LIST", "Half width, or from,to across, from,to up; default: about the held pose", arguments.range);
  text(arguments.held, "POSE", "Pose that is held; default: home", arguments.at);
  text("grid", "NxM", arguments.cells == 81 ? "Cells across x up; default: 81x81" : "Cells across x up; default: 51x51",
       arguments.grid);
}

SliceRequest parse_slice(const Robot& robot, const SliceArguments& arguments, Warnings& warnings) {
  require_output(robot);
  SliceRequest request = default_slice(robot);
  if (robot.mechanism().output->moves.size() < 2)
    throw Error(ErrorKind::usage,
                fmt::format("'{}' has one coordinate only: a slice needs two", robot.mechanism().name));
  if (!arguments.plane.empty()) {
    const std::vector<ListEntry> axes = split_list("--plane", arguments.plane);
    if (axes.size() != 2) throw Error(ErrorKind::usage, "--plane: expected two coordinates, such as x,y");
    request.across = parse_move(axes[0].text);
    request.up = parse_move(axes[1].text);
  }
  if (!arguments.at.empty()) {
    MotionValues values;
    values.pose = parse_coordinates(robot, fmt::format("--{}", arguments.held), arguments.at, 0);
    request.at = complete_state(robot, values).pose;
  }
  set_range(robot, arguments.range, request);
  warn_of_range(robot, request, warnings);
  const std::string& grid = arguments.grid;
  const std::size_t x = grid.find('x');
  request.across_count = grid.empty() ? arguments.cells : parse_count(grid.substr(0, x));
  request.up_count = x == std::string::npos ? request.across_count : parse_count(grid.substr(x + 1));
  return request;
}

Facts slice_facts(const Robot& robot, const Slice& slice) {
  const SliceRequest& r = slice.request;
  const auto number = [](Move move, double value) { return measured(value, motion_measure(is_translation(move), 0)); };
  Facts facts{"slice", ""};
  const auto axis = [&](const char* key, Move move, double from, double to, int count) {
    facts.facts.push_back(
        {key, fmt::format("{}: {}", key, to_string(move)),
         NamedNumbers{{{"from", number(move, from)}, {"to", number(move, to)}, {"cells", count_of(count)}}}});
  };
  facts.facts.push_back({"plane", "plane", fmt::format("{},{}", to_string(r.across), to_string(r.up))});
  axis("across", r.across, r.across_from, r.across_to, r.across_count);
  axis("up", r.up, r.up_from, r.up_to, r.up_count);
  NamedNumbers held;
  for (const Move move : robot.mechanism().output->moves)
    if (move != r.across && move != r.up)
      held.entries.push_back({std::string(to_string(move)), number(move, coordinate(r.at, move))});
  if (!held.entries.empty()) facts.facts.push_back({"held", "held", std::move(held)});
  facts.facts.push_back({"reachable_share", "within reach and limits", Number{slice.reachable_share, Measure::share}});
  return facts;
}

Table cell_counts(const Slice& slice) {
  const std::vector<CellState> states{CellState::ok, CellState::limit, CellState::behind, CellState::singular,
                                      CellState::unreachable};
  const auto count = [&](CellState state) {
    return static_cast<double>(std::ranges::count(slice.cells, state, &SliceCell::state));
  };
  return table_of<CellState>("cells", "", states,
                             {{"state", "cells", [](CellState state) { return Cell(word(state)); }},
                              {"count", "number", [&](CellState s) { return measured(count(s), Measure::count); }},
                              {"share", "share", [&](CellState s) {
                                 return measured(count(s) / static_cast<double>(slice.cells.size()), Measure::share);
                               }}});
}

}  // namespace jourdain
