#include "linear_form/parameter_unit.hpp"

namespace jourdain {

std::string parameter_unit(const LinearForm& form, int column) {
  const Parameter& p = form.parameters()[static_cast<std::size_t>(column)];
  return form.standard()[static_cast<std::size_t>(p.parts.front().standard)].unit;
}

}  // namespace jourdain
