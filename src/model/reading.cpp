#include "model/reading.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

// Remembers a full name. False if it is taken.
bool register_name(const Context& context, std::map<std::string, int, std::less<>>& index, std::size_t next,
                   const std::string& name, SourceMark mark, std::string_view kind) {
  if (name.size() > model_limits.name_length) {
    context.error(mark, fmt::format("the full name {} is too long: at most {} characters", quoted_name(name),
                                    model_limits.name_length));
    return false;
  }
  if (index.emplace(name, static_cast<int>(next)).second) return true;
  context.error(mark, fmt::format("there are two {} named {}", kind, quoted_name(name)), "give each its own name");
  return false;
}

}  // namespace

bool add_body(const Context& context, const std::string& own_name, SourceMark mark, const Inertial& inertial,
              bool readable) {
  Reading& reading = context.reading;
  auto& bodies = reading.mechanism.bodies;
  if (bodies.size() >= largest_body_count) {
    if (bodies.size() == largest_body_count && reading.graph_readable) {
      context.error(mark, fmt::format("there are too many bodies: at most {} are possible", largest_body_count - 1));
    }
    reading.graph_readable = false;
    return false;
  }
  const std::string name = context.scope.prefix + own_name;
  if (!register_name(context, reading.body_index, bodies.size(), name, mark, "bodies")) return false;
  if (context.scope.leg_bodies) context.scope.leg_bodies->push_back(static_cast<int>(bodies.size()));
  bodies.push_back({name, inertial});
  reading.body_marks.push_back(mark);
  reading.body_readable.push_back(readable);
  return true;
}

bool add_joint(const Context& context, Joint joint, SourceMark mark) {
  Reading& reading = context.reading;
  auto& joints = reading.mechanism.joints;
  if (joints.size() >= largest_joint_count) {
    if (reading.graph_readable) {
      context.error(mark, fmt::format("there are too many joints: at most {} are possible", largest_joint_count));
    }
    reading.graph_readable = false;
    return false;
  }
  joint.name = context.scope.prefix + joint.name;
  if (!register_name(context, reading.joint_index, joints.size(), joint.name, mark, "joints")) return false;
  if (context.scope.leg_joints) context.scope.leg_joints->push_back(static_cast<int>(joints.size()));
  joints.push_back(std::move(joint));
  reading.joint_marks.push_back(mark);
  return true;
}

int resolve_body(const Context& context, const Node& name) {
  const Reading& reading = context.reading;
  if (name.kind != Node::Kind::scalar || name.text.empty()) {
    context.error(name.mark, "expected the name of a body");
    return -1;
  }
  if (!context.scope.prefix.empty()) {
    const auto own = reading.body_index.find(context.scope.prefix + name.text);
    if (own != reading.body_index.end()) return own->second;
  }
  const auto found = reading.body_index.find(name.text);
  if (found != reading.body_index.end()) return found->second;

  std::vector<std::string> candidates;
  for (const auto& [known, index] : reading.body_index) {
    const bool own = !context.scope.prefix.empty() && known.starts_with(context.scope.prefix);
    candidates.push_back(own ? known.substr(context.scope.prefix.size()) : known);
  }
  context.error(name.mark, fmt::format("there is no body {}", quoted_name(name.text)),
                reading.findings.spelling_hint(name.text, candidates));
  return -1;
}

bool is_own_body(const Context& context, int body) {
  if (context.scope.prefix.empty() || body < 0) return false;
  return context.reading.mechanism.bodies[body].name.starts_with(context.scope.prefix);
}

}  // namespace jourdain
