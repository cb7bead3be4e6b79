#include "jourdain/io/atomic_file.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

namespace jourdain {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::input, fmt::format("{}: {}", path, why));
}

// Permissions of a new file: those of the one it replaces, else what the process's mask leaves.
mode_t permissions(const std::string& target) {
  struct stat old {};
  if (::stat(target.c_str(), &old) == 0) return old.st_mode & 0777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// The file behind links; a link to nothing names the file to be made.
std::string follow_links(const std::string& path) {
  std::error_code problem;
  fs::path target = path;
  for (int i = 0; i < 40 && fs::is_symlink(target, problem); ++i) {
    const fs::path next = fs::read_symlink(target, problem);
    if (problem) break;
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target.string();
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  if (path_.empty() || path_.find('\0') != std::string::npos) refuse("output file", "expected a name");
  target_ = follow_links(path_);
  std::error_code ignored;
  const fs::file_status status = fs::status(target_, ignored);
  if (fs::is_directory(status)) refuse(path_, "is a folder, expected a file to write");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    file_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file_ < 0) refuse(path_, fmt::format("cannot be written: {}", std::strerror(errno)));
    return;
  }
  const fs::path folder = fs::path(target_).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored)) {
    refuse(path_, fmt::format("there is no folder '{}' to write to", folder.string()));
  }
  temporary_ = target_ + ".XXXXXX";
  file_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
  if (file_ < 0) {
    const int code = errno;
    temporary_.clear();
    refuse(path_, fmt::format("cannot be written: {}", std::strerror(code)));
  }
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() noexcept {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void AtomicFile::fail(const char* what, int code) {
  discard();
  refuse(path_, fmt::format("{}: {}", what, std::strerror(code)));
}

void AtomicFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = ::write(file_, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail("cannot be written", errno);
    text.remove_prefix(static_cast<std::size_t>(done));
  }
}

void AtomicFile::commit() {
  if (!temporary_.empty()) {
    if (::fchmod(file_, permissions(target_)) != 0) fail("cannot be given its permissions", errno);
    if (::fsync(file_) != 0) fail("cannot be written", errno);
  }
  if (::close(std::exchange(file_, -1)) != 0) fail("cannot be written", errno);
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail("cannot be replaced", errno);
  temporary_.clear();
}

void write_atomically(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace jourdain
