#include "jourdain/core/version.hpp"

namespace jourdain {

const char* version() { return JOURDAIN_VERSION; }

}  // namespace jourdain
