#include "jourdain/core/error.hpp"

namespace jourdain {

const char* version() { return JOURDAIN_PROJECT_VERSION; }

}  // namespace jourdain
