// Generated code of a robot, built with a compiler and flags, for timing it one state after the other and in batches.
#pragma once

#include "codegen/generate.hpp"
#include "trace/code/robot_library.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// A compiler with its flags, and how the table calls it.
struct Compiler {
  std::string title;
  std::vector<std::string> command;
};

// One function of a library that was built and loaded; parameters have the model's values.
struct GeneratedEntry {
  using Call = int (*)(const void* prepared, const double* x, double* y);
  using Batch = void (*)(const void* prepared, std::size_t count, const double* x, double* y, int* status);

  Call call = nullptr;
  Batch batch4 = nullptr, batch8 = nullptr;  // null where the library was generated for single states
  std::vector<std::max_align_t> prepared;
};

// A generated library in this process. Set-up code: it throws Error.
class GeneratedCode {
 public:
  // Writes the sources into the folder, builds and loads them. Nothing if the compiler cannot be started.
  static std::optional<GeneratedCode> build(const GeneratedLibrary& library, CodeTarget target,
                                            const Compiler& compiler, const std::string& folder);

  GeneratedEntry entry(const std::string& function) const;

 private:
  std::shared_ptr<void> handle_;
};

}  // namespace jourdain
