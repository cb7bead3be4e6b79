#include "trace/code/parameter_notes.hpp"

#include "trace/inputs/traced_parameters.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <map>

namespace jourdain {
namespace {

// What a parameter is, of a body or joint by this name.
std::string meaning(const StandardParameter& p, const std::string& owner) {
  switch (p.kind) {
    case ParameterKind::rotor: return "inertia of the rotor, at the motor side, of " + owner;
    case ParameterKind::coulomb: return "Coulomb friction of " + owner;
    case ParameterKind::viscous: return "viscous friction of " + owner;
    case ParameterKind::offset: return "constant part of the friction of " + owner;
    case ParameterKind::elemental: return "friction function of " + owner;
    case ParameterKind::stiffness: return "stiffness of the spring at " + owner;
    case ParameterKind::preload: return "force of the spring at rest at " + owner;
    case ParameterKind::inertial:
    case ParameterKind::payload: break;
  }
  const std::string_view entry = inertial_entries[p.entry];
  if (length_power(p.entry) == 0) return "mass of " + owner;
  if (length_power(p.entry) == 1) return fmt::format("first moment m {} of {}, in its frame", entry.substr(1), owner);
  return fmt::format("entry {} of the inertia tensor of {}, about its origin", entry.substr(1), owner);
}

}  // namespace

std::vector<ParameterNote> parameter_notes(const Robot& robot, const std::vector<std::string>& names,
                                           const BaseParameters* base) {
  std::map<std::string, ParameterNote> known;
  for (const StandardParameter& p : parameter_list(robot.mechanism())) {
    const std::string name = program_name(robot.mechanism(), p);
    // Names are a word and what it belongs to.
    known[name] = {name, meaning(p, name.substr(name.find('.') + 1)), p.unit};
  }
  for (std::size_t i = 0; base && i < base->base.size(); ++i) {
    const Parameter& p = base->form.parameters()[i];
    const StandardParameter& first = base->form.standard()[p.parts.front().standard];
    const std::string name = base_program_name(p);
    known[name] = {name, "base parameter " + base->base[i].expression, first.unit};
  }
  std::vector<ParameterNote> notes;
  for (const std::string& name : names) {
    const auto found = known.find(name);
    if (found == known.end())
      throw Error(ErrorKind::usage, fmt::format("nothing is known of the parameter '{}'", name));
    notes.push_back(found->second);
  }
  return notes;
}

}  // namespace jourdain
