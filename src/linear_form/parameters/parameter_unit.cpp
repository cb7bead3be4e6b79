#include "linear_form/parameters/parameter_unit.hpp"

namespace jourdain {

std::string parameter_unit(const LinearForm& form, int column) {
  const Parameter& p = form.parameters()[column];
  return form.standard()[p.parts.front().standard].unit;
}

}  // namespace jourdain
