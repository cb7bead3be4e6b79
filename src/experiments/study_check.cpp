#include "experiments/study_run.hpp"

#include "core/joined.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "kinematics/home_check.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

std::string moves_of(const Robot& robot) {
  if (!robot.mechanism().output) return "no output";
  std::vector<std::string_view> names;
  for (Move move : robot.mechanism().output->moves) names.push_back(to_string(move));
  return joined(names, " ");
}

std::string length_text(double metres) {
  return metres < 1 ? fmt::format("{:.3g} mm", 1000 * metres) : fmt::format("{:.3g} m", metres);
}

std::string counted(int count, const char* noun, const char* one = "", const char* many = "s") {
  return fmt::format("{} {}{}", count, noun, count == 1 ? one : many);
}

PageTable motor_table(const Robot& robot) {
  PageTable table;
  table.title = "Motors";
  table.columns = {{"motor", ""},
                   {"kind", ""},
                   {"home", motor_units(robot, "mm", "deg")},
                   {"lower limit", motor_units(robot, "mm", "deg")},
                   {"upper limit", motor_units(robot, "mm", "deg")},
                   {"largest force", motor_units(robot, "N", "N m")},
                   {"largest speed", motor_units(robot, "m/s", "rad/s")},
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
      {"motors", fmt::format("{}", m.motors), std::string(to_string(m.actuation)), Tone::plain},
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
          fmt::format("The model is sound: {}, {}, {}, {}; home is {:.2g} from the nearest singularity.",
                      counted(m.freedoms(), "freedom"), counted(m.motors, "motor"),
                      counted(m.bodies, "moving bod", "y", "ies"), counted(m.loops, "loop"), distance.nearest())};
}

}  // namespace jourdain
