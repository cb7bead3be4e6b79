// How a law that is broken ends a check.
#pragma once

#include <stdexcept>

namespace jourdain {

inline void demand(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

}  // namespace jourdain
