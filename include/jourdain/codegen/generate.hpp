// Source code from traced programs.
#pragma once

#include "jourdain/codegen/library.hpp"

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

// The operations of a function as it is written; each part counts once for each row.
ProgramCount generated_count(const GeneratedFunction& function, LegCode legs);

struct GeneratedFile {
  std::string name;
  std::string text;

  friend bool operator==(const GeneratedFile&, const GeneratedFile&) = default;
};

// The files of a folder that builds and tests itself: sources, header, CMakeLists.txt, README.md and a self-test with
// golden vectors. The same library gives the same bytes. Generated functions use no heap, no globals and nothing but
// math.h; a bad value or a failed guard gives a status and zeros. Throws Error for what validate() refuses and for
// constants that the scalar cannot hold.
std::vector<GeneratedFile> generate(const GeneratedLibrary& library, const CodeOptions& options);

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
