// jourdain workspace.
#include "slice_arguments.hpp"

#include "io/atomic_file.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "jourdain/study/workspace_map.hpp"
#include "report/heatmap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace jourdain::cli {
namespace {

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

void print_slice(const Robot& robot, const Slice& slice, const std::optional<VolumeAnswer>& volume,
                 SliceQuantity quantity, const WorkspaceOptions& options) {
  const Numbers number{std::min(options.digits, 4)};
  print_text("{}\n\n", title(robot));
  Facts facts;
  add_slice(robot, number, slice, facts);
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const SliceCell& cell : slice.cells) {
    if (cell.state != CellState::ok) continue;
    low = std::min(low, value_of(cell, quantity));
    high = std::max(high, value_of(cell, quantity));
  }
  if (const std::optional<double> area = slice_area(slice))
    facts.add("area of the slice", fmt::format("{} cm^2 within reach and limits", number(1e4 * *area)));
  if (volume) add_volume(*volume, facts);
  if (low <= high)
    facts.add(std::string(label_of(quantity)), fmt::format("{} to {} within limits", number(low), number(high)));
  facts.print();
  print_text("\n");
  print_cells(slice);
  for (const std::string* file : {&options.out, &options.picture}) {
    if (!file->empty()) print_text("\nwritten: {}", *file);
  }
  if (!options.out.empty() || !options.picture.empty()) print_text("\n");
}

// Both files or none.
void write_files(const Robot& robot, const Slice& slice, SliceQuantity quantity, const WorkspaceOptions& options) {
  std::vector<FileText> files;
  if (!options.out.empty()) files.push_back({options.out, slice_csv(slice)});
  if (!options.picture.empty()) files.push_back({options.picture, slice_svg(robot, slice, quantity)});
  write_together(files);
}

}  // namespace

int run_workspace(const WorkspaceOptions& options) {
  const Robot robot = robot_of(options);
  require_output(robot);
  if (!options.axis.empty() && !options.volume) throw Error(ErrorKind::usage, "--axis goes with --volume");
  const SliceQuantity quantity = options.show == "type1"        ? SliceQuantity::type1
                                 : options.show == "constraint" ? SliceQuantity::constraint
                                 : options.show == "margin"     ? SliceQuantity::margin
                                                                : SliceQuantity::type2;
  SliceRequest request = parse_slice(robot, options.slice);
  if (options.slice.range.empty()) request = bordered(robot, request);
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
  write_files(robot, slice, quantity, options);
  if (options.json) {
    print_json(slice_json(robot, slice, volume, options));
  } else {
    print_slice(robot, slice, volume, quantity, options);
  }
  return slice.reachable_share > 0 ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
