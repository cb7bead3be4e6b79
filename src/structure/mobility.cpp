#include "jourdain/structure/structure.hpp"

namespace jourdain {

std::string_view to_string(Actuation actuation) {
  switch (actuation) {
    case Actuation::none: return "none";
    case Actuation::fully: return "fully actuated";
    case Actuation::under: return "under-actuated";
    case Actuation::redundantly: return "redundantly actuated";
  }
  return "unknown";
}

}  // namespace jourdain
