// Other programs: the compiler, and what it makes.
#pragma once

#include "jourdain/io/temporary_path.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace jourdain {

// A new folder that is removed with its files. Throws Error if it cannot be made.
TemporaryPath make_scratch_folder();

// Runs a program, its messages into a file; the exit code, or -1 if it cannot be started.
int run_program(const std::vector<std::string>& command, const std::filesystem::path& messages);

}  // namespace jourdain
