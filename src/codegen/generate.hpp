// Source code from traced programs.
#pragma once

#include "codegen/library.hpp"
#include "io/output_folder.hpp"
#include "jourdain/codegen/code_files.hpp"

#include <memory>
#include <string>
#include <vector>

namespace jourdain {

// The operations of a function as it is written; each part counts once for each row.
ProgramCount generated_count(const GeneratedFunction& function, LegCode legs);

// The files of a folder that builds and tests itself: sources, header, CMakeLists.txt, README.md and a self-test with
// golden vectors. The same library gives the same bytes. Generated functions use no heap, no globals and nothing but
// math.h; a bad value or a failed guard gives a status and zeros. Throws Error for what validate() refuses and for
// constants that the scalar cannot hold.
std::vector<GeneratedFile> generate(const GeneratedLibrary& library, const CodeOptions& options);

// The folder for the files, opened. Throws as write_files().
std::shared_ptr<OutputFolder> open_code_folder(const std::vector<GeneratedFile>& files, const std::string& folder,
                                               Replace replace);

}  // namespace jourdain
