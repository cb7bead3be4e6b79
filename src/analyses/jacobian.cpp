// Jacobians at one state.
#include "analyses/analysis.hpp"
#include "analyses/given_motion.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/words.hpp"
#include "core/joined.hpp"

#include <fmt/format.h>

#include <numeric>
#include <optional>

namespace jourdain {
namespace {

struct JacobianOptions {
  MotionArguments motion;
};

void show_fields(OptionVisitor& visitor, JacobianOptions& options) {
  show_fields(visitor, options.motion, Order::velocity, false);
}

// A matrix, or why there is none; and the pivots' ratio of the equations behind it.
struct FoundJacobian {
  MatrixX entries;
  std::string missing;
  double conditioning = 0;
};

// All Jacobians at a state; the rate only along a velocity.
struct Jacobians {
  FoundJacobian inverse, forward;
  std::optional<MatrixX> rate;
};

void require_jacobian(const Robot& robot) {
  const std::string& name = robot.mechanism().name;
  if (!robot.mechanism().output)
    throw Error(ErrorKind::usage,
                fmt::format("'{}' has no platform or end point, and so no Jacobian: see screws for the rates of its "
                            "joints, or declare one in the model",
                            name));
  if (robot.motor_joints().empty())
    throw Error(ErrorKind::usage, fmt::format("'{}' has no motors: nothing drives it", name));
}

Jacobians jacobians_at(const Robot& robot, Workspace& ws, bool moving) {
  Jacobians found;
  const int motors = static_cast<int>(robot.motor_joints().size());
  found.inverse.entries.resize(motors, static_cast<int>(robot.mechanism().output->moves.size()));
  if (inverse_jacobian(robot, ws, found.inverse.entries) != Status::ok)
    found.inverse.missing = "singular: the joints do not follow the output here";
  found.inverse.conditioning = ws.report().conditioning;
  found.forward.entries.resize(6, static_cast<int>(driving_motors(robot).size()));
  if (output_jacobian(robot, ws, found.forward.entries) != Status::ok) found.forward.missing = why_no_rates(robot);
  found.forward.conditioning = ws.report().conditioning;
  MatrixX rate = found.forward.entries;
  if (moving && found.forward.missing.empty() && output_jacobian_rate(robot, ws, rate) == Status::ok)
    found.rate = std::move(rate);
  return found;
}

Fact conditioning_fact(const char* key, const char* title, const FoundJacobian& found) {
  if (found.missing.empty()) return {key, title, Number{found.conditioning}, "conditioning"};
  return {key, title, {"none: " + found.missing, Tone::bad}};
}

Facts conditioning(const Robot& robot, const Workspace& ws, const Jacobians& found, const SingularityReport& distance) {
  Facts facts{"conditioning", "Conditioning"};
  facts.facts.push_back(conditioning_fact("inverse", "inverse Jacobian", found.inverse));
  facts.facts.push_back(conditioning_fact("forward", "forward Jacobian", found.forward));
  const std::vector<int>& driving = driving_motors(robot);
  if (!driving.empty() && driving.size() < robot.motor_joints().size())
    facts.facts.push_back({"driving", "driving motors", joined(motor_axes(robot, driving).names), "the others follow"});
  add_distances(robot, ws, distance, facts);
  return facts;
}

Answer jacobian(const Subject& subject, const JacobianOptions& options, const Job&) {
  const Robot& robot = subject.robot();
  require_jacobian(robot);
  Answer answer;
  BadRows none;
  const MotionTable motion = parse_motion(robot, options.motion, Order::velocity, none, answer.warnings);
  const bool moving = has_rates(options.motion);
  const Order order = moving ? Order::velocity : Order::position;
  Workspace ws(robot);
  go_to(robot, options.motion, motion, 0, ws, order);
  const Jacobians found = jacobians_at(robot, ws, moving);
  const SingularityReport distance = singularity_distance(robot, ws);
  warn_of_fold(robot, ws, answer.warnings);

  answer.title = title_at(robot, ws);
  std::vector<int> all(robot.motor_joints().size());
  std::iota(all.begin(), all.end(), 0);
  const AxisNames driving = motor_axes(robot, driving_motors(robot));
  if (found.inverse.missing.empty())
    answer.add(matrix_of("inverse", "Inverse Jacobian: rates of the motors by the output's velocity",
                         motor_axes(robot, all), move_axes(robot), found.inverse.entries));
  if (found.forward.missing.empty())
    answer
        .add(matrix_of("forward", "Forward Jacobian J: velocity of the output by the motors' rates", output_axes(),
                       driving, found.forward.entries))
        .idle_rows = false;
  if (found.rate)
    answer
        .add(matrix_of("forward_rate",
                       "Its time derivative: acceleration of the output by the motors' rates, beside J times their "
                       "accelerations",
                       output_axes(2), driving, *found.rate))
        .idle_rows = false;
  answer.add(conditioning(robot, ws, found, distance));
  answer.add(state_facts(ws, order));
  answer.add(motor_states(robot, ws, order));

  if (!found.inverse.missing.empty()) answer.verdict.reasons.push_back("inverse Jacobian: " + found.inverse.missing);
  if (!found.forward.missing.empty()) answer.verdict.reasons.push_back("forward Jacobian: " + found.forward.missing);
  if (!exceeded_limits(robot, ws).empty()) answer.verdict.reasons.emplace_back("a joint is beyond its limits");
  if (!answer.verdict.reasons.empty()) answer.verdict.tone = Tone::bad;
  for (const auto& [name, part] : {std::pair("inverse", &found.inverse), std::pair("forward", &found.forward)})
    if (part->missing.empty())
      answer.key_numbers.push_back({fmt::format("conditioning/{}", name), "conditioning", name, {part->conditioning}});
  add_distances(distance, answer.key_numbers);
  return answer;
}

}  // namespace

extern constinit const Analysis jacobian_analysis{
    .name = "jacobian",
    .what =
        "Jacobians at one state: the inverse one, rates of the motors by the output's velocity, the forward one, "
        "and with --twist or --rates its time derivative; conditioning and distances to singularities. Exit code 1 "
        "if one of them does not exist there, or a joint is beyond its limits.",
    .examples =
        "jourdain jacobian delta --pose 0.05,0.03,-0.3 --twist 1,-0.8,0.6\n"
        "jourdain jacobian five-bar --joints '120 deg, 60 deg' --json",
    .has_key_numbers = true,
    .ask = QuestionOf<JacobianOptions, jacobian>::ask};

}  // namespace jourdain
