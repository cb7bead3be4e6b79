#include "jourdain/core/error.hpp"

namespace jourdain {

const char* version() { return JOURDAIN_VERSION; }

}  // namespace jourdain
