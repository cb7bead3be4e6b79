#include "analyses/load_case.hpp"

#include "analyses/words.hpp"
#include "core/suggest.hpp"
#include "jourdain/answer/options.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"
#include "model/text_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

BodyLoad parse_load(const Robot& robot, const std::string& text) {
  const auto refuse = [](const std::string& why) { throw Error(ErrorKind::usage, fmt::format("--load: {}", why)); };
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) refuse(fmt::format("'{}': expected BODY:fx,fy,fz or BODY:fx,fy,fz,mx,my,mz", text));
  const std::string name = text.substr(0, colon);
  BodyLoad load;
  load.body = find_body(robot.mechanism(), name);
  if (load.body < 0) {
    std::vector<std::string> names;
    for (const Body& body : robot.mechanism().bodies) names.push_back(body.name);
    const std::string near = suggest(name, names);
    refuse(fmt::format("there is no body '{}': {}", name,
                       near.empty() ? "see info for the names" : fmt::format("did you mean '{}'?", near)));
  }
  if (load.body == 0) refuse("the base does not move: a load on it needs no motor");
  const std::vector<ListEntry> values = split_list("--load", text.substr(colon + 1));
  if (values.size() != 3 && values.size() != 6) {
    refuse(fmt::format("expected 3 forces, or 3 forces and 3 moments, found {} values", values.size()));
  }
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!values[k].name.empty()) refuse("expected values without names");
    const Dimension dimension{1, k < 3 ? 1 : 2, -2, 0};
    (k < 3 ? load.force : load.moment)[static_cast<int>(k % 3)] = quantity("--load", values[k].text, dimension);
  }
  return load;
}

// One number in SI units for each motor; motors that are not named get `otherwise`.
std::vector<double> per_motor(const Robot& robot, const char* option, const std::string& text, double otherwise) {
  if (text.empty()) return {};
  const std::size_t motors = robot.motor_joints().size();
  std::vector<double> values(motors, otherwise);
  const std::vector<ListEntry> entries = split_list(option, text);
  const bool named = !entries[0].name.empty();
  if (!named && entries.size() != motors) {
    throw Error(ErrorKind::usage, fmt::format("{}: expected {}, one for each motor, found {}", option,
                                              counted(static_cast<int>(motors), "value"), entries.size()));
  }
  for (std::size_t k = 0; k < entries.size(); ++k) {
    std::size_t at = k;
    if (named) {
      for (at = 0; at < motors; ++at) {
        if (robot.mechanism().joints[robot.motor_joints()[at]].name == entries[k].name) break;
      }
      if (at == motors) throw Error(ErrorKind::usage, fmt::format("{}: '{}' is no motor", option, entries[k].name));
    }
    values[at] = quantity(option, entries[k].text, Dimension{});
  }
  return values;
}

// Ways in which redundant motors share a load that have no effect on this robot.
void warn_of_idle_sharing(const Robot& robot, const DynamicsOptions& options, Warnings& warnings) {
  const auto warn = [&](const char* option, const char* why) {
    warnings.push_back(fmt::format("{} has no effect: {}", option, why));
  };
  if (robot.mobility().actuation != Actuation::redundantly) {
    const char* why = "it tells how redundant motors share a load, and this robot has none";
    if (!options.motor_weights.empty()) warn("--weights", why);
    if (!options.preload.empty()) warn("--preload", why);
  }
  // Bounds refuse what any motor cannot hold.
  const bool any_limit = std::ranges::any_of(
      robot.motor_joints(), [&](int joint) { return std::isfinite(robot.mechanism().joints[joint].motor->max_force); });
  if (options.bounded && !any_limit) warn("--bounded", "no motor has a max_force");
}

}  // namespace

void show_fields(OptionVisitor& visitor, LoadArguments& arguments) {
  constexpr std::string_view group = "Loads";
  visitor.texts({.name = "load",
                 .help = "Force and moment on a body, base axes: BODY:fx,fy,fz[,mx,my,mz]; may be repeated",
                 .type = "LOAD",
                 .group = group},
                arguments.loads);
  visitor.flag({.name = "no-friction", .help = "Without friction", .group = group}, arguments.no_friction);
  visitor.flag({.name = "no-springs", .help = "Without springs and counterbalances", .group = group},
               arguments.no_springs);
  visitor.flag({.name = "no-payload", .help = "Without the payload", .group = group, .not_with = "payload"},
               arguments.no_payload);
}

void show_sharing(OptionVisitor& visitor, LoadArguments& arguments) {
  constexpr std::string_view group = "Redundant motors";
  visitor.text({.name = "weights",
                .help = "The sum of weight * force^2 is least; one per motor, or name=value,...",
                .type = "LIST",
                .group = group},
               arguments.weights);
  visitor.text({.name = "preload", .help = "Wanted forces, as far as they do no work", .type = "LIST", .group = group},
               arguments.preload);
  visitor.flag({.name = "bounded", .help = "Stay within max_force of the motors, or refuse", .group = group},
               arguments.bounded);
}

LoadCase::LoadCase(const Robot& robot, const LoadArguments& arguments, Warnings& warnings) {
  for (const std::string& text : arguments.loads) loads.push_back(parse_load(robot, text));
  options.friction = !arguments.no_friction;
  options.springs = !arguments.no_springs;
  options.payload = !arguments.no_payload;
  options.loads = loads;
  weights = per_motor(robot, "--weights", arguments.weights, 1);
  preload = per_motor(robot, "--preload", arguments.preload, 0);
  for (double weight : weights) {
    if (!(weight > 0)) throw Error(ErrorKind::usage, "--weights: weights must be positive");
  }
  options.motor_weights = weights;
  options.preload = preload;
  options.bounded = arguments.bounded;
  warn_of_idle_sharing(robot, options, warnings);
}

void require_motors(const Robot& robot) {
  if (!driving_motors(robot).empty()) return;
  throw Error(ErrorKind::usage,
              fmt::format("'{}' has {} for {}: forces do not follow from its motion", robot.mechanism().name,
                          counted(robot.mobility().motors, "motor"), counted(robot.mobility().freedoms(), "freedom")));
}

void set_rotors(const std::string& rotor_inertia, Mechanism& mechanism) {
  if (rotor_inertia.empty()) return;
  const std::vector<ListEntry> entries = split_list("--rotor-inertia", rotor_inertia);
  const std::vector<int> motors = actuated_joints(mechanism);
  for (const ListEntry& entry : entries) {
    bool found = false;
    for (int j : motors) {
      Joint& joint = mechanism.joints[j];
      if (!entry.name.empty() && entry.name != joint.name) continue;
      const bool mass = is_length(joint.type, 0) && joint.motor->gear == 1;
      joint.motor->rotor_inertia = quantity("--rotor-inertia", entry.text, Dimension{1, mass ? 0 : 2, 0, 0});
      if (joint.motor->rotor_inertia < 0) throw Error(ErrorKind::usage, "--rotor-inertia: must not be negative");
      found = true;
    }
    if (!found) {
      throw Error(ErrorKind::usage, fmt::format("--rotor-inertia: there is no motor '{}'", entry.name));
    }
    if (entry.name.empty() && entries.size() > 1) {
      throw Error(ErrorKind::usage, "--rotor-inertia: expected one value for all motors, or name=value,...");
    }
  }
}

}  // namespace jourdain
