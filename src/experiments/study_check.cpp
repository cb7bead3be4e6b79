#include "experiments/study_run.hpp"

#include "jourdain/kinematics/home_check.hpp"
#include "jourdain/kinematics/limits.hpp"
#include "jourdain/kinematics/singularity.hpp"
#include "jourdain/report/workspace_picture.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace jourdain {
namespace {

std::string moves_of(const Robot& robot) {
  if (!robot.mechanism().output) return "no output";
  std::vector<std::string_view> names;
  for (Move move : robot.mechanism().output->moves) names.push_back(to_string(move));
  return fmt::format("{}", fmt::join(names, " "));
}

std::string length_text(double metres) {
  return metres < 1 ? fmt::format("{:.3g} mm", 1000 * metres) : fmt::format("{:.3g} m", metres);
}

PageTable motor_table(const Robot& robot) {
  PageTable table;
  table.title = "Motors";
  table.columns = {{"motor", ""},
                   {"kind", ""},
                   {"home", "mm, deg"},
                   {"lower limit", "mm, deg"},
                   {"upper limit", "mm, deg"},
                   {"largest force", "N, N m"},
                   {"largest speed", "m/s, rad/s"},
                   {"gear", ""}};
  for (std::size_t k = 0; k < robot.actuators().size(); ++k) {
    const Joint& joint = motor_joint(robot, k);
    const double scale = motor_slides(robot, k) ? 1000 : 180 / M_PI;
    const Limits& limits = joint.axes[0].limits;
    table.rows.push_back({joint.name, motor_slides(robot, k) ? "slides" : "turns",
                          scale * robot.home_actuators()[static_cast<int>(k)], scale * limits.lower,
                          scale * limits.upper, joint.actuator->max_force, joint.actuator->max_speed,
                          joint.actuator->gear});
  }
  table.note = "A dash: the model declares none.";
  return table;
}

double moving_mass(const Robot& robot) {
  double mass = 0;
  for (std::size_t b = 1; b < robot.mechanism().bodies.size(); ++b) mass += robot.mechanism().bodies[b].inertial.mass;
  return mass;
}

}  // namespace

StepResult study_check(StudyRun& run, PageSection& section) {
  const Robot& robot = run.robot;
  const Mobility& m = robot.mobility();
  const Workspace home(robot);
  const SingularityReport distance = singularity_distance(robot, home);
  const std::vector<LimitState> exceeded = exceeded_limits(robot, home);
  std::vector<std::string> problems = home_problems(robot, home);
  for (const LimitState& limit : exceeded)
    problems.push_back(fmt::format("home is beyond a limit of {}",
                                   robot.mechanism().joints[static_cast<std::size_t>(limit.joint)].name));
  PageFigures figures;
  figures.figures = {
      {"freedoms", fmt::format("{}", m.freedoms()), moves_of(robot), Tone::plain},
      {"motors", fmt::format("{}", m.motors), std::string(to_string(m.actuation)) + " actuated", Tone::plain},
      {"moving bodies", fmt::format("{}", m.bodies), fmt::format("{:.3g} kg in all", moving_mass(robot)), Tone::plain},
      {"size", length_text(robot.size()), "largest distance within a body", Tone::plain},
      {"distance to singularity", fmt::format("{:.2g}", distance.nearest()), "at home; 0 is singular, 1 is best",
       problems.empty() ? Tone::good : Tone::bad}};
  section.elements.emplace_back(std::move(figures));
  for (const std::string& problem : problems) section.elements.emplace_back(PageText{problem, Tone::bad});
  PageTable facts;
  facts.columns = {{"", ""}, {"", ""}};
  if (!robot.limbs().empty()) facts.rows.push_back({"legs", legs_text(robot)});
  facts.rows.push_back({"loops", fmt::format("{} independent; {} joint equations, {} of them independent", m.loops,
                                             m.equations, m.rank)});
  if (m.idle > 0) facts.rows.push_back({"idle freedoms", fmt::format("{}: rods that spin about themselves", m.idle)});
  facts.rows.push_back({"singularities at home", fmt::format("type 1 {:.2g}, type 2 {:.2g}, constraint {:.2g}",
                                                             distance.type1, distance.type2, distance.constraint)});
  facts.rows.push_back({"forces are computed", robot.dynamics_method()});
  section.elements.emplace_back(std::move(facts));
  if (!robot.actuators().empty()) section.elements.emplace_back(motor_table(robot));
  if (!problems.empty()) return {Tone::bad, problems.front()};
  return {Tone::good,
          fmt::format("The model is sound: {} freedoms, {} motors, {} moving bodies, {} loops; home is {:.2g} from "
                      "the nearest singularity.",
                      m.freedoms(), m.motors, m.bodies, m.loops, distance.nearest())};
}

StepResult study_workspace(StudyRun& run, PageSection& section) {
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
  PageFigures figures;
  std::string size = fmt::format("{:.3g} % of the picture", 100 * slice.reachable_share);
  if (lengths) {
    const double area =
        (request.across_to - request.across_from) * (request.up_to - request.up_from) * slice.reachable_share;
    size = area < 0.01 ? fmt::format("{:.3g} cm²", 1e4 * area) : fmt::format("{:.3g} m²", area);
    figures.figures.push_back({"area of the slice", size, "within reach and limits", Tone::plain});
  }
  figures.figures.push_back(
      {"share of the picture", fmt::format("{:.3g} %", 100 * slice.reachable_share), "", Tone::plain});
  figures.figures.push_back(
      {"least type-2 distance", fmt::format("{:.2g}", least), "of the places within limits", Tone::plain});
  section.elements.emplace_back(std::move(figures));
  section.elements.emplace_back(
      PagePicture{slice_svg(robot, slice),
                  fmt::format("A slice through the workspace: {} across, {} up. The colour is the distance to the "
                              "nearest place where the motors lose "
                              "the output. In the 3D picture above, the button Workspace shows it in its place.",
                              to_string(request.across), to_string(request.up))});
  PageTable table;
  table.title = "Cells";
  table.columns = {{"state", ""}, {"cells", ""}, {"share", "%"}};
  static constexpr const char* words[] = {"ok", "unreachable", "singular", "beyond a limit", "behind a singularity"};
  for (int state = 0; state < 5; ++state) {
    const auto count = std::count_if(slice.cells.begin(), slice.cells.end(),
                                     [&](const SliceCell& cell) { return static_cast<int>(cell.state) == state; });
    table.rows.push_back({words[state], static_cast<int>(count),
                          PageCell(100.0 * static_cast<double>(count) / static_cast<double>(slice.cells.size()), 3)});
  }
  section.elements.emplace_back(std::move(table));
  run.files.push_back({run.path("workspace.csv"), slice_csv(slice)});
  return {slice.reachable_share > 0 ? Tone::good : Tone::bad,
          fmt::format("Workspace: {} in the {}-{} plane{}.", size, to_string(request.across), to_string(request.up),
                      held_text(robot, request).empty() ? "" : " at " + held_text(robot, request))};
}

}  // namespace jourdain
