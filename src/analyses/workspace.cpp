// A slice of the workspace, and its volume.
#include "analyses/analysis.hpp"
#include "analyses/slice.hpp"
#include "analyses/words.hpp"
#include "report/workspace_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace jourdain {
namespace {

struct WorkspaceOptions {
  SliceArguments slice;
  SliceQuantity show = SliceQuantity::type2;
  std::string out, picture;
  bool volume = false;
  int axis = -1;  // of the largest cylinder: x, y or z; negative: z
};

void show_fields(OptionVisitor& visitor, WorkspaceOptions& options) {
  static constexpr std::string_view axes[] = {"x", "y", "z"};
  show_fields(visitor, options.slice);
  visitor.file({.name = "out", .help = "CSV file to write, one row per cell"}, FileRole::output, options.out);
  visitor.file({.name = "picture", .help = "SVG file to write"}, FileRole::picture, options.picture);
  visitor.flag({.name = "volume",
                .help = "Volume (or area) that can be used at the held orientation, and the largest cylinder and "
                        "cuboid in it"},
               options.volume);
  visitor.choice({.name = "axis", .help = "Axis of the cylinder, z by itself", .type = "AXIS", .goes_with = "volume"},
                 axes, options.axis);
  visitor.one_of({.name = "show", .help = "Colour of the picture", .goes_with = "picture plot page"}, options.show);
}

// What --volume found.
struct VolumeFound {
  WorkspaceVolume whole;
  std::optional<InscribedCylinder> cylinder;
  std::optional<InscribedCuboid> cuboid;
};

VolumeFound find_volume(const Robot& robot, const SliceRequest& request, int axis, const Job& job) {
  VolumeRequest wanted;
  wanted.at = request.at;
  wanted.count = std::clamp(std::min(request.across_count, request.up_count), 5, 61);
  job.tell(fmt::format("{} samples a side", wanted.count));
  VolumeFound found;
  found.whole = workspace_volume(robot, wanted, [&](double share) {
    stop_if_cancelled(job);
    job.advance(share);
  });
  if (axis >= 0 && found.whole.dimensions() == 2)
    throw Error(ErrorKind::usage, "--axis: a workspace in a plane has no cylinder, but a disc");
  found.cylinder = largest_cylinder(found.whole, axis < 0 ? Move::z : static_cast<Move>(axis));
  found.cuboid = largest_cuboid(found.whole);
  return found;
}

// Area of the cells that can be used, in m^2, if both coordinates are lengths.
std::optional<double> slice_area(const Slice& slice) {
  const SliceRequest& r = slice.request;
  if (static_cast<int>(r.across) >= 3 || static_cast<int>(r.up) >= 3) return std::nullopt;
  const double cell = (r.across_to - r.across_from) / (r.across_count - 1) * (r.up_to - r.up_from) / (r.up_count - 1);
  return cell * slice.reachable_share * static_cast<double>(slice.cells.size());
}

void add_volume(const VolumeFound& found, Answer& answer) {
  const WorkspaceVolume& w = found.whole;
  const bool plane = w.dimensions() == 2;
  const auto point = [&](const std::array<double, 3>& values) {
    NamedNumbers numbers;
    for (int c = 0; c < w.dimensions(); ++c)
      numbers.entries.push_back({std::string(to_string(w.moves[c])), {values[c], Measure::length}});
    return numbers;
  };
  const auto key = [&](const char* name, const char* group, const Number& number) {
    answer.key_numbers.push_back({name, group, "", number});
  };
  const Measure measure = plane ? Measure::area : Measure::volume;
  Facts& facts = answer.add(Facts{"volume", plane ? "Area at this orientation" : "Volume at this orientation"});
  facts.facts.push_back(
      {"size", plane ? "area" : "volume", Number{w.size, measure}, fmt::format("by {} samples a side", w.count[0])});
  facts.facts.push_back({"uncertainty", "uncertainty", Number{w.uncertainty, measure}});
  key("volume", plane ? "area" : "volume", {w.size, measure});
  if (found.cylinder) {
    NamedNumbers size{{{"radius", {found.cylinder->radius, Measure::length}}}};
    key("cylinder/radius", "radius of the cylinder", size.entries[0].number);
    if (!plane) size.entries.push_back({"height", {found.cylinder->height, Measure::length}});
    if (!plane) key("cylinder/height", "height of the cylinder", size.entries[1].number);
    facts.facts.push_back({"cylinder", plane ? "largest disc" : "largest cylinder", std::move(size),
                           plane ? "" : fmt::format("along {}", to_string(found.cylinder->axis))});
    facts.facts.push_back({"cylinder_centre", "its centre", point(found.cylinder->centre)});
  }
  if (!found.cuboid) return;
  facts.facts.push_back(
      {"cuboid_from", plane ? "largest rectangle, from" : "largest cuboid, from", point(found.cuboid->from)});
  facts.facts.push_back({"cuboid_to", "to", point(found.cuboid->to)});
}

// Ends of the distances over the cells that can be used.
Table distance_ranges(const Slice& slice) {
  struct Range {
    SliceQuantity quantity;
    double least = HUGE_VAL, largest = -HUGE_VAL;
  };
  std::vector<Range> ranges;
  for (int q = 0; slice.reachable_share > 0 && q < static_cast<int>(words(SliceQuantity{}).size()); ++q) {
    Range& range = ranges.emplace_back(Range{static_cast<SliceQuantity>(q)});
    for (const SliceCell& cell : slice.cells) {
      if (cell.state != CellState::ok) continue;
      range.least = std::min(range.least, value_of(cell, range.quantity));
      range.largest = std::max(range.largest, value_of(cell, range.quantity));
    }
    if (!std::isfinite(range.largest)) ranges.pop_back();
  }
  return table_of<Range>("ranges", "Within reach and limits", ranges,
                         {{"quantity", " ", [](const Range& r) { return Cell(std::string(label_of(r.quantity))); }},
                          {"least", "from", [](const Range& r) { return Cell(Number{r.least}); }},
                          {"largest", "to", [](const Range& r) { return Cell(Number{r.largest}); }}});
}

Answer workspace(const Subject& subject, const WorkspaceOptions& options, const Job& job) {
  const Robot& robot = subject.robot();
  Answer answer{"workspace", marked_name(robot.mechanism())};
  SliceRequest request = parse_slice(robot, options.slice, answer.warnings);
  if (options.slice.range.empty()) request = bordered(robot, request);
  job.tell(fmt::format("{} x {} cells", request.across_count, request.up_count));
  std::size_t visits = 0;
  const double cells = static_cast<double>(request.across_count) * request.up_count;
  const Slice slice = workspace_slice(robot, request, [&](std::size_t, const SliceCell&, Workspace&) {
    if (visits % 64 == 0) stop_if_cancelled(job);
    job.advance(static_cast<double>(++visits) / cells);
  });

  Facts& facts = answer.add(slice_facts(robot, slice));
  answer.key_numbers.push_back(
      {"reachable_share", "share within reach and limits", "", {slice.reachable_share, Measure::share}});
  if (const std::optional<double> area = slice_area(slice)) {
    facts.facts.push_back({"area", "area of the slice", Number{*area, Measure::area}, "within reach and limits"});
    answer.key_numbers.push_back({"area", "area", "", {*area, Measure::area}});
  }
  if (options.volume) add_volume(find_volume(robot, request, options.axis, job), answer);
  answer.add(cell_counts(slice));
  answer.add(distance_ranges(slice));
  answer.add(slice_table(slice));
  answer.add(Picture{"map", "", slice_map(robot, slice, options.show)});
  if (!options.out.empty()) answer.files.push_back({options.out, "grid"});
  if (!options.picture.empty()) answer.files.push_back({options.picture, "map"});
  if (!(slice.reachable_share > 0)) answer.verdict = {Tone::bad, "no place of this slice is within reach and limits"};
  return answer;
}

}  // namespace

extern constinit const Analysis workspace_analysis{
    .name = "workspace",
    .what =
        "Maps a slice of the workspace: two coordinates vary over a grid, the others are held. Each cell is reachable, "
        "beyond a limit, singular or out of reach, and has its distances to singularities and limits. Without --range "
        "the slice is as wide as the workspace. Writes a CSV table and an SVG picture. Exit code 1 if no cell can be "
        "used.",
    .examples =
        "jourdain workspace five-bar --grid 41x41 --out slice.csv --picture slice.svg\n"
        "jourdain workspace delta --grid 21 --volume",
    .has_key_numbers = true,
    .ask = QuestionOf<WorkspaceOptions, workspace>::ask};

}  // namespace jourdain
