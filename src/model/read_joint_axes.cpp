// What belongs to the freedoms of a joint: friction, springs, limits, the motor.
#include "model/joint_freedoms.hpp"
#include "model/read_joint.hpp"

#include "model/units.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

Dimension times(Dimension left, const Dimension& right, int sign = 1) {
  left.mass += sign * right.mass;
  left.length += sign * right.length;
  left.time += sign * right.time;
  left.angle += sign * right.angle;
  return left;
}

Dimension viscous_dimension(JointType type, int freedom) {
  return times(times(force_dimension(type, freedom), dimension::time), coordinate_dimension(type, freedom), -1);
}

Dimension stiffness_dimension(JointType type, int freedom) {
  return times(force_dimension(type, freedom), coordinate_dimension(type, freedom), -1);
}

void report_count(const Context& context, const Node& node, const Joint& joint, std::string_view key) {
  context.error(node.mark, fmt::format("'{}' of a {} joint needs a list with {} entries, one per freedom", key,
                                       to_string(joint.type), joint.axes.size()));
}

FrictionSet read_friction_set(const Context& context, const Node& node) {
  FrictionSet set;
  const std::size_t before = context.reading.findings.errors();
  if (check_keys(context, node, {"coulomb", "viscous", "offset", "breakaway", "stribeck_speed"}, "a friction set")) {
    const auto read = [&](std::string_view key, Quantity& quantity) {
      const Node* value = node.find(key);
      if (!value) return;
      quantity = read_quantity(context, *value).value_or(Quantity{});
      if (key != "offset" && quantity.value < 0) {
        context.error(value->mark, fmt::format("'{}' is {}: friction must not be negative", key, quantity.value));
      }
    };
    read("coulomb", set.coulomb);
    read("viscous", set.viscous);
    read("offset", set.offset);
    read("breakaway", set.breakaway);
    read("stribeck_speed", set.stribeck_speed);
    if (set.stribeck_speed.value != 0 && set.breakaway.value == 0) {
      context.error(node.find("stribeck_speed")->mark, "'stribeck_speed' needs 'breakaway'",
                    "friction falls from breakaway to coulomb over this speed");
    }
  }
  set.readable = context.reading.findings.errors() == before;
  return set;
}

// The numbers of a set for a freedom that turns or slides.
Friction friction_of(const Context& context, const FrictionSet& set, const Node& node, JointType type, int freedom) {
  Friction friction;
  if (!set.readable) return friction;
  const auto convert = [&](const Quantity& quantity, const Dimension& dimension, std::string_view key) {
    try {
      const double value = value_as(quantity, dimension);
      if (std::abs(value) <= largest_value) return value;
      context.error(node.mark, fmt::format("'{}' is out of range", key));
    } catch (const QuantityError& error) {
      context.error(node.mark,
                    fmt::format("'{}' does not fit a freedom that {}: {}", key,
                                is_length(type, freedom) ? "slides" : "turns", error.what()),
                    error.hint);
    }
    return 0.0;
  };
  friction.coulomb = convert(set.coulomb, force_dimension(type, freedom), "coulomb");
  friction.viscous = convert(set.viscous, viscous_dimension(type, freedom), "viscous");
  friction.offset = convert(set.offset, force_dimension(type, freedom), "offset");
  friction.breakaway = convert(set.breakaway, force_dimension(type, freedom), "breakaway");
  friction.stribeck_speed =
      convert(set.stribeck_speed, times(coordinate_dimension(type, freedom), dimension::time, -1), "stribeck_speed");
  if (friction.breakaway != 0 && friction.breakaway < friction.coulomb) {
    context.error(node.mark,
                  fmt::format("'breakaway' is {}, below 'coulomb', which is {}", friction.breakaway, friction.coulomb),
                  "the force that starts a joint is not smaller than the one that keeps it going");
    friction.breakaway = 0;
  }
  return friction;
}

// One friction entry: a set, or the name of a shared one.
void read_friction_entry(const Context& context, const Node& node, Joint& joint, std::size_t first, std::size_t last) {
  FrictionSet set;
  std::string shared;
  if (node.kind == Node::Kind::scalar) {
    const auto& sets = context.reading.friction_sets;
    const auto found = sets.find(node.text);
    if (found == sets.end()) {
      std::vector<std::string> names;
      for (const auto& [name, known] : sets) names.push_back(name);
      context.error(node.mark, fmt::format("there is no shared friction set {}", quoted_name(node.text)),
                    names.empty() ? "define it under the top-level key 'friction'"
                                  : context.reading.findings.spelling_hint(node.text, names));
      return;
    }
    set = found->second;
    shared = found->first;
  } else {
    set = read_friction_set(context, node);
  }
  for (std::size_t k = first; k < last; ++k) {
    joint.axes[k].friction = friction_of(context, set, node, joint.type, static_cast<int>(k));
    joint.axes[k].friction.shared = shared;
  }
}

Spring read_spring(const Context& context, const Node& node, JointType type, int freedom) {
  Spring spring;
  if (!check_keys(context, node, {"stiffness", "rest", "preload"}, "a spring")) return spring;
  spring.stiffness = read_magnitude(context, node, "stiffness", stiffness_dimension(type, freedom));
  spring.rest = read_field(context, node, "rest", coordinate_dimension(type, freedom));
  spring.preload = read_field(context, node, "preload", force_dimension(type, freedom));
  return spring;
}

bool is_word(const Node& node, std::string_view word) { return node.kind == Node::Kind::scalar && node.text == word; }

// A pair [lower, upper]; `none` instead of a bound or of the pair: no limit.
Limits read_limit_pair(const Context& context, const Node& node, JointType type, int freedom) {
  Limits limits;
  if (is_word(node, "none")) return limits;
  if (node.kind != Node::Kind::sequence || node.items.size() != 2) {
    context.error(node.mark, "expected limits [lower, upper]", "write none for a side without limit");
    return limits;
  }
  const std::size_t before = context.reading.findings.errors();
  const Dimension dimension = coordinate_dimension(type, freedom);
  if (!is_word(node.items[0], "none")) limits.lower = read_number(context, node.items[0], dimension, -unlimited);
  if (!is_word(node.items[1], "none")) limits.upper = read_number(context, node.items[1], dimension, unlimited);
  if (context.reading.findings.errors() == before && limits.lower > limits.upper) {
    context.error(node.mark, fmt::format("the lower limit {} is above the upper one {}", limits.lower, limits.upper),
                  "swap them");
  }
  return limits;
}

}  // namespace

void read_friction_sets(const Context& context, const Node& node) {
  if (node.kind != Node::Kind::mapping) {
    context.error(node.mark, "expected 'friction' as a map from names to friction sets");
    return;
  }
  for (const Node::Member& member : node.members) {
    check_name(context, member.key, member.key_mark);
    context.reading.friction_sets.emplace(member.key, read_friction_set(context, member.value));
  }
}

void read_friction(const Context& context, const Node& node, Joint& joint) {
  const bool one_entry = node.kind != Node::Kind::sequence;
  const JointKind& kind = joint_kind(joint.type);
  if (kind.is_ball) {
    if (one_entry) {
      read_friction_entry(context, node, joint, 0, 1);
    } else {
      context.error(node.mark, "a spherical joint has one friction for all freedoms, not a list");
    }
  } else if (one_entry && kind.is_uniform()) {
    read_friction_entry(context, node, joint, 0, joint.axes.size());
  } else if (one_entry || node.items.size() != joint.axes.size()) {
    report_count(context, node, joint, "friction");
  } else {
    for (std::size_t k = 0; k < joint.axes.size(); ++k) {
      read_friction_entry(context, node.items[k], joint, k, k + 1);
    }
  }
}

void read_springs(const Context& context, const Node& node, Joint& joint) {
  const bool one_entry = node.kind != Node::Kind::sequence;
  const JointKind& kind = joint_kind(joint.type);
  if (kind.coordinates() == 0) return;  // reported as a wrong key
  if (one_entry ? !kind.is_uniform() : node.items.size() != joint.axes.size()) {
    report_count(context, node, joint, "spring");
    return;
  }
  for (std::size_t k = 0; k < joint.axes.size(); ++k) {
    joint.axes[k].spring = read_spring(context, one_entry ? node : node.items[k], joint.type, static_cast<int>(k));
  }
}

void read_limits(const Context& context, const Node& node, Joint& joint) {
  const JointKind& kind = joint_kind(joint.type);
  if (kind.coordinates() == 0) return;  // reported as a wrong key
  // A pair of values, or a list of pairs.
  const auto is_pair_item = [](const Node& item) { return item.kind == Node::Kind::sequence || is_word(item, "none"); };
  const bool pairs = node.kind == Node::Kind::sequence && !node.items.empty() &&
                     std::all_of(node.items.begin(), node.items.end(), is_pair_item) &&
                     std::any_of(node.items.begin(), node.items.end(),
                                 [](const Node& item) { return item.kind == Node::Kind::sequence; });
  if (pairs ? node.items.size() != joint.axes.size() : !kind.is_uniform()) {
    report_count(context, node, joint, "limits");
    return;
  }
  for (std::size_t k = 0; k < joint.axes.size(); ++k) {
    joint.axes[k].limits = read_limit_pair(context, pairs ? node.items[k] : node, joint.type, static_cast<int>(k));
  }
}

}  // namespace jourdain
