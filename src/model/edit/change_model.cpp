#include "model/edit/change_model.hpp"

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

// m.BODY, coulomb.JOINT and viscous.JOINT; all others are parameters of the file.
bool is_part(const Change& change) {
  return change.name.starts_with("m.") || change.name.starts_with("coulomb.") || change.name.starts_with("viscous.");
}

// "arm" means "arm" and every "leg1.arm".
bool is_called(const std::string& full, const std::string& name) {
  return full == name || (full.size() > name.size() && full.ends_with("." + name));
}

double not_negative(const Change& change, const Dimension& dimension) {
  const double value = quantity("--set", change.value, dimension);
  if (!(value >= 0)) refuse_change(fmt::format("{} is {}: it must not be negative", change.name, value));
  return value;
}

// A body of another mass and the same shape.
void set_mass(const Change& change, const std::string& name, Mechanism& mechanism) {
  const double mass = not_negative(change, Dimension{.mass = 1});
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

void set_friction(const Change& change, const std::string& name, bool coulomb, Mechanism& mechanism) {
  std::vector<std::string> names;
  bool found = false;
  for (Joint& joint : mechanism.joints) {
    names.push_back(joint.name);
    if (!is_called(joint.name, name)) continue;
    if (joint.axes.empty()) refuse_change(fmt::format("joint '{}' does not move", joint.name));
    for (std::size_t k = 0; k < joint.axes.size(); ++k) {
      const bool slides = is_length(joint.type, static_cast<int>(k));
      Dimension dimension{.mass = 1, .length = slides ? 1 : 2, .time = -2};
      if (!coulomb) dimension.time = -1, dimension.length = slides ? 0 : 2, dimension.angle = slides ? 0 : -1;
      Friction& friction = joint.axes[k].friction;
      friction.shared.clear();
      (coulomb ? friction.coulomb : friction.viscous) = not_negative(change, dimension);
    }
    found = true;
  }
  if (found) return;
  refuse_name("joint", name, names);
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
      set_friction(change, name, kind == "coulomb", mechanism);
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
