// The motion as screws seen from the base origin.
#include "analyses/analysis.hpp"
#include "analyses/given_motion.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/words.hpp"
#include "core/suggest.hpp"
#include "kinematics/joint_screws.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

struct ScrewsOptions {
  MotionArguments motion;
  std::vector<std::string> bodies;
};

void show_fields(OptionVisitor& visitor, ScrewsOptions& options) {
  show_fields(visitor, options.motion, Order::velocity, false);
  visitor.texts({.name = "body", .help = "Partial and Lie screws of this body only; may be repeated", .type = "BODY"},
                options.bodies);
}

// The bodies asked for, all moving ones without any.
std::vector<int> chosen_bodies(const Mechanism& mechanism, const std::vector<std::string>& names) {
  std::vector<int> bodies;
  std::vector<std::string> known;
  for (std::size_t b = 1; b < mechanism.bodies.size(); ++b) {
    known.push_back(mechanism.bodies[b].name);
    if (names.empty()) bodies.push_back(static_cast<int>(b));
  }
  for (const std::string& name : names) {
    const int body = find_body(mechanism, name);
    if (body == 0) throw Error(ErrorKind::usage, "--body: the base does not move");
    if (body < 0) {
      const std::string near = suggest(name, known);
      throw Error(ErrorKind::usage,
                  fmt::format("--body: there is no body '{}': {}", name,
                              near.empty() ? "see info for the names" : fmt::format("did you mean '{}'?", near)));
    }
    bodies.push_back(body);
  }
  return bodies;
}

// A screw and what it belongs to.
struct NamedScrew {
  std::string of, by = {};  // `by`: a motor, or the joints on the way
  std::string unit = {};    // of the rate that is 1
  Screw screw;
};

// One for each freedom of each joint.
std::vector<NamedScrew> screws_of_joints(const Robot& robot, const Workspace& ws) {
  std::vector<NamedScrew> all;
  for (int j = 0; j < static_cast<int>(robot.mechanism().joints.size()); ++j) {
    const std::vector<Screw> screws = joint_screws(ws, j);
    const std::vector<std::string> names = joint_rate_names(robot.mechanism(), j);
    for (std::size_t k = 0; k < screws.size(); ++k) {
      const bool slides = is_length(robot.mechanism().joints[j].type, static_cast<int>(k));
      all.push_back({names[k], "", std::string(words_of(motion_measure(slides, 1)).unit), screws[k]});
    }
  }
  return all;
}

// For each motor that drives, as `motors` name them.
std::vector<NamedScrew> partial_screws_of(const Robot& robot, Workspace& ws, const std::vector<int>& bodies,
                                          const AxisNames& motors) {
  std::vector<NamedScrew> all;
  for (const int body : bodies) {
    std::vector<Screw> screws(motors.names.size());
    if (partial_screws(robot, ws, body, screws) != Status::ok) continue;
    for (std::size_t k = 0; k < screws.size(); ++k)
      all.push_back({robot.mechanism().bodies[body].name, motors.names[k], motors.units[k], screws[k]});
  }
  return all;
}

// "leg1.alpha leg1.beta -leg2.beta": joints against the chain have a minus.
std::string chain_text(const Mechanism& mechanism, const JointChain& chain) {
  std::string text;
  for (const ChainJoint& at : chain)
    text += fmt::format("{}{}{}", text.empty() ? "" : " ", at.forward ? "" : "-", mechanism.joints[at.joint].name);
  return text;
}

// Columns for what it belongs to, then the turn and the velocity of the point at the base origin, or their changes.
Table screw_table(const char* key, const char* title, const std::vector<NamedScrew>& screws,
                  std::vector<ColumnOf<NamedScrew>> columns, int order = 1) {
  const AxisNames axes = output_axes(order);
  for (int c = 0; c < 6; ++c) {
    const std::string& name = axes.names[(c + 3) % 6];
    columns.insert(columns.end() - (order - 1), {name, name, [c, order](const NamedScrew& s) {
                                                   const Vector3& part = c < 3 ? s.screw.primary : s.screw.dual;
                                                   return Cell(Number{part[c % 3], motion_measure(c >= 3, order)});
                                                 }});
  }
  return table_of(key, title, screws, columns);
}

ColumnOf<NamedScrew> screw_column(const char* key, const char* title, std::string NamedScrew::*name) {
  return {key, title, [name](const NamedScrew& s) { return Cell(s.*name); }};
}

void add_lie_screws(const Robot& robot, const Workspace& ws, const std::vector<int>& bodies, Answer& answer) {
  const Mechanism& mechanism = robot.mechanism();
  const std::vector<JointChain> chains = body_chains(mechanism), loops = loop_chains(mechanism);
  std::vector<NamedScrew> of_bodies, of_loops;
  for (const int body : bodies) {
    const JointChain& chain = chains[body];
    of_bodies.push_back({mechanism.bodies[body].name, chain_text(mechanism, chain), "", lie_screw(ws, chain)});
  }
  for (const JointChain& loop : loops)
    of_loops.push_back({std::to_string(of_loops.size() + 1), chain_text(mechanism, loop), "", lie_screw(ws, loop)});
  const ColumnOf<NamedScrew> way = screw_column("chain", "joints on the way", &NamedScrew::by);
  answer.add(screw_table("lie_bodies", "Lie screws of the chains from the base to the bodies", of_bodies,
                         {screw_column("body", "body", &NamedScrew::of), way}, 2));
  answer.add(screw_table("lie_loops", "Lie screws of the loops", of_loops,
                         {screw_column("loop", "loop", &NamedScrew::of), way}, 2));
}

Answer screws(const Subject& subject, const ScrewsOptions& options, const Job&) {
  const Robot& robot = subject.robot();
  Answer answer;
  BadRows none;
  const MotionTable motion = parse_motion(robot, options.motion, Order::velocity, none, answer.warnings);
  const bool moving = has_rates(options.motion);
  Workspace ws(robot);
  if (robot.mechanism().output || !driving_motors(robot).empty()) {
    go_to(robot, options.motion, motion, 0, ws, moving ? Order::velocity : Order::position);
  } else if (moving || !options.motion.joints.empty()) {
    throw Error(ErrorKind::usage, fmt::format("'{}' has {}: leave out --joints and --rates, it stays at home",
                                              robot.mechanism().name, why_no_rates(robot)));
  }
  const std::vector<int> bodies = chosen_bodies(robot.mechanism(), options.bodies);
  const std::vector<NamedScrew> joints = screws_of_joints(robot, ws);
  const AxisNames motors = motor_axes(robot, driving_motors(robot));
  MatrixX G(static_cast<int>(joints.size()), static_cast<int>(motors.names.size()));
  const bool found = influence_coefficients(robot, ws, G) == Status::ok;

  answer.title = title_at(robot, ws);
  const ColumnOf<NamedScrew> unit = screw_column("unit", "rate in", &NamedScrew::unit);
  answer.add(screw_table("joints", "Joint screws: turn and velocity at the base origin for a unit rate", joints,
                         {screw_column("joint", "joint", &NamedScrew::of), unit}));
  Facts facts{"motion", "Motion"};
  if (found) {
    facts.facts.push_back({"conditioning", "conditioning", Number{ws.report().conditioning}});
    AxisNames rates;
    for (const NamedScrew& joint : joints) rates.names.push_back(joint.of), rates.units.push_back(joint.unit);
    answer.add(
        matrix_of("influence", "Influence coefficients: rates of the joints by the motors' rates", rates, motors, G));
    answer.add(screw_table(
        "partial", "Partial screws: turn and velocity at the base origin of a body for a unit rate of a motor",
        partial_screws_of(robot, ws, bodies, motors),
        {screw_column("body", "body", &NamedScrew::of), screw_column("motor", "motor", &NamedScrew::by), unit}));
  } else {
    facts.facts.push_back({"influence", "influence", {"none: " + why_no_rates(robot), Tone::bad}});
    answer.verdict = {Tone::bad, "the motors do not determine the motion", {why_no_rates(robot)}};
  }
  if (moving) {
    add_lie_screws(robot, ws, bodies, answer);
  } else {
    facts.facts.push_back({"lie", "Lie screws", "zero at rest: give --twist or --rates"});
  }
  answer.add(std::move(facts));
  if (robot.mechanism().output) answer.add(state_facts(ws, moving ? Order::velocity : Order::position));
  return answer;
}

}  // namespace

extern constinit const Analysis screws_analysis{
    .name = "screws",
    .what =
        "The motion as screws seen from the base origin: those of all joint freedoms, influence coefficients, partial "
        "screws of the bodies, and with --twist or --rates the Lie screws of chains and loops. Exit code 1 if the "
        "motors do not determine the motion.",
    .examples =
        "jourdain screws gearshift --rates 1,-0.5\n"
        "jourdain screws palida --pose x=0.05 --body platform --json",
    .ask = QuestionOf<ScrewsOptions, screws>::ask};

}  // namespace jourdain
