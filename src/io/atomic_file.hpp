// Files that are written completely or not at all.
#pragma once

#include "io/file_text.hpp"
#include "io/temporary_path.hpp"
#include "jourdain/core/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// Collects text in a temporary file of the same folder; commit() puts it in the place of the wanted file in one step.
// Without commit(), and when the program is interrupted (remove_temporary_paths), nothing is left behind and a file of
// that name stays as it is. A link is followed to its target. What is neither file nor folder (a terminal, a pipe,
// /dev/null) cannot be replaced and gets the text at once; so does what /dev/stdout and /dev/fd/N stand for, at the
// place where that stream is.
class AtomicFile {
 public:
  // Throws Error(input) if the folder does not exist, cannot be written, or if the path is a folder or write-protected,
  // and Error(usage) for the file of an input (is_input).
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  // Throws Error(input) if the disk is full or the file system fails.
  void write(std::string_view text);
  // Makes sure that the text is on the disk; afterwards commit() needs no more room there. Throws as write().
  void finish();
  // finish(), if that was not yet done, and the step itself.
  void commit();

 private:
  void discard() noexcept;
  [[noreturn]] void fail(const char* what, int code);

  std::string path_;         // as asked for
  std::string target_;       // after following links
  TemporaryPath temporary_;  // empty: the target is no regular file
  int file_ = -1;
};

// AtomicFile, write and commit in one call.
void write_atomically(const std::string& path, std::string_view text);

// Writes all files or none: each is on the disk before the first takes its place. Throws Error(input) as AtomicFile,
// and Error(usage) if two paths name the same file.
void write_together(const std::vector<FileText>& files);

// Throws Error(usage) if two of the outputs name one file, or one names a file that is read (is_input). Terminals,
// pipes and devices may be named any number of times. Empty paths are passed over.
void check_distinct(const std::vector<std::string>& outputs);

}  // namespace jourdain
