#include "analyses/refused_model.hpp"

#include "analyses/words.hpp"
#include "core/joined.hpp"
#include "model/mechanism_error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

constexpr std::size_t most_told = 6;

// Open joints in a sentence, or nothing.
std::string open_text(const Mechanism& mechanism, const Diagnosis& diagnosis) {
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < diagnosis.open.size() && k < most_told; ++k)
    texts.push_back(describe(mechanism, diagnosis.open[k]));
  if (diagnosis.open.size() > most_told)
    texts.push_back(fmt::format("{} more joints stay open", diagnosis.open.size() - most_told));
  return joined(texts);
}

const std::string& joint_name(const Mechanism& mechanism, int joint) { return mechanism.joints[joint].name; }

}  // namespace

std::vector<std::string> RefusedModel::reasons() const {
  std::vector<std::string> list{diagnosis.refusal.empty() ? error.what() : diagnosis.refusal};
  if (std::string open = open_text(mechanism, diagnosis); !open.empty()) list.push_back(std::move(open));
  for (const CoincidentJoints& joints : diagnosis.coincident) {
    std::string text = describe(mechanism, joints);
    if (list.front().find(text) == std::string::npos) list.push_back(std::move(text));
  }
  return list;
}

std::variant<Robot, RefusedModel> robot_or_refusal(const Subject& subject, FarHome far_home) {
  try {
    return far_home == FarHome::refused ? subject.robot() : Robot(subject.mechanism(), far_home);
  } catch (const MechanismError& error) {
    return RefusedModel{subject.mechanism(), diagnose(subject.mechanism()), with_place(error, subject.file())};
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    return RefusedModel{subject.mechanism(), diagnose(subject.mechanism()), error};
  }
}

Answer refused_answer(const Subject& subject, const RefusedModel& refused) {
  const Mechanism& m = refused.mechanism;
  const Diagnosis& diagnosis = refused.diagnosis;
  Answer answer;
  answer.title = subject.name();
  answer.subtitle = m.description;
  answer.failure = refused.error;
  answer.verdict = {Tone::bad, "No robot can be made of this model.", refused.reasons(), {}};
  const auto motors = std::ranges::count_if(m.joints, [](const Joint& joint) { return joint.motor.has_value(); });
  answer.add(Facts{"model",
                   "",
                   {{"bodies", "bodies", count_of(m.bodies.size() - 1), "moving"},
                    {"joints", "joints", count_of(m.joints.size())},
                    {"motors", "motors", count_of(motors)},
                    {"loops", "loops", count_of(m.joints.size() + 1 - m.bodies.size())},
                    {"size", "size", Number{diagnosis.size, Measure::length}}}});
  answer.add(table_of<OpenJoint>(
      "open_joints", "Joints that stay open", diagnosis.open,
      {{"joint", "joint", [&](const OpenJoint& open) { return joint_name(m, open.joint); }},
       {"gap", "gap", [](const OpenJoint& open) { return measured(open.gap, Measure::length); }},
       {"angle", "angle between axes", [](const OpenJoint& open) { return measured(open.angle, Measure::angle); }}}));
  answer.add(table_of<CoincidentJoints>(
      "coincident_joints", "Links without length", diagnosis.coincident,
      {{"body", "body", [&](const CoincidentJoints& joints) { return m.bodies[joints.body].name; }},
       {"first", "joint", [&](const CoincidentJoints& joints) { return joint_name(m, joints.first); }},
       {"second", "joint", [&](const CoincidentJoints& joints) { return joint_name(m, joints.second); }}}));
  return answer;
}

}  // namespace jourdain
