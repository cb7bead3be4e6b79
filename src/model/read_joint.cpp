#include "model/read_joint.hpp"

#include "model/joint_freedoms.hpp"
#include "model/read_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

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

// The key of some type of joint, if there is such.
std::optional<Key> key_of_any_joint(std::string_view word) {
  for (const JointKind& kind : joint_table::kinds) {
    JointKeys joint;
    KeyList list;
    show_keys(list, joint, static_cast<JointType>(&kind - joint_table::kinds.data()));
    const auto found = std::ranges::find(list.keys, word, [](const ShownKey& shown) { return shown.key.word; });
    if (found != list.keys.end()) return found->key;
  }
  return std::nullopt;
}

// Reports keys that this type of joint cannot have; those of other types get a reason.
void check_joint_keys(const Context& context, const KeyReader& reader, JointType type) {
  for (const Node::Member* member : reader.unknown()) {
    const std::optional<Key> of_other = key_of_any_joint(member->key);
    if (!of_other) {
      context.error(member->key_mark, fmt::format("{} is not a key of a joint", quoted_name(member->key)),
                    context.reading.findings.spelling_hint(member->key, reader.words()));
    } else {
      context.error(member->key_mark, fmt::format("a {} joint cannot have '{}'", to_string(type), member->key),
                    of_other->rules.why.empty()
                        ? fmt::format("a {} joint takes {}", to_string(type), list_of(reader.words(), "and"))
                        : std::string(of_other->rules.why));
    }
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
  const std::string what = fmt::format("joint {}", quoted_name(member.key));
  JointKeys keys;
  KeyReader reader(context, node);
  show_keys(reader, keys, type);
  check_joint_keys(context, reader, type);
  reader.check_missing(what, member.key_mark);
  Joint joint;
  joint.name = member.key;
  joint.type = type;
  joint.axes.resize(freedoms(type));
  joint.pitch = keys.pitch;
  joint.cone = keys.cone;
  const JointBodies bodies = read_between(context, keys.between, what);
  if (bodies.good()) {
    joint.body_a = bodies.a;
    joint.body_b = bodies.b;
    read_frames(context, keys, bodies, joint);
  }
  if (keys.friction) read_friction(context, *keys.friction, joint);
  if (keys.spring) read_springs(context, *keys.spring, joint);
  if (keys.limits) read_limits(context, *keys.limits, joint);
  read_motor(context, keys, joint);
  if (keys.cut) read_cut(context, *keys.cut, joint);

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
