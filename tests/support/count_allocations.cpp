#include "support/count_allocations.hpp"

#include <cerrno>
#include <cstddef>

// glibc's own functions behind malloc and its relatives; operator new and Eigen go through these too.
#if !JOURDAIN_SANITIZED
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);
}
#endif

namespace jourdain {
namespace {
thread_local long counted = 0;
thread_local bool armed = false;
[[maybe_unused]] void count_call() {
  if (armed) ++counted;
}
}  // namespace

AllocationCount::AllocationCount() {
  counted = 0;
  armed = true;
}
AllocationCount::~AllocationCount() { armed = false; }
long AllocationCount::stop() {
  armed = false;
  return counted;
}

}  // namespace jourdain

#if !JOURDAIN_SANITIZED
extern "C" {
void* malloc(std::size_t size) {
  jourdain::count_call();
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  jourdain::count_call();
  return __libc_calloc(count, size);
}
void* realloc(void* memory, std::size_t size) {
  jourdain::count_call();
  return __libc_realloc(memory, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  jourdain::count_call();
  return __libc_memalign(alignment, size);
}
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  jourdain::count_call();
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}
void free(void* memory) {
  if (memory) jourdain::count_call();
  __libc_free(memory);
}
}
#endif
