// Counts calls of malloc, free and their relatives in this thread. Sanitizers have their own malloc; there nothing is
// counted.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define JOURDAIN_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define JOURDAIN_COUNTS_ALLOCATIONS 0
#else
#define JOURDAIN_COUNTS_ALLOCATIONS 1
#endif
#else
#define JOURDAIN_COUNTS_ALLOCATIONS 1
#endif

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
