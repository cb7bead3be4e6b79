// What a robot's motors are: where they act, gear, limits, inertia.
#include "analyses/analysis.hpp"
#include "analyses/words.hpp"

#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

struct MotorsOptions {};

void show_fields(OptionVisitor&, MotorsOptions&) {}

Answer motors(const Subject& subject, const MotorsOptions&, const Job&) {
  const Robot& robot = subject.robot();
  std::vector<Joint> joints;
  for (const int joint : robot.motor_joints()) joints.push_back(robot.mechanism().joints[joint]);
  const auto slides = [](const Joint& joint) { return is_length(joint.type, 0); };
  Answer answer{"motors", fmt::format("{}: motors", subject.name())};
  answer.entries.emplace_back(
      table_of<Joint>("motors", "", joints,
                      {{"motor", "motor", [](const Joint& j) { return Cell(j.name); }},
                       {"kind", "kind", [&](const Joint& j) { return Cell(slides(j) ? "slides" : "turns"); }},
                       {"gear", "gear", [](const Joint& j) { return Cell(Number{j.motor->gear}); }},
                       {"rotor_inertia", "rotor inertia",
                        [](const Joint& j) { return measured(j.motor->rotor_inertia, Measure::inertia); }},
                       {"max_force", "max force",
                        [&](const Joint& j) { return limit_of(j.motor->max_force, force_measure(slides(j))); }},
                       {"max_speed", "max speed",
                        [&](const Joint& j) { return limit_of(j.motor->max_speed, motion_measure(slides(j), 1)); }}}));
  return answer;
}

}  // namespace

extern constinit const Analysis motors_analysis{
    .name = "motors",
    .what = "What the motors of a robot are: kind, gear, rotor inertia and limits, as the model has them.",
    .examples = "jourdain motors palida\njourdain motors delta --json",
    .ask = QuestionOf<MotorsOptions, motors>::ask};

}  // namespace jourdain
