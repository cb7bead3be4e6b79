// Where to look for a first configuration.
#include "jourdain/spatial/spatial.hpp"
#include "model/joint_freedoms.hpp"
#include "model/model_keys.hpp"
#include "model/read_joint.hpp"
#include "model/read_keys.hpp"
#include "model/read_sections.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

// The joints that a name means: the one with this full name, or those of this name in every leg.
std::vector<int> find_joints(const Context& context, const std::string& name, bool& full_name) {
  const Reading& reading = context.reading;
  std::vector<int> found;
  const auto exact = reading.joint_index.find(name);
  full_name = exact != reading.joint_index.end();
  if (full_name) return {exact->second};
  for (const Leg& leg : reading.mechanism.legs) {
    const auto own = reading.joint_index.find(leg.name + "." + name);
    if (own != reading.joint_index.end()) found.push_back(own->second);
  }
  return found;
}

std::vector<std::string> joint_names(const Context& context) {
  std::vector<std::string> names;
  const Mechanism& mechanism = context.reading.mechanism;
  for (const Joint& joint : mechanism.joints) names.push_back(joint.name);
  for (const Leg& leg : mechanism.legs) {
    for (const int joint : leg.joints) {
      const std::string& full = mechanism.joints[joint].name;
      if (full.starts_with(leg.name + ".")) names.push_back(full.substr(leg.name.size() + 1));
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

// A ball joint's rotation: a quaternion, or three Cardan angles.
std::vector<double> read_rotation(const Context& context, const Node& node) {
  Eigen::Vector4d q(1, 0, 0, 0);
  if (node.kind == Node::Kind::sequence && node.items.size() == 3) {
    q = quaternion_from_rotation(rotation_from_cardan(read_vector(context, node, dimension::angle)));
  } else if (const auto quaternion = read_quaternion(context, node)) {
    q = *quaternion;
  }
  return {q[0], q[1], q[2], q[3]};
}

// The coordinates of a joint of this type; empty after an error.
std::vector<double> read_coordinates(const Context& context, const Node& node, const Joint& joint) {
  if (joint_kind(joint.type).is_ball) return read_rotation(context, node);
  const auto count = static_cast<std::size_t>(freedoms(joint.type));
  std::vector<double> values;
  if (count == 1 && node.kind == Node::Kind::scalar) {
    values.push_back(read_number(context, node, coordinate_dimension(joint.type, 0)));
  } else if (node.kind == Node::Kind::sequence && node.items.size() == count && count > 0) {
    for (std::size_t k = 0; k < count; ++k) {
      values.push_back(read_number(context, node.items[k], coordinate_dimension(joint.type, static_cast<int>(k))));
    }
  } else if (count == 0) {
    context.error(node.mark, fmt::format("joint {} is fixed: it has no coordinate", quoted_name(joint.name)));
  } else {
    context.error(node.mark, fmt::format("expected {} for the {} joint {}",
                                         count == 1 ? "one value" : fmt::format("a list of {} values", count),
                                         to_string(joint.type), quoted_name(joint.name)));
  }
  return values;
}

// Value of a joint so far, with whether it was set by its full name.
struct Entry {
  AssemblyHint::JointValue value;
  bool full_name = false;
};

void set_value(const Context& context, std::vector<Entry>& entries, std::map<int, std::size_t>& where, Entry entry,
               const Node::Member& member) {
  const auto [found, inserted] = where.emplace(entry.value.joint, entries.size());
  if (inserted) {
    entries.push_back(std::move(entry));
  } else if (entry.full_name != entries[found->second].full_name) {
    if (entry.full_name) entries[found->second] = std::move(entry);  // the full name is the more special one
  } else {
    context.error(member.key_mark, fmt::format("{} sets a joint a second time", quoted_name(member.key)));
  }
}

void read_joint_values(const Context& context, const Node& node) {
  if (node.kind != Node::Kind::mapping) {
    context.error(node.mark, "expected 'joints' as a map from joint names to coordinates");
    return;
  }
  std::vector<Entry> entries;
  std::map<int, std::size_t> where;
  std::size_t attempts = 0;
  for (const Node::Member& member : node.members) {
    if (++attempts > 2 * largest_joint_count) break;
    bool full_name = false;
    const std::vector<int> joints = find_joints(context, member.key, full_name);
    if (joints.empty() && context.reading.graph_readable) {
      context.error(member.key_mark, fmt::format("there is no joint {}", quoted_name(member.key)),
                    context.reading.findings.spelling_hint(member.key, joint_names(context)));
    }
    for (const int index : joints) {
      const Joint& joint = context.reading.mechanism.joints[index];
      std::vector<double> values = read_coordinates(context, member.value, joint);
      if (!values.empty()) set_value(context, entries, where, {{index, std::move(values)}, full_name}, member);
      context.reading.findings.once_per_place(true);  // the joints of the other legs would only repeat it
    }
    context.reading.findings.once_per_place(false);
  }
  for (Entry& entry : entries) context.reading.mechanism.assembly.joints.push_back(std::move(entry.value));
}

void read_output_pose(const Context& context, const Node& assembly, const Node* node, bool is_platform) {
  if (!node) return;
  const std::optional<Output>& output = context.reading.mechanism.output;
  if (!output || output->is_platform != is_platform) {
    if (output || context.reading.findings.errors() == 0) {
      context.error(key_mark(assembly, node),
                    fmt::format("the model has no {}", is_platform ? "'platform'" : "'end_point'"),
                    output ? fmt::format("write {}", is_platform ? "end_point" : "platform") : "");
    }
    return;
  }
  context.reading.mechanism.assembly.output = node->kind == Node::Kind::mapping
                                                  ? read_placement(context, *node, "a pose")
                                                  : Placement{.p = read_vector(context, *node, dimension::length)};
}

}  // namespace

void read_assembly(const Context& context, const Node& node) {
  AssemblyKeys keys;
  if (!read_keys(context, node, "'assembly'", keys)) return;
  read_output_pose(context, node, keys.platform, true);
  read_output_pose(context, node, keys.end_point, false);
  if (keys.joints) read_joint_values(context, *keys.joints);
}

}  // namespace jourdain
