#include "model/edit/change_model.hpp"

#include "model/edit/key_setter.hpp"
#include "model/model_keys.hpp"

#include "model/text_list.hpp"

#include "core/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace jourdain {
namespace {

struct Change {
  std::string name, value;
};

[[noreturn]] void refuse_change(const std::string& message) { throw Error(ErrorKind::usage, "--set: " + message); }

[[noreturn]] void refuse_name(const char* what, const std::string& name, const std::vector<std::string>& names) {
  const std::string near = suggest(name, names);
  refuse_change(
      fmt::format("there is no {} '{}'{}", what, name, near.empty() ? "" : fmt::format(": did you mean '{}'?", near)));
}

Change parse_change(const std::string& text) {
  const std::size_t at = text.find('=');
  if (at == std::string::npos || at == 0 || at + 1 == text.size()) {
    refuse_change(fmt::format("expected NAME=VALUE, found '{}'", text));
  }
  return {text.substr(0, at), text.substr(at + 1)};
}

// KEY.NAME; all others are parameters of the file.
bool is_part(const Change& change) { return change.name.find('.') != std::string::npos; }

// "arm" means "arm" and every "leg1.arm".
bool is_called(const std::string& full, const std::string& name) {
  return full == name || (full.size() > name.size() && full.ends_with("." + name));
}

// A body of another mass and the same shape.
void set_mass(const Change& change, const std::string& name, Mechanism& mechanism) {
  MassKeys keys;
  KeySetter("--set", "mass", change.value).set(keys);
  const double mass = keys.mass;
  std::vector<std::string> names;
  bool found = false;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    Body& body = mechanism.bodies[i];
    names.push_back(body.name);
    if (!is_called(body.name, name)) continue;
    if (body.inertial.mass > 0) {
      body.inertial.inertia *= mass / body.inertial.mass;
    }
    body.inertial.mass = mass;
    found = true;
  }
  if (found) return;
  refuse_name("body", name, names);
}

// All keys of a joint that --set can change. False if it has none of this word.
bool set_joint(KeySetter& setter, Joint& joint) {
  for (std::size_t k = 0; k < joint.axes.size(); ++k) {
    const bool slides = is_length(joint.type, static_cast<int>(k));
    if (setter.set(joint.axes[k].friction, slides)) joint.axes[k].friction.shared.clear();
    setter.set(joint.axes[k].spring, slides);
  }
  if (joint.motor) {
    const bool slides = is_length(joint.type, 0);
    MotorKeys motor{*joint.motor};
    if (setter.set(motor, slides, false)) joint.motor = motor.motor;
    DriveKeys drive{joint.motor->drive};
    if (setter.set(drive, slides) && !take_drive(drive, joint))
      setter.refuse("the motor slides, so its encoder has no turns");
  }
  return setter.found();
}

// The words of all keys that a joint may have.
std::vector<std::string> words_of_joints() {
  KeyList list;
  Friction friction;
  Spring spring;
  MotorKeys motor;
  DriveKeys drive;
  show_keys(list, friction, false);
  show_keys(list, spring, false);
  show_keys(list, motor, false, false);
  show_keys(list, drive, false);
  std::vector<std::string> words{"m"};
  for (const ShownKey& shown : list.keys)
    if (shown.measure) words.emplace_back(shown.key.word);
  return words;
}

void set_key(const Change& change, const std::string& word, const std::string& name, Mechanism& mechanism) {
  const std::vector<std::string> words = words_of_joints();
  if (std::ranges::find(words, word) == words.end()) refuse_name("key", word, words);
  std::vector<std::string> names;
  bool called = false, found = false;
  const auto set = [&](const std::string& full, auto&& part) {
    names.push_back(full);
    if (!is_called(full, name)) return;
    KeySetter setter("--set", word, change.value);
    called = true;
    found = part(setter) || found;
  };
  for (Joint& joint : mechanism.joints) set(joint.name, [&](KeySetter& setter) { return set_joint(setter, joint); });
  for (Counterbalance& spring : mechanism.counterbalances) {
    set(spring.name, [&](KeySetter& setter) {
      CounterbalanceKeys keys{.spring = spring};
      setter.set(keys);
      spring = keys.spring;
      return setter.found();
    });
  }
  if (!called) refuse_name("joint", name, names);
  if (!found) refuse_change(fmt::format("'{}' has no '{}': it does not move, or has no motor", name, word));
}

void set_payload(const std::string& text, Mechanism& mechanism) {
  const auto refuse_payload = [](const std::string& message) {
    throw Error(ErrorKind::usage, "--payload: " + message);
  };
  if (!mechanism.output) refuse_payload("the model has no platform and no end point to carry it");
  const std::vector<ListEntry> entries = split_list("--payload", text);
  const bool named = std::ranges::any_of(entries, [](const ListEntry& entry) { return !entry.name.empty(); });
  if (named || (entries.size() != 1 && entries.size() != 4)) {
    refuse_payload("expected a mass, or mass,x,y,z with its centre in the tool's frame");
  }
  Inertial payload;
  payload.mass = quantity("--payload", entries[0].text, Dimension{.mass = 1});
  if (!(payload.mass >= 0)) refuse_payload(fmt::format("the mass is {}: it must not be negative", payload.mass));
  for (std::size_t k = 1; k < entries.size(); ++k) {
    payload.com[static_cast<int>(k) - 1] = quantity("--payload", entries[k].text, Dimension{.length = 1});
  }
  mechanism.output->payload = payload;
}

}  // namespace

ReadOptions read_options(const ModelChanges& changes) {
  ReadOptions read;
  read.allow_unphysical = changes.allow_unphysical;
  std::set<std::string> given;
  for (const std::string& text : changes.set) {
    const Change change = parse_change(text);
    if (!given.insert(change.name).second) refuse_change(fmt::format("{} is given twice", change.name));
    if (!is_part(change)) read.parameters.push_back({change.name, change.value});
  }
  return read;
}

void change_model(const ModelChanges& changes, Mechanism& mechanism) {
  for (const std::string& text : changes.set) {
    const Change change = parse_change(text);
    if (!is_part(change)) continue;
    const std::size_t dot = change.name.find('.');
    const std::string kind = change.name.substr(0, dot), name = change.name.substr(dot + 1);
    if (kind == "m") {
      set_mass(change, name, mechanism);
    } else {
      set_key(change, kind, name, mechanism);
    }
  }
  if (!changes.payload.empty()) set_payload(changes.payload, mechanism);
}

std::vector<Suspicion> doubts_of_change(const Mechanism& before, const Mechanism& after) {
  std::vector<Suspicion> doubts = new_suspicions(before, after);
  std::set<std::pair<Doubt, std::string>> told;  // legs that are copies would repeat it
  std::erase_if(doubts, [&](const Suspicion& s) { return !told.emplace(s.doubt, s.hint).second; });
  return doubts;
}

}  // namespace jourdain
