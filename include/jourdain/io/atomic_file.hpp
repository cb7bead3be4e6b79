// Files that are written completely or not at all.
#pragma once

#include "jourdain/core/error.hpp"

#include <string>
#include <string_view>

namespace jourdain {

// Collects text in a temporary file of the same folder; commit() puts it in the place of the wanted file in one step.
// Without commit() nothing is left behind and a file of that name stays as it is. A link is followed to its target.
// What is neither file nor folder (a terminal, a pipe, /dev/null) cannot be replaced and gets the text at once.
class AtomicFile {
 public:
  // Throws Error(input) if the folder does not exist, cannot be written, or if the path is a folder.
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  // Throws Error(input) if the disk is full or the file system fails.
  void write(std::string_view text);
  void commit();

 private:
  void discard() noexcept;
  [[noreturn]] void fail(const char* what, int code);

  std::string path_;       // as asked for
  std::string target_;     // after following links
  std::string temporary_;  // empty: the target is no regular file
  int file_ = -1;
};

// AtomicFile, write and commit in one call.
void write_atomically(const std::string& path, std::string_view text);

}  // namespace jourdain
