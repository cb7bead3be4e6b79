#include "analyses/study/study_run.hpp"

#include "core/joined.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "kinematics/home_check.hpp"
#include "kinematics/home_hints.hpp"
#include "model/check_mechanism.hpp"

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

Table motor_table(const Robot& robot) {
  Table table{"motors",
              "Motors",
              {{"motor", "motor"},
               {"kind", "kind"},
               {"home", "home"},
               {"lower", "lower limit"},
               {"upper", "upper limit"},
               {"max_force", "largest force or torque"},
               {"max_speed", "largest speed"},
               {"gear", "gear"}}};
  const auto declared = [](double value, Measure measure) {
    return std::isfinite(value) ? Cell(Number{value, measure}) : Cell();
  };
  for (std::size_t k = 0; k < robot.motor_joints().size(); ++k) {
    const Joint& joint = motor_joint(robot, k);
    const bool slides = motor_slides(robot, k);
    const Measure place = motion_measure(slides, 0);
    const Limits& limits = joint.axes[0].limits;
    table.rows.push_back({joint.name, slides ? "slides" : "turns",
                          Number{robot.home_motors()[static_cast<int>(k)], place}, declared(limits.lower, place),
                          declared(limits.upper, place), declared(joint.motor->max_force, force_measure(slides)),
                          declared(joint.motor->max_speed, motion_measure(slides, 1)), Number{joint.motor->gear}});
  }
  table.note = "Empty: the model declares none.";
  return table;
}

double moving_mass(const Robot& robot) {
  double mass = 0;
  for (std::size_t b = 1; b < robot.mechanism().bodies.size(); ++b) mass += robot.mechanism().bodies[b].inertial.mass;
  return mass;
}

// What is near at home and where there is room instead.
std::string near_home(const Robot& robot, const SingularityReport& distance) {
  const double nearest = distance.nearest();
  const auto text = [&](const char* type, const std::string& where, const char* remedy) {
    return fmt::format("home is {:.2g} from a {} singularity{}: {}", nearest, type, where, remedy);
  };
  if (distance.constraint == nearest)
    return text("constraint", ", where the joints hardly hold the mechanism",
                "wider parallelograms or longer levers hold it better, or another home");
  if (distance.type2 == nearest)
    return text("type-2", ", where the motors hardly hold the output", "choose another home, or other motors");
  const auto limb = static_cast<std::size_t>(std::max(distance.limb, 0));
  return text("type-1", distance.limb >= 0 ? fmt::format(" of {}", robot.limbs()[limb].name) : std::string(),
              "choose a home where no leg is nearly stretched or folded");
}

}  // namespace

ModelFindings examine_model(const Robot& robot) {
  constexpr double near_singular = 0.02, near_limit = 0.005;  // the latter in radians or robot sizes
  ModelFindings found;
  const Workspace home(robot);
  found.home = singularity_distance(robot, home);
  found.problems = home_problems(robot, home);
  if (found.problems.empty() && found.home.nearest() < near_singular)
    found.advice.push_back(near_home(robot, found.home));
  const LimitState nearest = nearest_limit(robot, home);
  if (nearest.margin >= 0 && nearest.margin < near_limit)
    found.advice.push_back(
        fmt::format("home is at a limit: {}; choose a home with room to move", limit_text(robot, nearest)));
  if (const std::vector<std::string> bodies = impossible_bodies(robot.mechanism()); !bodies.empty())
    found.advice.push_back(fmt::format("no body can have the inertia of {}: correct it", joined(bodies)));
  if (!(moving_mass(robot) > 0))
    found.advice.emplace_back("no body has a mass: give the bodies their masses, or forces are those of springs alone");
  for (const IdleSpin& spin : robot.idle_spins()) {
    if (spin.matters.empty()) continue;
    found.advice.push_back(explain_spin(robot.mechanism(), spin));
    break;
  }
  return found;
}

StepResult study_check(StudyRun& run, Answer& section) {
  const Robot& robot = run.robot;
  const Mobility& m = robot.mobility();
  const ModelFindings found = examine_model(robot);
  const SingularityReport& distance = found.home;
  section.add(
      Facts{"robot",
            "",
            {{"freedoms", "freedoms", count_of(m.freedoms()), moves_of(robot)},
             {"motors", "motors", count_of(m.motors), std::string(to_string(m.actuation))},
             {"bodies", "moving bodies", count_of(m.bodies), fmt::format("{:.3g} kg in all", moving_mass(robot))},
             {"size", "size", Number{robot.size(), Measure::length}, "largest distance within a body"},
             {"distance",
              "distance to singularity",
              {Number{distance.nearest()}, found.tone()},
              "at home; 0 is singular, 1 is best"}}});
  add_texts(section, "problem", found.problems, Tone::bad);
  add_texts(section, "advice", found.advice, Tone::caution);
  Table facts{"properties", "", {{"property", "property"}, {"value", "value"}}};
  if (!robot.limbs().empty()) facts.rows.push_back({"legs", legs_text(robot)});
  facts.rows.push_back({"loops", fmt::format("{} independent; {} joint equations, {} of them independent", m.loops,
                                             m.equations, m.rank)});
  if (m.idle > 0) facts.rows.push_back({"idle freedoms", fmt::format("{}: rods that spin about themselves", m.idle)});
  facts.rows.push_back({"singularities at home", fmt::format("type 1 {:.2g}, type 2 {:.2g}, constraint {:.2g}",
                                                             distance.type1, distance.type2, distance.constraint)});
  facts.rows.push_back({"forces are computed", robot.dynamics_method()});
  section.add(std::move(facts));
  if (!robot.motor_joints().empty()) section.add(motor_table(robot));
  const std::string facts_text =
      fmt::format("{}, {}, {}, {}", counted(m.freedoms(), "freedom"), counted(m.motors, "motor"),
                  counted(m.bodies, "moving body"), counted(m.loops, "loop"));
  const std::string& name = robot.mechanism().name;
  if (!found.problems.empty())
    return {Tone::bad, fmt::format("The model of {} cannot be used: {}.", name, found.problems.front()),
            found.problems};
  if (!found.advice.empty())
    return {Tone::caution,
            fmt::format("The model of {} can be used, but {}.", name, found.advice.front()),
            {std::next(found.advice.begin()), found.advice.end()}};
  return {Tone::good,
          fmt::format("The model of {} is sound: {}; home is {:.2g} from the nearest singularity.", name, facts_text,
                      distance.nearest()),
          {}};
}

}  // namespace jourdain
