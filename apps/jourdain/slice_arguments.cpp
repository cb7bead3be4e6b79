#include "slice_arguments.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace jourdain::cli {
namespace {

// In the order of tables.
constexpr CellState cell_states[] = {CellState::ok, CellState::limit, CellState::behind, CellState::singular,
                                     CellState::unreachable};

Move parse_move(const std::string& text) {
  const std::string name = text == "phi" ? "rz" : text;
  for (int c = 0; c < 6; ++c) {
    if (pose_names[c] == name) return static_cast<Move>(c);
  }
  throw Error(ErrorKind::usage, fmt::format("--plane: '{}' is no coordinate: choose two of x, y, z, rx, ry, rz", text));
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

void set_about(SliceRequest& request, double across, double up) {
  request.across_from = coordinate(request.at, request.across) - across;
  request.across_to = coordinate(request.at, request.across) + across;
  request.up_from = coordinate(request.at, request.up) - up;
  request.up_to = coordinate(request.at, request.up) + up;
}

SliceRequest set_counts(const SliceArguments& options, SliceRequest request) {
  const std::size_t x = options.grid.find('x');
  request.across_count = parse_count(options.grid.substr(0, x));
  request.up_count = x == std::string::npos ? request.across_count : parse_count(options.grid.substr(x + 1));
  return request;
}

// Bare numbers are in m: 200 is no slice of a robot of half a metre.
void warn_of_range(const Robot& robot, const SliceRequest& request) {
  constexpr double most_sizes = 20;
  const auto width = [](Move move, double from, double to) {
    return static_cast<int>(move) < 3 ? std::abs(to - from) : 0.0;
  };
  const double widest = std::max(width(request.across, request.across_from, request.across_to),
                                 width(request.up, request.up_from, request.up_to));
  if (widest > most_sizes * robot.size())
    warn(fmt::format("--range: the slice is {:.4g} m wide, the robot's size is {:.4g} m: check its unit", widest,
                     robot.size()));
}

struct Counts {
  int of[5] = {};
};

Counts count_states(const Slice& slice) {
  Counts counts;
  for (const SliceCell& cell : slice.cells) ++counts.of[static_cast<int>(cell.state)];
  return counts;
}

}  // namespace

SliceRequest parse_slice(const Robot& robot, const SliceArguments& options) {
  SliceRequest request = default_slice(robot);
  if (robot.mechanism().output->moves.size() < 2) {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' has one coordinate only: a slice needs two", robot.mechanism().name));
  }
  if (!options.plane.empty()) {
    const std::vector<ListEntry> axes = split_list("--plane", options.plane);
    if (axes.size() != 2) throw Error(ErrorKind::usage, "--plane: expected two coordinates, such as x,y");
    request.across = parse_move(axes[0].text);
    request.up = parse_move(axes[1].text);
  }
  if (!options.at.empty()) {
    MotionValues values;
    values.pose = parse_coordinates(robot, options.at_option, options.at, 0);
    request.at = complete_motion(robot, values).pose;
  }
  const int across = static_cast<int>(request.across), up = static_cast<int>(request.up);
  if (!options.range.empty()) {
    const std::vector<ListEntry> ends = split_list("--range", options.range);
    if (ends.size() == 1) {
      // One half width for both, about the held pose.
      const double width_across = quantity("--range", ends[0].text, coordinate_dimension(across, 0));
      const double width_up = quantity("--range", ends[0].text, coordinate_dimension(up, 0));
      set_about(request, width_across, width_up);
      warn_of_range(robot, request);
      return set_counts(options, request);
    }
    if (ends.size() != 4) {
      throw Error(ErrorKind::usage, "--range: expected one half width, or four values: both ends across, both ends up");
    }
    request.across_from = quantity("--range", ends[0].text, coordinate_dimension(across, 0));
    request.across_to = quantity("--range", ends[1].text, coordinate_dimension(across, 0));
    request.up_from = quantity("--range", ends[2].text, coordinate_dimension(up, 0));
    request.up_to = quantity("--range", ends[3].text, coordinate_dimension(up, 0));
  } else {
    // As default_slice, about the held pose.
    const auto half = [&](int c) { return c < 3 ? 0.5 * robot.size() : M_PI / 3; };
    set_about(request, half(across), half(up));
  }
  warn_of_range(robot, request);
  return set_counts(options, request);
}

void add_slice(const Slice& slice, Json& json) {
  const SliceRequest& r = slice.request;
  const Counts counts = count_states(slice);
  json["across"] = {
      {"coordinate", to_string(r.across)}, {"from", r.across_from}, {"to", r.across_to}, {"count", r.across_count}};
  json["up"] = {{"coordinate", to_string(r.up)}, {"from", r.up_from}, {"to", r.up_to}, {"count", r.up_count}};
  json["held"] = pose_json(r.at);
  json["reachable_share"] = finite(slice.reachable_share);
  for (CellState state : cell_states) json["cells"][word(state)] = counts.of[static_cast<int>(state)];
}

void add_slice(const Robot& robot, const Numbers& number, const Slice& slice, Facts& facts) {
  const SliceRequest& r = slice.request;
  const auto range = [&](Move move, double from, double to) {
    const bool length = static_cast<int>(move) < 3;
    return fmt::format("{} to {}", friendly(number, length, from), friendly(number, length, to));
  };
  facts.add(fmt::format("across: {}", to_string(r.across)), range(r.across, r.across_from, r.across_to));
  facts.add(fmt::format("up: {}", to_string(r.up)), range(r.up, r.up_from, r.up_to));
  const std::string held = held_text(robot, r);
  if (!held.empty()) facts.add("held", held);
}

void print_cells(const Slice& slice) {
  Table table({"cells", ">number", ">share"});
  const Counts counts = count_states(slice);
  for (CellState state : cell_states) {
    const int count = counts.of[static_cast<int>(state)];
    table.add({word(state), std::to_string(count),
               fmt::format("{:.1f} %", 100.0 * count / static_cast<double>(slice.cells.size()))});
  }
  table.print();
}

}  // namespace jourdain::cli
