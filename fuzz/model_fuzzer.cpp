// libFuzzer target for the model reader and printer, and for kinematics and dynamics of what was read. Run it by
// scripts/fuzz.
#include "check_model.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  jourdain::check_model_text({reinterpret_cast<const char*>(data), size});
  return 0;
}
