// Forces at rest: what holds the robot, what its motors can do at the output, and how stiff it is.
#include "jourdain/dynamics/statics.hpp"

#include "analyses/analysis.hpp"
#include "analyses/given_motion.hpp"
#include "analyses/load_case.hpp"
#include "analyses/row_loop.hpp"
#include "analyses/simpler_model.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/words.hpp"
#include "core/joined.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

struct StaticsOptions {
  MotionArguments motion;
  LoadArguments load;
  std::string simplify, stiffness;
};

void show_fields(OptionVisitor& visitor, StaticsOptions& options) {
  show_fields(visitor, options.motion, Order::position, false);
  visitor.text({.name = "stiffness",
                .help = "Stiffness of the motors at their joints: one value for all, one per motor, or name=value,...",
                .type = "LIST"},
               options.stiffness);
  show_simplify(visitor, simpler_bodies, options.simplify);
  show_fields(visitor, options.load);
  show_sharing(visitor, options.load);
}

struct HeldMotor {
  std::string name;
  bool slides = false;
  double force = 0;
  const MotorModel& motor;
};

// What the motors can do at the output along one axis and against it; speeds are the same both ways.
struct AxisCapability {
  std::string axis;
  Measure measure = Measure::force;
  Capability along, against = {};
};

constexpr std::array wrench_axes{"fx", "fy", "fz", "mx", "my", "mz"};

Capability known_capability(const Capability& capability, const char* what) {
  if (capability.status == Status::ok) return capability;
  throw Error(ErrorKind::numerical, fmt::format("{}: {}", what, to_string(capability.status)));
}

std::vector<AxisCapability> force_capabilities(const Robot& robot, Workspace& ws, const VectorX& holding) {
  std::vector<AxisCapability> all;
  for (int c = 0; c < 6; ++c) {
    const Vector6 axis = Vector6::Unit(c);
    all.push_back({wrench_axes[c], force_measure(c < 3),
                   known_capability(force_capability(robot, ws, axis, holding), "largest forces"),
                   known_capability(force_capability(robot, ws, -axis, holding), "largest forces")});
  }
  return all;
}

std::vector<AxisCapability> speed_capabilities(const Robot& robot, Workspace& ws) {
  std::vector<AxisCapability> all;
  const std::vector<Move>& moves = robot.mechanism().output->moves;
  const AxisNames axes = move_axes(robot);
  for (std::size_t k = 0; k < moves.size(); ++k) {
    const VectorX axis = VectorX::Unit(static_cast<int>(moves.size()), static_cast<int>(k));
    all.push_back({axes.names[k], motion_measure(static_cast<int>(moves[k]) < 3, 1),
                   known_capability(speed_capability(robot, ws, axis), "largest speeds")});
  }
  return all;
}

// Forces by small displacements in the output's moves.
Matrix stiffness_matrix(const Robot& robot, Workspace& ws, const std::string& text) {
  AxisNames rows, columns;
  for (const Move move : robot.mechanism().output->moves) {
    const std::size_t c = static_cast<std::size_t>(move);
    rows.names.emplace_back(wrench_axes[c]);
    rows.units.emplace_back(c < 3 ? "N" : "N m");
    columns.names.push_back(fmt::format("{}{}", c < 3 ? "" : "about ", "xyz"[c % 3]));
    columns.units.emplace_back(c < 3 ? "m" : "rad");
  }
  const int n = static_cast<int>(rows.names.size());
  MatrixX K(n, n);
  if (output_stiffness(robot, ws, parse_stiffness(robot, "--stiffness", text), K) != Status::ok)
    throw Error(ErrorKind::numerical, "stiffness: " + ws.explain());
  return matrix_of("stiffness", "Stiffness of the output: forces by small displacements", rows, columns, K);
}

Table held_motors(const std::vector<HeldMotor>& motors) {
  const auto share = [](const HeldMotor& m) { return std::abs(m.force) / m.motor.max_force; };
  return table_of<HeldMotor>(
      "motors", "Holding forces", motors,
      {{"motor", "motor", [](const HeldMotor& m) { return Cell(m.name); }},
       {"holding", "force", [](const HeldMotor& m) { return measured(m.force, force_measure(m.slides)); }},
       {"max_force", "its limit",
        [](const HeldMotor& m) { return limit_of(m.motor.max_force, force_measure(m.slides)); }},
       {"share", "of it",
        [&](const HeldMotor& m) {
          return std::isfinite(m.motor.max_force)
                     ? Cell(Number{share(m), Measure::share}, share(m) > 1 ? Tone::bad : Tone::plain)
                     : Cell();
        }},
       {"max_speed", "max speed",
        [](const HeldMotor& m) { return limit_of(m.motor.max_speed, motion_measure(m.slides, 1)); }}});
}

// Motors that the model gives no such limit.
std::vector<std::string> unlimited_motors(const std::vector<HeldMotor>& motors, double MotorModel::*limit) {
  std::vector<std::string> names;
  for (const HeldMotor& m : motors)
    if (!std::isfinite(m.motor.*limit)) names.push_back(m.name);
  return names;
}

Table capability_table(Table table, const std::vector<std::string>& unlimited, const char* limit) {
  const std::string taken = fmt::format("Without {}, and taken as unlimited: {}", limit, joined(unlimited));
  if (!unlimited.empty()) table.note += (table.note.empty() ? "" : "\n") + taken;
  return table;
}

// Largest forces and speeds of the output as tables, or the facts that say why there are none.
void add_capabilities(const Robot& robot, Workspace& ws, const VectorX& holding, const std::vector<HeldMotor>& motors,
                      Answer& answer, Facts& facts) {
  const auto limited_by = [&](const Capability& c) { return c.motor < 0 ? Cell() : Cell(motors[c.motor].name); };
  const std::vector<ColumnOf<AxisCapability>> columns{
      {"axis", " ", [](const AxisCapability& a) { return Cell(a.axis); }},
      {"along", "along", [](const AxisCapability& a) { return measured(a.along.factor, a.measure); }},
      {"along_limited_by", "limited by", [&](const AxisCapability& a) { return limited_by(a.along); }},
      {"against", "against", [](const AxisCapability& a) { return measured(a.against.factor, a.measure); }},
      {"against_limited_by", "limited by", [&](const AxisCapability& a) { return limited_by(a.against); }}};
  const std::vector<std::string> no_force = unlimited_motors(motors, &MotorModel::max_force);
  const std::vector<std::string> no_speed = unlimited_motors(motors, &MotorModel::max_speed);
  const auto none = [&](const char* key, const char* title, const std::string& why) {
    facts.facts.push_back({key, title, "none: " + why});
  };
  const bool placed = robot.mechanism().output.has_value();
  const std::string no_output = "the model has no platform or end point";
  if (!placed || no_force.size() == motors.size()) {
    none("forces", "largest forces", placed ? "the model gives no max_force" : no_output);
  } else {
    const std::vector<AxisCapability> forces = force_capabilities(robot, ws, holding);
    Table table = table_of(
        "forces", "Largest forces of the output on its surroundings, one at a time, while it is held", forces, columns);
    const bool carried = std::ranges::any_of(forces, [](const auto& a) { return a.along.motor < 0; });
    if (carried && no_force.empty()) table.note = "infinite: the structure carries it, and no motor feels it";
    answer.add(capability_table(std::move(table), no_force, "max_force"));
  }
  if (!placed || no_speed.size() == motors.size()) {
    none("speeds", "largest speeds", placed ? "the model gives no max_speed" : no_output);
  } else {
    std::vector<ColumnOf<AxisCapability>> both_ways{columns[0], columns[1], columns[2]};
    both_ways[1].key = both_ways[1].title = "speed";
    both_ways[2].key = "limited_by";
    answer.add(capability_table(
        table_of("speeds", "Largest speeds of the output, one at a time", speed_capabilities(robot, ws), both_ways),
        no_speed, "max_speed"));
  }
}

Answer statics(const Subject& subject, const StaticsOptions& options, const Job&) {
  Answer answer;
  const Robot robot = changed_robot(subject, "", options.simplify, answer.warnings);
  require_motors(robot);
  if (!options.stiffness.empty() && !robot.mechanism().output)
    throw Error(ErrorKind::usage,
                fmt::format("--stiffness: '{}' has no platform or end point", robot.mechanism().name));
  warn_of_idle_spins(robot, answer.warnings);
  const LoadCase load(robot, options.load, answer.warnings);
  BadRows none;
  const MotionTable motion = parse_motion(robot, options.motion, Order::position, none, answer.warnings);
  Workspace ws(robot);
  go_to(robot, options.motion, motion, 0, ws, Order::position);
  Forces holding(robot);
  if (holding_forces(robot, ws, holding, load.options) != Status::ok)
    refuse_row(robot, options.motion, motion, 0, ws, "holding forces: ");
  std::vector<HeldMotor> motors;
  for (int k = 0; k < static_cast<int>(holding.size()); ++k) {
    const Joint& joint = robot.mechanism().joints[robot.motor_joints()[k]];
    motors.push_back({joint.name, motor_slides(robot, k), holding[k], *joint.motor});
  }

  answer.title = title_at(robot, ws);
  answer.model = robot.mechanism().name;
  answer.add(held_motors(motors));
  Facts facts{"distances", "Singularities and limits"};
  add_capabilities(robot, ws, holding, motors, answer, facts);
  if (!options.stiffness.empty()) answer.add(stiffness_matrix(robot, ws, options.stiffness));
  add_distances(robot, ws, singularity_distance(robot, ws), facts);
  answer.add(std::move(facts));
  if (robot.mechanism().output) answer.add(state_facts(ws, Order::position));

  for (const HeldMotor& m : motors) {
    const Measure measure = force_measure(m.slides);
    answer.key_numbers.push_back({"holding/" + m.name, "holding force", m.name, {m.force, measure}});
    if (std::abs(m.force) <= m.motor.max_force) continue;
    answer.verdict.reasons.push_back(fmt::format("motor {} needs {:.4g} {} to hold, its largest is {:.4g}", m.name,
                                                 std::abs(m.force), words_of(measure).unit, m.motor.max_force));
  }
  answer.warnings.insert(answer.warnings.end(), answer.verdict.reasons.begin(), answer.verdict.reasons.end());
  if (const LimitState limit = nearest_limit(robot, ws); limit.margin < 0) {
    answer.warnings.push_back(beyond_text(robot, "", limit, 1));
    answer.verdict.reasons.emplace_back("a joint is beyond its limits");
  }
  if (!answer.verdict.reasons.empty()) {
    answer.verdict.tone = Tone::bad;
    answer.verdict.text = "the robot cannot rest here";
  }
  warn_of_fold(robot, ws, answer.warnings);
  return answer;
}

}  // namespace

extern constinit const Analysis statics_analysis{
    .name = "statics",
    .what =
        "Forces at rest: forces of the motors that hold the robot at a pose against gravity, springs and loads; the "
        "largest forces and speeds of the output along the axes within max_force and max_speed; and with --stiffness "
        "how stiff the output is. Exit code 1 if a motor is too weak to hold, or a joint is beyond its limits.",
    .examples =
        "jourdain statics palida --pose x=0.1 --load platform:0,0,-100\n"
        "jourdain statics delta --joints '20 deg, 10 deg, 15 deg' --stiffness '500 N m/rad'",
    .has_key_numbers = true,
    .ask = QuestionOf<StaticsOptions, statics>::ask};

}  // namespace jourdain
