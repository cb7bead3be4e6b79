// Every key of model files, with a value that is not its default: it is read, printed, and read back to the same bits.
#include "model/model_keys.hpp"

#include "model/model_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace jourdain::keys_test {
namespace {

using Values = std::map<std::string, std::string>;

// A model with a place for the keys of a section, and keys without which the section would say nothing.
struct Host {
  std::string text;  // with KEYS
  Values keys = {};
};

const std::string joints = "jourdain: 1\nname: test\nbodies: {arm: {mass: 1}, hand: {mass: 1}}\n";
const std::string hinge =
    "joints: {hinge: {type: revolute, between: [base, arm], axis: z}, "
    "wrist: {type: revolute, between: [arm, hand], axis: z, at: [1, 0, 0]}}\n";

Host body_host(const std::string& keys, Values values) {
  return {"jourdain: 1\nname: test\nbodies: {arm: {" + keys +
              "}}\njoints: {hinge: {type: revolute, between: [base, arm], axis: z}}\n",
          std::move(values)};
}

Host joint_host(const std::string& keys, Values values) {
  return {joints + "joints: {other: {type: revolute, between: [base, arm], axis: z}, hinge: {between: [arm, hand], " +
              keys + "}}\n",
          std::move(values)};
}

Host host_of(const std::string& section) {
  static const std::map<std::string, Host> hosts{
      {"model",
       {"KEYS\nbodies: {arm: {mass: 1}}\n" +
            replaced(hinge, ", wrist: {type: revolute, between: [arm, hand], axis: z, at: [1, 0, 0]}", ""),
        {{"jourdain", "1"}, {"name", "test"}}}},
      {"body", body_host("KEYS", {{"mass", "1"}})},
      {"tensor", body_host("mass: 1, com: [1, 0, 0], inertia: {KEYS}", {{"xx", "1"}, {"yy", "1"}, {"zz", "1"}})},
      {"rod", body_host("mass: 1, inertia: {KEYS}", {{"rod", "1"}})},
      {"box", body_host("mass: 1, inertia: {KEYS}", {{"box", "[1, 1, 1]"}})},
      {"cylinder", body_host("mass: 1, inertia: {KEYS}", {{"cylinder", "{radius: 1, length: 1}"}})},
      {"tube", body_host("mass: 1, inertia: {KEYS}", {{"tube", "{outer: 3, inner: 1, length: 1}"}})},
      {"disc", body_host("mass: 1, inertia: {KEYS}", {{"disc", "1"}})},
      {"sphere", body_host("mass: 1, inertia: {KEYS}", {{"sphere", "1"}})},
      {"friction_set", joint_host("type: revolute, axis: z, friction: {KEYS}", {})},
      {"one_spring", joint_host("type: revolute, axis: z, spring: {KEYS}", {})},
      {"actuator", joint_host("type: revolute, axis: z, actuator: {KEYS}", {})},
      {"motor", joint_host("type: revolute, axis: z, motor: {KEYS}", {})},
      {"drive", joint_host("type: revolute, axis: z, actuated: true, drive: {KEYS}", {})},
      {"parallelogram",
       joint_host("KEYS", {{"type", "parallelogram"}, {"length", "1"}, {"across", "y"}, {"mass", "1"}})},
      {"friction_of_ends", joint_host("type: parallelogram, length: 1, across: y, mass: 1, friction: {KEYS}", {})},
      {"leg", {joints + hinge + "legs: [{KEYS}]\n", {{"name", "leg"}, {"bodies", "[arm]"}, {"joints", "[hinge]"}}}},
      {"repeat",
       {joints + hinge +
            "legs: {repeat: {KEYS}, bodies: {rod: {mass: 1}}, joints: {pin: {type: revolute, between: [base, rod], at: "
            "[1, 0, 0.1], axis: z}}}\n",
        {{"count", "2"}}}},
      {"platform", {joints + hinge + "platform: {KEYS}\n", {{"body", "hand"}}}},
      {"end_point", {joints + hinge + "end_point: {KEYS}\n", {{"body", "hand"}, {"moves", "[x, y]"}}}},
      {"payload", {joints + hinge + "platform: {body: hand, payload: {KEYS}}\n", {{"mass", "1"}}}},
      {"placement", {joints + hinge + "platform: {body: hand, tool: {KEYS}}\n"}},
      {"counterbalance", {joints + hinge + "counterbalances: {gas: {KEYS}}\n", {{"between", "[base, arm]"}}}},
      {"structure", {joints + replaced(hinge, "hinge:", "hinge:") + "structure: {KEYS}\n"}},
      {"assembly", {joints + hinge + "platform: {body: hand}\nassembly: {KEYS}\n"}},
  };
  const auto found = hosts.find(section);
  if (found != hosts.end()) return found->second;
  Values values{{"type", section}};  // of a joint
  values.emplace(section == "universal" ? "axes" : "axis", section == "universal" ? "[y, z]" : "z");
  if (section == "helical") values.emplace("pitch", "1");
  return joint_host("KEYS", std::move(values));
}

// What a key needs besides, or means nothing without.
Values besides(const std::string& section, const std::string& key) {
  static const std::map<std::string, Values> known{
      {"width", {{"as", "rods"}, {"width", "1"}}},
      {"as", {{"width", "1"}}},
      {"step", {{"about", "x"}}},
      {"start", {{"about", "x"}}},
      {"about", {{"step", "1"}}},
      {"drive", {{"actuated", "true"}}},
  };
  const auto found = known.find(key);
  return found == known.end() || (section != "parallelogram" && section != "repeat" && key != "drive") ? Values{}
                                                                                                       : found->second;
}

// Keys whose values are sections, which are hosts of their own, and those that tell what the host is.
const std::set<std::string> told_elsewhere{
    "model: jourdain",     "model: friction",        "model: bodies",      "model: joints",
    "model: legs",         "model: counterbalances", "model: platform",    "model: end_point",
    "model: structure",    "model: assembly",        "leg: repeat",        "leg: bodies",
    "leg: joints",         "platform: body",         "end_point: body",    "counterbalance: between",
    "parallelogram: type", "parallelogram: between", "assembly: end_point"};

std::string number_for(const ShownKey& shown) {
  if (shown.bound == Bound::share) return "0.5";
  return shown.bound == Bound::sign ? "-1" : "2";
}

// The same with another number, so that what it needs is still there.
Values with_other_number(Values values, const ShownKey& shown) {
  values[std::string(shown.key.word)] = shown.bound == Bound::share ? "0.25" : shown.bound == Bound::sign ? "1" : "3";
  return values;
}

std::string value_for(const ShownKey& shown) {
  if (!shown.key.rules.example.empty()) return std::string(shown.key.rules.example);
  switch (shown.kind) {
    case ShownKey::Kind::number: return number_for(shown);
    case ShownKey::Kind::flag: return shown.standard == "true" ? "false" : "true";
    case ShownKey::Kind::choice: return std::string(shown.words[1]);  // no default
    case ShownKey::Kind::vector: return "[1, 2, 3]";
    case ShownKey::Kind::section:
    case ShownKey::Kind::node: break;
  }
  return {};
}

std::string model_of(const Host& host, const Values& values, bool is_file) {
  std::string keys;
  for (const auto& [key, value] : values)
    keys += fmt::format("{}{}: {}", keys.empty() ? "" : is_file ? "\n" : ", ", key, value);
  return replaced(host.text, "KEYS", keys);
}

Mechanism read(const std::string& text) {
  ReadOptions options;
  options.allow_unphysical = true;
  try {
    return read_model(text, "test.yaml", options).mechanism;
  } catch (const Error& error) {
    ADD_FAILURE() << error.what();
    return {};
  }
}

// What the printer forgets makes both texts the same.
void expect_kept(const std::string& without, const std::string& with) {
  SCOPED_TRACE(with);
  const Mechanism before = read(without), after = read(with);
  EXPECT_NE(print_model(before), print_model(after)) << "the printer forgets this key";
  EXPECT_FALSE(before == after) << "the comparison forgets this key";
  EXPECT_TRUE(read(print_model(after)) == after) << print_model(after);
}

class KeyOfSection {
 public:
  KeyOfSection(const KeySection& section) : name_(section.name), host_(host_of(name_)), keys_(keys_of(section)) {}

  int check() const {
    int checked = 0;
    for (const ShownKey& shown : keys_) {
      const std::string word(shown.key.word);
      const bool of_any_joint = word == "type" || word == "between";
      if (told_elsewhere.contains(name_ + ": " + word) || of_any_joint) continue;
      SCOPED_TRACE(name_ + ": " + word);
      Values values = host_.keys;
      for (const auto& [key, value] : besides(name_, word)) values[key] = value;
      const std::vector<std::string_view> needed = words_in(shown.key.rules.needs);
      if (!needed.empty()) values.emplace(needed.front(), "1");
      checked += check_key(shown, word, std::move(values));
    }
    return checked;
  }

 private:
  // Joints that turn and slide need a list.
  std::string per_freedom(const std::string& word, const std::string& value) const {
    const bool limits = word == "limits";
    if ((name_ != "cylindrical" && name_ != "planar") || (word != "friction" && word != "spring" && !limits))
      return value;
    const std::string other = limits ? ", none" : ", {}";
    return "[" + value + other + (name_ == "planar" ? other : "") + "]";
  }

  int check_key(const ShownKey& shown, const std::string& word, const Values& values) const {
    const auto text = [&](const Values& v) { return model_of(host_, v, name_ == "model"); };
    Values with = values;
    with.erase(std::string(shown.key.rules.instead_of));
    if (shown.kind != ShownKey::Kind::section) {
      with[word] = per_freedom(word, value_for(shown));
      EXPECT_FALSE(with[word].empty()) << "a key needs an example";
      if (word == "frames") with.erase("zero");
      const Values before = shown.kind == ShownKey::Kind::number ? with_other_number(with, shown)
                            : word == "about"                    ? host_.keys
                                                                 : values;
      expect_kept(text(before), text(with));
      return 1;
    }
    for (const ShownKey& inner : shown.inner) {
      Values sizes{{"radius", "1"}, {"outer", "3"}, {"inner", "1"}, {"length", "1"}};
      std::erase_if(sizes, [&](const auto& size) {
        return std::ranges::none_of(
            shown.inner, [&](const ShownKey& key) { return key.key.word == size.first && key.key.rules.required; });
      });
      sizes.erase(std::string(inner.key.rules.instead_of));
      const std::string part(inner.key.word);
      sizes[part] = part.starts_with("outer") ? "8" : part.ends_with("diameter") ? "3" : number_for(inner);
      std::string map;
      for (const auto& [key, value] : sizes) map += fmt::format("{}{}: {}", map.empty() ? "" : ", ", key, value);
      with[word] = "{" + map + "}";
      SCOPED_TRACE(inner.key.word);
      expect_kept(text(values), text(with));
    }
    return static_cast<int>(shown.inner.size());
  }

  std::string name_;
  Host host_;
  std::vector<ShownKey> keys_;
};

TEST(Keys, ArePrintedAndReadBackBitForBit) {
  int checked = 0;
  for (const KeySection& section : model_format().sections) checked += KeyOfSection(section).check();
  EXPECT_GE(checked, 150);
}

TEST(Keys, HaveUnitsOfBothKindsOfJoints) {
  const auto section = [](std::string_view name) {
    return *std::ranges::find(model_format().sections, name, &KeySection::name);
  };
  EXPECT_EQ(units_of(section("drive"), "force_step"), "N m, N");
  EXPECT_EQ(units_of(section("one_spring"), "stiffness"), "N m/rad, N/m");
}

}  // namespace
}  // namespace jourdain::keys_test
