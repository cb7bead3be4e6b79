#include "analyses/study/study_run.hpp"

#include "report/render.hpp"
#include "report/workspace_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {

StepResult study_workspace(StudyRun& run, Answer& section) {
  const Robot& robot = run.robot;
  if (!robot.mechanism().output) throw LeftOut{"the robot has no output whose places could be mapped"};
  if (robot.mechanism().output->moves.size() < 2) throw LeftOut{"the output has one coordinate only"};
  SliceRequest request = bordered(robot, default_slice(robot));
  request.across_count = request.up_count = 61;
  run.slice = workspace_slice(robot, request);
  const Slice& slice = *run.slice;
  const bool lengths = static_cast<int>(request.across) < 3 && static_cast<int>(request.up) < 3;
  double least = HUGE_VAL;
  for (const SliceCell& cell : slice.cells) {
    if (cell.state == CellState::ok) least = std::min(least, cell.type2);
  }
  Facts facts{"workspace", ""};
  std::string size = fmt::format("{:.3g} % of the picture", 100 * slice.reachable_share);
  if (lengths) {
    const double area =
        (request.across_to - request.across_from) * (request.up_to - request.up_from) * slice.reachable_share;
    size = area < 0.01 ? fmt::format("{:.3g} cm²", 1e4 * area) : fmt::format("{:.3g} m²", area);
    facts.facts.push_back({"area", "area of the slice", Number{area, Measure::area}, "within reach and limits"});
  }
  facts.facts.push_back({"reachable_share", "share of the picture", Number{slice.reachable_share, Measure::share}});
  facts.facts.push_back(
      {"type2", "smallest distance to type-2 singularities", Number{least}, "of the places within limits"});
  section.add(std::move(facts));
  section.add(Picture{"slice", "", slice_map(robot, slice)});
  add_text(
      section, "picture",
      fmt::format("A slice through the workspace: {} across, {} up. The colour is the distance to the nearest place "
                  "where the motors lose the output. In the 3D picture above, the button Workspace shows it in its "
                  "place.",
                  to_string(request.across), to_string(request.up)));
  Table table{"cells", "Cells", {{"state", "state"}, {"cells", "cells"}, {"share", "share"}}};
  static constexpr const char* words[] = {"ok", "unreachable", "singular", "beyond a limit", "behind a singularity"};
  for (int state = 0; state < 5; ++state) {
    const auto count =
        static_cast<double>(std::count_if(slice.cells.begin(), slice.cells.end(), [&](const SliceCell& cell) {
          return static_cast<int>(cell.state) == state;
        }));
    table.rows.push_back({words[state], Number{count, Measure::count},
                          Number{count / static_cast<double>(slice.cells.size()), Measure::share}});
  }
  section.add(std::move(table));
  run.files.push_back({"workspace.csv", entry_csv(slice_table(slice))});
  return {slice.reachable_share > 0 ? Tone::good : Tone::bad,
          fmt::format("Workspace: {} in the {}-{} plane{}.", size, to_string(request.across), to_string(request.up),
                      held_text(robot, request).empty() ? "" : " at " + held_text(robot, request)),
          {}};
}

}  // namespace jourdain
