// What a fuzzer draws, as a file in memory: readers that take a path read it.
#pragma once

#include "demand.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

namespace jourdain {

class InputFile {
 public:
  explicit InputFile(std::string_view bytes) : file_(memfd_create("fuzz", MFD_CLOEXEC)) {
    demand(file_ >= 0 && write(file_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
           "a file in memory can be written");
  }
  ~InputFile() { close(file_); }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace jourdain
