#include "linear_form/parameter_unit.hpp"

namespace jourdain {

std::string parameter_unit(const LinearForm& form, int column) {
  const Parameter& p = form.parameters()[static_cast<std::size_t>(column)];
  if (!is_friction(p.kind)) return p.length_power == 0 ? "kg" : p.length_power == 1 ? "kg m" : "kg m^2";
  const StandardParameter& s = form.standard()[static_cast<std::size_t>(p.parts.front().standard)];
  const bool slides = is_length(form.robot().mechanism().joints[static_cast<std::size_t>(s.owner)].type, s.entry);
  const std::string force = slides ? "N" : "N m";
  if (p.kind != ParameterKind::viscous) return force;
  return slides ? "N s/m" : "N m s";
}

}  // namespace jourdain
