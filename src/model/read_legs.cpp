// Leg groups: copies of a leg turned about an axis or with their own values, single legs, and legs given as lists of
// bodies and joints that stand elsewhere.
#include "model/model_keys.hpp"
#include "model/read_body.hpp"
#include "model/read_joint.hpp"
#include "model/read_keys.hpp"
#include "model/read_sections.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

// A name of `each` with its values: one number or one vector per leg.
struct Each {
  std::string name;
  bool is_vector = false;
  std::vector<Quantity> numbers;
  std::vector<std::array<Quantity, 3>> vectors;
  std::size_t size() const { return is_vector ? vectors.size() : numbers.size(); }
};

// The key `repeat`.
struct Repeat {
  int count = 1;
  std::string name = "leg{i}";
  SourceMark mark;
  std::optional<Vector3> about;
  double step = 0;
  double start = 0;
  std::vector<Each> each;
};

// A bare number of `each` is like a bare parameter: its dimension is not checked.
Quantity loosened(Quantity quantity) {
  if (quantity.knowledge == Quantity::Knowledge::pure) quantity.knowledge = Quantity::Knowledge::loose;
  return quantity;
}

constexpr Quantity unknown_value{1, {}, Quantity::Knowledge::loose};

std::array<Quantity, 3> read_each_vector(const Context& context, const Node& node) {
  std::array<Quantity, 3> vector{unknown_value, unknown_value, unknown_value};
  if (node.kind != Node::Kind::sequence || node.items.size() != 3) {
    context.error(node.mark, "expected a vector [x, y, z] of three values, as in the first leg");
    return vector;
  }
  for (std::size_t k = 0; k < 3; ++k) {
    vector[k] = loosened(read_quantity(context, node.items[k]).value_or(unknown_value));
  }
  return vector;
}

Each read_each_entry(const Context& context, const Node::Member& member) {
  Each each;
  each.name = member.key;
  check_name(context, member.key, member.key_mark);
  const Node& list = member.value;
  if (list.kind != Node::Kind::sequence || list.items.empty()) {
    context.error(list.mark,
                  fmt::format("expected {} as a list with one value or vector per leg", quoted_name(member.key)));
    return each;
  }
  if (list.items.size() > static_cast<std::size_t>(largest_leg_count)) {
    context.error(list.mark, fmt::format("{} has {} values: at most {} legs are possible", quoted_name(member.key),
                                         list.items.size(), largest_leg_count));
    return each;
  }
  each.is_vector = list.items.front().kind == Node::Kind::sequence;
  if (each.is_vector && (member.key == "x" || member.key == "y" || member.key == "z")) {
    context.error(member.key_mark,
                  fmt::format("a vector cannot be named {}: that is a direction", quoted_name(member.key)));
  }
  for (const Node& item : list.items) {
    if (each.is_vector) {
      each.vectors.push_back(read_each_vector(context, item));
    } else {
      each.numbers.push_back(loosened(read_quantity(context, item).value_or(unknown_value)));
    }
  }
  return each;
}

// The values per leg, and the number of legs they imply (0 if unknown).
std::size_t read_each(const Context& context, const Node& node, Repeat& repeat) {
  if (node.kind != Node::Kind::mapping) {
    context.error(node.mark, "expected 'each' as a map from names to lists with one entry per leg");
    return 0;
  }
  std::size_t size = 0;
  for (const Node::Member& member : node.members) {
    Each each = read_each_entry(context, member);
    if (each.size() == 0) continue;
    if (size == 0) size = each.size();
    if (each.size() != size) {
      context.error(
          member.value.mark,
          fmt::format("{} has {} entries, but the lists before it have {}", quoted_name(member.key), each.size(), size),
          "each list needs one entry per leg");
    }
    repeat.each.push_back(std::move(each));
  }
  return size;
}

void read_count_of_legs(const Context& context, const RepeatKeys& keys, Repeat& repeat) {
  const std::size_t size = keys.each ? read_each(context, *keys.each, repeat) : 0;
  if (size > 0) repeat.count = static_cast<int>(size);
  if (!keys.count) return;
  const std::optional<int> value = read_count(context, *keys.count, 1, largest_leg_count);
  repeat.count = value.value_or(repeat.count);
  if (value && size > 0 && static_cast<std::size_t>(*value) != size) {
    context.error(keys.count->mark, fmt::format("count is {}, but the lists of 'each' have {} entries", *value, size));
  }
}

Repeat read_repeat(const Context& context, const Node& node) {
  Repeat repeat;
  repeat.mark = node.mark;
  RepeatKeys keys;
  if (!read_keys(context, node, "'repeat'", keys)) return repeat;
  read_count_of_legs(context, keys, repeat);
  if (keys.name) {
    repeat.name = read_text(context, *keys.name, "a name with {i} for the number of the leg");
    repeat.mark = keys.name->mark;
    if (repeat.name.find("{i}") == std::string::npos && repeat.count > 1) {
      context.error(keys.name->mark, "the name of repeated legs needs {i}", "write \"leg{i}\"");
      repeat.name += "{i}";
    }
  }
  if (keys.about) repeat.about = read_direction(context, *keys.about);
  repeat.step = keys.step;
  repeat.start = keys.start;
  if ((node.find("step") || node.find("start")) && !keys.about) {
    context.reading.findings.error(node.mark, "'repeat' has an angle, but no axis", "add about: z");
  }
  return repeat;
}

std::string leg_name(std::string pattern, int i) {
  const std::string number = fmt::format("{}", i);
  for (std::size_t at = pattern.find("{i}"); at != std::string::npos; at = pattern.find("{i}", at + number.size())) {
    pattern.replace(at, 3, number);
  }
  return pattern;
}

bool add_leg(const Context& context, Leg leg, SourceMark mark) {
  auto& legs = context.reading.mechanism.legs;
  if (legs.size() >= largest_total_leg_count) {
    context.error(mark, fmt::format("there are too many legs: at most {} are possible", largest_total_leg_count));
    return false;
  }
  const bool taken = std::any_of(legs.begin(), legs.end(), [&](const Leg& other) { return other.name == leg.name; });
  if (taken) {
    context.error(mark, fmt::format("there are two legs named {}", quoted_name(leg.name)),
                  "give each group its own names, for example repeat: {name: \"right{i}\"}");
    return false;
  }
  legs.push_back(std::move(leg));
  context.reading.leg_marks.push_back(mark);
  return true;
}

// The copy number i of a leg.
void read_leg_copy(const Context& context, const LegKeys& keys, const Repeat& repeat, int i, const Leg& pattern) {
  Scope& scope = context.scope;
  Leg leg = pattern;
  scope.prefix = leg.name + ".";
  scope.leg_bodies = &leg.bodies;
  scope.leg_joints = &leg.joints;
  scope.numbers["i"] = Quantity{static_cast<double>(i), {}, Quantity::Knowledge::pure};
  for (const Each& each : repeat.each) {
    const auto k = static_cast<std::size_t>(i - 1);
    if (k >= each.size()) continue;
    if (each.is_vector) {
      scope.vectors[each.name] = each.vectors[k];
    } else {
      scope.numbers[each.name] = each.numbers[k];
    }
  }
  if (repeat.about) scope.turn = turn_about(*repeat.about, repeat.start + (i - 1) * repeat.step);
  if (keys.bodies) read_bodies(context, *keys.bodies);
  if (keys.joints) read_joints(context, *keys.joints);
  add_leg(context, std::move(leg), repeat.mark);
}

bool belongs_to_a_leg(const Mechanism& mechanism, std::vector<int> Leg::*members, int index) {
  return std::any_of(mechanism.legs.begin(), mechanism.legs.end(), [&](const Leg& leg) {
    return std::find((leg.*members).begin(), (leg.*members).end(), index) != (leg.*members).end();
  });
}

// The members of a leg given as a list of names.
void read_members(const Context& context, const Node* node, std::string_view what,
                  const std::map<std::string, int, std::less<>>& index, std::vector<int> Leg::*own, Leg& leg) {
  if (!node) return;
  if (node->kind != Node::Kind::sequence) {
    context.error(node->mark,
                  fmt::format("expected '{}' as a list of names, since the leg has a list of the other", what));
    return;
  }
  std::vector<int>& members = leg.*own;
  for (const Node& item : node->items) {
    const auto found = item.kind == Node::Kind::scalar ? index.find(item.text) : index.end();
    if (found == index.end() || item.text == "base") {
      std::vector<std::string> names;
      for (const auto& [name, number] : index) names.push_back(name);
      context.error(item.mark, fmt::format("{} is not the name of one of the {}", quoted_name(item.text), what),
                    context.reading.findings.spelling_hint(item.text, names));
    } else if (std::find(members.begin(), members.end(), found->second) != members.end()) {
      context.error(item.mark, fmt::format("{} stands twice in this leg", quoted_name(item.text)));
    } else if (belongs_to_a_leg(context.reading.mechanism, own, found->second)) {
      context.error(item.mark, fmt::format("{} belongs to another leg already", quoted_name(item.text)));
    } else {
      members.push_back(found->second);
    }
  }
}

bool is_list(const Node* node) { return node && node->kind == Node::Kind::sequence; }

// A checked name, or the fallback.
std::string name_or(const Context& context, const Node* node, std::string fallback) {
  const bool good = node && check_name(context, read_text(context, *node, "a name"), node->mark);
  return good ? node->text : fallback;
}

void read_group(const Context& outer, const Node& node, std::size_t unnamed) {
  LegKeys keys;
  if (!read_keys(outer, node, "a leg group", keys)) return;
  Scope scope = outer.scope;
  const Context context{outer.reading, scope};
  Leg leg;
  leg.mode = keys.mode < 0 ? "" : leg_modes[keys.mode];
  leg.group = name_or(context, keys.name, unnamed == 0 ? "legs" : fmt::format("legs{}", unnamed + 1));
  Repeat repeat;
  if (keys.repeat) {
    repeat = read_repeat(context, *keys.repeat);
  } else {
    repeat.name = leg.group;
    repeat.mark = keys.name ? keys.name->mark : node.mark;
    leg.group = name_or(context, keys.group, leg.group);
  }
  if (!keys.repeat && (is_list(keys.bodies) || is_list(keys.joints))) {
    leg.name = repeat.name;
    read_members(context, keys.bodies, "bodies", context.reading.body_index, &Leg::bodies, leg);
    read_members(context, keys.joints, "joints", context.reading.joint_index, &Leg::joints, leg);
    add_leg(context, std::move(leg), repeat.mark);
    return;
  }
  for (int i = 1; i <= repeat.count; ++i) {
    context.reading.findings.once_per_place(i > 1);
    leg.name = leg_name(repeat.name, i);
    if (!check_name(context, leg.name, repeat.mark)) break;
    read_leg_copy(context, keys, repeat, i, leg);
  }
  context.reading.findings.once_per_place(false);
}

}  // namespace

void read_legs(const Context& context, const Node& node) {
  if (node.kind == Node::Kind::mapping) {
    read_group(context, node, 0);
    return;
  }
  if (node.kind != Node::Kind::sequence) {
    context.error(node.mark, "expected 'legs' as one leg group or a list of them");
    context.reading.graph_readable = false;
    return;
  }
  if (node.items.size() > largest_group_count) {
    context.error(node.mark,
                  fmt::format("there are too many leg groups: at most {} are possible", largest_group_count));
    return;
  }
  std::size_t unnamed = 0;
  for (const Node& item : node.items) {
    read_group(context, item, unnamed);
    if (item.kind == Node::Kind::mapping && !item.find("name")) ++unnamed;
  }
}

}  // namespace jourdain
