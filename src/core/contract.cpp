#include "jourdain/core/status.hpp"

#include <cstdio>
#include <cstdlib>

namespace jourdain {

void break_contract(const char* what) noexcept {
  std::fprintf(stderr, "jourdain: contract broken: %s\n", what);
  std::abort();
}

}  // namespace jourdain
