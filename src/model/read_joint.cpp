#include "model/read_joint.hpp"

#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

namespace jourdain {
namespace {

// The words of `type`; those of JointType come first, in the same order.
const std::vector<std::string>& type_words() {
  static const std::vector<std::string> words = [] {
    std::vector<std::string> list;
    for (const JointKind& kind : joint_table::kinds) list.emplace_back(kind.name);
    list.emplace_back("parallelogram");
    return list;
  }();
  return words;
}

// The keys that a joint of a type may have.
std::vector<std::string> keys_of(JointType type) {
  std::vector<std::string> keys{"type", "between", "at", "frames", "cut"};
  const auto add = [&](std::initializer_list<const char*> more) { keys.insert(keys.end(), more.begin(), more.end()); };
  const JointKind& kind = joint_kind(type);
  if (type == JointType::universal) {
    add({"axes"});
  } else {
    add({"axis", "zero"});
  }
  if (kind.is_screw) add({"pitch"});
  if (kind.frictions() > 0) add({"friction"});
  if (kind.coordinates() > 0) add({"spring", "limits"});
  if (kind.has_cone) add({"cone"});
  if (kind.takes_motor()) add({"actuated", "actuator", "motor", "drive"});
  return keys;
}

// Reports keys that this type of joint cannot have; those of other types get a reason.
void check_joint_keys(const Context& context, const Node& node, JointType type) {
  static const std::vector<std::string> all{"type", "between",  "at",       "frames",   "cut",    "axes",
                                            "axis", "zero",     "pitch",    "friction", "spring", "limits",
                                            "cone", "actuated", "actuator", "motor",    "drive"};
  const std::vector<std::string> keys = keys_of(type);
  for (const Node::Member& member : node.members) {
    if (std::find(keys.begin(), keys.end(), member.key) != keys.end()) continue;
    if (std::find(all.begin(), all.end(), member.key) == all.end()) {
      context.error(member.key_mark, fmt::format("{} is not a key of a joint", quoted_name(member.key)),
                    context.reading.findings.spelling_hint(member.key, keys));
      continue;
    }
    const bool motor =
        member.key == "actuated" || member.key == "actuator" || member.key == "motor" || member.key == "drive";
    context.error(member.key_mark, fmt::format("a {} joint cannot have '{}'", to_string(type), member.key),
                  motor ? "a motor needs a joint with one freedom: revolute, prismatic or helical"
                        : fmt::format("a {} joint takes {}", to_string(type), list_of(keys, "and")));
  }
}

void read_pitch(const Context& context, const Node& mapping, SourceMark mark, Joint& joint) {
  const Node* node = require(context, mapping, mark, "pitch", "a helical joint");
  if (!node) return;
  const std::size_t before = context.reading.findings.errors();
  joint.pitch = read_number(context, *node, dimension::pitch, dimension::length, 1);
  if (context.reading.findings.errors() == before && joint.pitch == 0) {
    context.error(node->mark, "the pitch of a helical joint must not be zero", "use a revolute joint");
  }
}

void read_cone(const Context& context, const Node& node, Joint& joint) {
  const std::size_t before = context.reading.findings.errors();
  joint.cone = read_number(context, node, dimension::angle, unlimited);
  if (context.reading.findings.errors() == before && !(joint.cone > 0)) {
    context.error(node.mark, fmt::format("the cone is {} rad: it must be positive", joint.cone));
  }
}

void read_cut(const Context& context, const Node& node, Joint& joint) {
  joint.prefer_cut = read_bool(context, node);
  if (joint.prefer_cut && joint.motor) {
    context.error(node.mark, fmt::format("joint {} has a motor: the loop cannot be cut here", quoted_name(joint.name)),
                  "cut a passive joint of the loop");
  }
}

void read_joint(const Context& context, const Node::Member& member, JointType type) {
  const Node& node = member.value;
  const std::size_t before = context.reading.findings.errors();
  check_joint_keys(context, node, type);
  Joint joint;
  joint.name = member.key;
  joint.type = type;
  joint.axes.resize(freedoms(type));
  const JointBodies bodies =
      read_between(context, node, member.key_mark, fmt::format("joint {}", quoted_name(member.key)));
  if (bodies.good()) {
    joint.body_a = bodies.a;
    joint.body_b = bodies.b;
    read_frames(context, node, member.key_mark, bodies, joint);
  }
  if (joint_kind(type).is_screw) read_pitch(context, node, member.key_mark, joint);
  if (const Node* friction = node.find("friction"); friction && joint_kind(type).frictions() > 0) {
    read_friction(context, *friction, joint);
  }
  if (const Node* spring = node.find("spring")) read_springs(context, *spring, joint);
  if (const Node* limits = node.find("limits")) read_limits(context, *limits, joint);
  if (const Node* cone = node.find("cone")) read_cone(context, *cone, joint);
  if (joint_kind(type).takes_motor()) read_motor(context, node, joint);
  if (const Node* cut = node.find("cut")) read_cut(context, *cut, joint);

  // A joint with mistakes stays in the graph as long as its bodies are known.
  if (!bodies.good()) {
    context.reading.graph_readable = false;
    return;
  }
  const bool readable = context.reading.findings.errors() == before;
  if (!add_joint(context, std::move(joint), member.key_mark) || !readable) context.reading.geometry_readable = false;
}

}  // namespace

Dimension coordinate_dimension(JointType type, int freedom) {
  return is_length(type, freedom) ? dimension::length : dimension::angle;
}

Dimension force_dimension(JointType type, int freedom) {
  return is_length(type, freedom) ? dimension::force : dimension::torque;
}

void read_joints(const Context& context, const Node& node) {
  if (node.kind != Node::Kind::mapping) {
    context.error(node.mark, "expected 'joints' as a map from names to joints");
    context.reading.graph_readable = false;
    return;
  }
  for (const Node::Member& member : node.members) {
    if (++context.reading.joint_attempts > largest_joint_count + 1) return;
    check_name(context, member.key, member.key_mark, context.scope.prefix.empty());
    const std::string what = fmt::format("joint {}", quoted_name(member.key));
    if (member.value.kind != Node::Kind::mapping) {
      context.error(member.value.mark, fmt::format("expected {} as a map of keys and values", what));
      context.reading.graph_readable = false;
      continue;
    }
    const Node* type_node = require(context, member.value, member.key_mark, "type", what);
    const int type = type_node ? read_word(context, *type_node, type_words(), "a type of joint") : -1;
    if (type < 0) {
      context.reading.graph_readable = false;
    } else if (type < static_cast<int>(joint_table::kinds.size())) {
      read_joint(context, member, static_cast<JointType>(type));
    } else {
      read_parallelogram(context, member);
    }
  }
}

}  // namespace jourdain
