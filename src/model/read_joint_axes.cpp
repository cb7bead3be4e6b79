// What belongs to the freedoms of a joint: friction, springs, limits, the motor.
#include "model/joint_freedoms.hpp"
#include "model/model_keys.hpp"
#include "model/read_joint.hpp"
#include "model/read_keys.hpp"

#include "model/units.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

void report_count(const Context& context, const Node& node, const Joint& joint, std::string_view key) {
  context.error(node.mark, fmt::format("'{}' of a {} joint needs a list with {} entries, one per freedom", key,
                                       to_string(joint.type), joint.axes.size()));
}

// The numbers are read before it is known whether the joint turns or slides.
FrictionSet read_friction_set(const Context& context, const Node& node) {
  FrictionSet set;
  const std::size_t before = context.reading.findings.errors();
  if (check_map(context, node, "a friction set")) {
    Friction unused;
    KeyReader reader(context, node, &set.quantities);
    show_keys(reader, unused, false);
    reader.finish("a friction set", node.mark);
  }
  set.readable = context.reading.findings.errors() == before;
  return set;
}

// Gives the numbers of a set to a freedom that turns or slides.
class FrictionOfFreedom : public KeyVisitor {
 public:
  FrictionOfFreedom(const Context& context, const FrictionSet& set, const Node& node, bool slides)
      : context_(context), next_(set.quantities.begin()), node_(node), slides_(slides) {}

  void number(const Key& key, const KeyMeasure& measure, Bound, double& value) override {
    try {
      value = value_as(*next_++, dimension_of(measure.measure));
      if (std::abs(value) <= largest_value) return;
      context_.error(node_.mark, fmt::format("'{}' is out of range", key.word));
    } catch (const QuantityError& error) {
      context_.error(
          node_.mark,
          fmt::format("'{}' does not fit a freedom that {}: {}", key.word, slides_ ? "slides" : "turns", error.what()),
          error.hint);
    }
    value = 0;
  }

 private:
  Context context_;
  std::vector<Quantity>::const_iterator next_;
  const Node& node_;
  bool slides_;
};

Friction friction_of(const Context& context, const FrictionSet& set, const Node& node, bool slides) {
  Friction friction;
  if (!set.readable) return friction;
  FrictionOfFreedom given(context, set, node, slides);
  show_keys(given, friction, slides);
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
    joint.axes[k].friction = friction_of(context, set, node, is_length(joint.type, static_cast<int>(k)));
    joint.axes[k].friction.shared = shared;
  }
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
  if (one_entry ? !kind.is_uniform() : node.items.size() != joint.axes.size()) {
    report_count(context, node, joint, "spring");
    return;
  }
  for (std::size_t k = 0; k < joint.axes.size(); ++k) {
    read_keys(context, one_entry ? node : node.items[k], "a spring", joint.axes[k].spring,
              is_length(joint.type, static_cast<int>(k)));
  }
}

void read_limits(const Context& context, const Node& node, Joint& joint) {
  const JointKind& kind = joint_kind(joint.type);
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
