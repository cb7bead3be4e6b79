// Files that a command reads: opened at one place, and known to what writes, so that no output takes the place of one.
#pragma once

#include <fstream>
#include <string>
#include <string_view>

namespace jourdain {

// From now on files that are read are remembered, and no output replaces one of them: for programs of one command. A
// program that goes on (Python) may read a file, change what it read, and write it again.
void protect_inputs();

// A file that was read, or will be. Pipes, devices, what does not exist and our own scratch files are passed over.
void remember_input(const std::string& path);

// True if the file of that name, by whatever way it is named, is one of them.
bool is_input(const std::string& path);

// A command may write what it read where it read it: the state of a search.
enum class InputUse { kept, replaced };

// Opens a regular file, a pipe or a terminal, and remembers it. Throws Error(input) for what is not there, folders and
// devices, which never end; `expected` is what the message asks for: "a CSV file".
std::ifstream open_input(const std::string& path, std::string_view expected, InputUse use = InputUse::kept);

// The whole file; at most `most_bytes`.
std::string read_input(const std::string& path, std::string_view expected, std::size_t most_bytes,
                       InputUse use = InputUse::kept);

// What open_input() refuses before it opens.
void require_input(const std::string& path, std::string_view expected);

}  // namespace jourdain
