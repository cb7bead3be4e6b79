#include "control/loop_doubts.hpp"

#include <fmt/format.h>

namespace jourdain {

std::string doubtful_timing(const LoopTiming& timing) {
  constexpr double slow = 0.1;  // s
  const char* which = timing.period > slow ? "sampling period" : timing.delay > slow ? "delay" : nullptr;
  if (!which) return {};
  return fmt::format("a {} of {:.4g} s: loops of motors take milliseconds; a bare number is in s", which,
                     timing.period > slow ? timing.period : timing.delay);
}

}  // namespace jourdain
