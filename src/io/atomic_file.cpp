#include "io/atomic_file.hpp"

#include "io/input_file.hpp"
#include "io/printable.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <list>
#include <system_error>
#include <utility>

namespace jourdain {
namespace {

namespace fs = std::filesystem;

constexpr int most_links = 40;

[[noreturn]] void refuse_file(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::input, fmt::format("{}: {}", printable(path), why));
}

void refuse_an_input(const std::string& path) {
  if (!is_input(path)) return;
  throw Error(
      ErrorKind::usage,
      fmt::format("{}: is read by this command, or its standard output, and would be lost: choose another output",
                  printable(path)));
}

// Permissions of a new file: those of the one it replaces, else what the process's mask leaves.
mode_t permissions(const std::string& target) {
  struct stat old {};
  if (::stat(target.c_str(), &old) == 0) return old.st_mode & 0777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// The number N of /dev/fd/N and of what leads there, -1 for other paths.
int open_stream(const fs::path& path) {
  std::error_code problem;
  const fs::path folder = fs::canonical(path.parent_path(), problem);
  if (problem || folder != fs::canonical("/proc/self/fd", problem) || problem) return -1;
  const std::string name = path.filename().string();
  int number = -1;
  const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), number);
  return code == std::errc() && end == name.data() + name.size() ? number : -1;
}

// The file behind links; a link to nothing names the file to be made, and a stream that is open stays what it is.
std::string follow_links(const std::string& path) {
  std::error_code problem;
  fs::path target = path;
  for (int i = 0; fs::is_symlink(target, problem) && open_stream(target) < 0; ++i) {
    if (i == most_links) refuse_file(path, "its links lead nowhere");
    const fs::path next = fs::read_symlink(target, problem);
    if (problem) refuse_file(path, fmt::format("its link cannot be read: {}", problem.message()));
    target = next.is_absolute() ? next : target.parent_path() / next;
  }
  return target.string();
}

// What tells files apart, whether they exist or not: the folder and the name in it.
fs::path place_of(const std::string& path) {
  std::error_code problem;
  const fs::path target = follow_links(path);
  const fs::path folder = fs::canonical(target.has_parent_path() ? target.parent_path() : fs::path("."), problem);
  return problem ? target.lexically_normal() : folder / target.filename();
}

// Neither a file nor the name of one to be made.
bool is_stream(const std::string& path) {
  std::error_code problem;
  const fs::path target = follow_links(path);
  const fs::file_status status = fs::status(target, problem);
  return open_stream(target) >= 0 || (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status));
}

}  // namespace

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  if (path_.empty() || path_.find('\0') != std::string::npos) refuse_file("output file", "expected a name");
  target_ = follow_links(path_);
  std::error_code ignored;
  const fs::file_status status = fs::status(target_, ignored);
  if (fs::is_directory(status)) refuse_file(path_, "is a folder, expected a file to write");
  const int stream = open_stream(target_);
  if (stream >= 0 || (fs::exists(status) && !fs::is_regular_file(status))) {
    file_ = stream >= 0 ? ::fcntl(stream, F_DUPFD_CLOEXEC, 3) : ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (file_ < 0) refuse_file(path_, fmt::format("cannot be written: {}", std::strerror(errno)));
    return;
  }
  refuse_an_input(path_);
  if (fs::exists(status) && ::access(target_.c_str(), W_OK) != 0)
    refuse_file(path_, fmt::format("cannot be replaced: {}", std::strerror(errno)));
  const fs::path folder = fs::path(target_).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored)) {
    refuse_file(path_, fmt::format("there is no folder '{}' to write to", printable(folder.string())));
  }
  std::string name = target_ + ".XXXXXX";
  // A signal waits until its handler knows of the file.
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, &before);
  file_ = ::mkostemp(name.data(), O_CLOEXEC);
  const int code = errno;
  if (file_ >= 0) temporary_ = TemporaryPath(std::move(name), TemporaryPath::Kind::file);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (file_ < 0) refuse_file(path_, fmt::format("cannot be written: {}", std::strerror(code)));
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() noexcept {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
  temporary_ = {};
}

void AtomicFile::fail(const char* what, int code) {
  discard();
  refuse_file(path_, fmt::format("{}: {}", what, std::strerror(code)));
}

void AtomicFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = ::write(file_, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) fail("cannot be written", errno);
    text.remove_prefix(static_cast<std::size_t>(done));
  }
}

void AtomicFile::finish() {
  if (file_ < 0) return;
  if (!temporary_.empty()) {
    if (::fchmod(file_, permissions(target_)) != 0) fail("cannot be given its permissions", errno);
    if (::fsync(file_) != 0) fail("cannot be written", errno);
  }
  if (::close(std::exchange(file_, -1)) != 0) fail("cannot be written", errno);
}

void AtomicFile::commit() {
  finish();
  if (temporary_.empty()) return;
  if (::rename(temporary_.path().c_str(), target_.c_str()) != 0) fail("cannot be replaced", errno);
  temporary_.keep();
}

void write_atomically(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

void write_together(const std::vector<FileText>& files) {
  std::vector<std::string> paths;
  for (const FileText& file : files) paths.push_back(file.path);
  check_distinct(paths);
  // Streams cannot be taken back: they get their text when all other files are on the disk.
  std::list<AtomicFile> regular, streams;
  for (const FileText& file : files) {
    if (is_stream(file.path)) continue;
    regular.emplace_back(file.path).write(file.text);
    regular.back().finish();
  }
  for (const FileText& file : files) {
    if (!is_stream(file.path)) continue;
    streams.emplace_back(file.path).write(file.text);
    streams.back().finish();
  }
  for (AtomicFile& file : regular) file.commit();
}

void check_distinct(const std::vector<std::string>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].empty() || is_stream(outputs[i])) continue;
    refuse_an_input(outputs[i]);
    std::error_code problem;
    for (std::size_t j = 0; j < i; ++j)
      if (!outputs[j].empty() && (place_of(outputs[i]) == place_of(outputs[j]) ||
                                  (fs::equivalent(outputs[i], outputs[j], problem) && !problem)))
        throw Error(ErrorKind::usage,
                    fmt::format("{}: is named for two outputs: give each a file of its own", printable(outputs[i])));
  }
}

}  // namespace jourdain
