// How source code is written, and the files that it comes in.
#pragma once

#include <string>
#include <vector>

namespace jourdain {

enum class CodeTarget {
  c99,    // C sources and a header
  cpp,    // one header for C++17
  batch,  // C sources for one and for many states, with vector types of GCC and clang
};

enum class CodeScalar { double_precision, single_precision };

// How parts of a staged program, the legs of a robot, are written.
enum class LegCode {
  automatic,  // as a function where that is clearly smaller and about as fast (see docs/code-generation.md)
  unrolled,   // leg after leg in straight lines
  functions,  // one function that is called for each leg
  lanes,      // one function for all legs at once, in the lanes of a vector of GCC and clang; not for C++
};

struct CodeOptions {
  CodeTarget target = CodeTarget::c99;
  CodeScalar scalar = CodeScalar::double_precision;
  LegCode legs = LegCode::automatic;
};

struct GeneratedFile {
  std::string name;
  std::string text;

  friend bool operator==(const GeneratedFile&, const GeneratedFile&) = default;
};

// Which files of a folder may be replaced.
enum class Replace {
  generated,  // those that a generator wrote, as their first lines say
  any,
};

// Writes the files into a folder, which is made if need be: all files or none, and no folder if that fails. Throws
// Error(input) for a file that may not be replaced, a full disk and what AtomicFile refuses.
void write_files(const std::vector<GeneratedFile>& files, const std::string& folder,
                 Replace replace = Replace::generated);

}  // namespace jourdain
