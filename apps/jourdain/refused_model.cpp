#include "refused_model.hpp"

#include "failure.hpp"
#include "model/edit/change_model.hpp"

#include "core/joined.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain::cli {
namespace {

constexpr std::size_t most_told = 6;

std::vector<std::string> open_texts(const RefusedModel& refused) {
  std::vector<std::string> texts;
  for (const OpenJoint& joint : refused.diagnosis.open) texts.push_back(describe(refused.mechanism, joint));
  const std::size_t all = texts.size();
  if (all > most_told)
    texts.resize(most_told), texts.push_back(fmt::format("{} more joints stay open", all - most_told));
  return texts;
}

}  // namespace

std::vector<std::string> RefusedModel::findings() const {
  std::vector<std::string> list;
  if (const std::vector<std::string> open = open_texts(*this); !open.empty()) list.push_back(joined(open));
  for (const CoincidentJoints& joints : diagnosis.coincident) {
    std::string text = describe(mechanism, joints);
    if (refusal().find(text) == std::string::npos) list.push_back(std::move(text));
  }
  return list;
}

std::variant<Robot, RefusedModel> robot_or_refusal(const Common& options) {
  try {
    return robot_of(options);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    Mechanism mechanism = load(options.model, read_options(options));
    change_model(options, mechanism);
    Diagnosis diagnosis = diagnose(mechanism);
    if (diagnosis.refusal.empty() && !options.simplify.empty()) throw;
    return RefusedModel{std::move(mechanism), std::move(diagnosis), error};
  }
}

void print_problems(const std::vector<std::string>& problems) {
  for (const std::string& text : problems) print_text("  {} {}\n", paint(Stream::out, Colour::bad, "problem:"), text);
}

void print_refusal(const RefusedModel& refused) {
  const std::string text = refused.error.what();
  print_to(Stream::error, "{}{}", text, text.ends_with('\n') ? "" : "\n");
}

void print_refused(const RefusedModel& refused) {
  const Mechanism& m = refused.mechanism;
  print_text("{}  {}\n\n", paint(Stream::out, Colour::bold, marked_name(m)), m.description);
  const auto motors = std::ranges::count_if(m.joints, [](const Joint& joint) { return joint.actuator.has_value(); });
  Facts facts;
  facts.add("bodies",
            fmt::format("{} moving, {}", m.bodies.size() - 1, counted(static_cast<int>(m.joints.size()), "joint")));
  facts.add("motors", fmt::format("{}", motors));
  facts.add("loops", fmt::format("{}", m.joints.size() + 1 - m.bodies.size()));
  facts.add("size", friendly(Numbers{4}, true, refused.diagnosis.size));
  facts.print();
  const std::vector<std::string> findings = refused.findings();
  if (!findings.empty()) print_text("\n");
  print_problems(findings);
}

Json refused_json(const char* verb, const RefusedModel& refused) {
  const Mechanism& m = refused.mechanism;
  Json json = failure_json(refused.error);
  json["verb"] = verb;
  json["model"] = m.name;
  json["problems"] = refused.findings();
  json["problems"].insert(json["problems"].begin(), refused.refusal());
  json["open_joints"] = Json::array();
  for (const OpenJoint& joint : refused.diagnosis.open) {
    json["open_joints"].push_back({{"joint", m.joints[static_cast<std::size_t>(joint.joint)].name},
                                   {"gap", finite(joint.gap)},
                                   {"angle", finite(joint.angle)}});
  }
  json["coincident_joints"] = Json::array();
  for (const CoincidentJoints& joints : refused.diagnosis.coincident) {
    json["coincident_joints"].push_back({{"body", m.bodies[static_cast<std::size_t>(joints.body)].name},
                                         {"joints",
                                          {m.joints[static_cast<std::size_t>(joints.first)].name,
                                           m.joints[static_cast<std::size_t>(joints.second)].name}}});
  }
  json["bodies"] = m.bodies.size() - 1;
  json["joints"] = m.joints.size();
  json["size"] = finite(refused.diagnosis.size);
  return json;
}

}  // namespace jourdain::cli
