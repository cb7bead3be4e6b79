// Positions in vectors from the signed indices that mechanisms and matrices use.
#pragma once

#include <cstddef>

namespace jourdain {

inline std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace jourdain
