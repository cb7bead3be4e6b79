// Counts calls of malloc, free and their relatives in this thread. Sanitizers have their own malloc; there nothing is
// counted.
#pragma once

#include "support/sanitizer.hpp"

namespace jourdain {

// Counts from construction to stop() or destruction.
class AllocationCount {
 public:
  AllocationCount();
  ~AllocationCount();
  AllocationCount(const AllocationCount&) = delete;
  AllocationCount& operator=(const AllocationCount&) = delete;
  long stop();
};

}  // namespace jourdain
