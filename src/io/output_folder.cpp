#include "io/output_folder.hpp"

#include "core/joined.hpp"
#include "io/atomic_file.hpp"
#include "io/input_file.hpp"
#include "io/printable.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

namespace jourdain {
namespace {

namespace fs = std::filesystem;

constexpr const char* list_name = ".jourdain-files";
constexpr const char* list_title =
    "# Files that jourdain wrote here, with checksums: it replaces these and no others.\n";

[[noreturn]] void refuse_folder(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::input, fmt::format("{}: {}", printable(path), why));
}

// FNV-1a of 64 bits: tells an edited file from an untouched one. Empty if the file cannot be read.
std::string checksum(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  std::uint64_t sum = 0xcbf29ce484222325u;
  std::string piece(std::size_t{1} << 16, '\0');
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    for (std::streamsize i = 0; i < file.gcount(); ++i)
      sum = (sum ^ static_cast<unsigned char>(piece[i])) * 0x100000001b3u;
  }
  return file.bad() ? std::string() : fmt::format("{:016x}", sum);
}

// "checksum name" in each line; what is written otherwise names nothing.
std::map<std::string, std::string> read_list(const fs::path& path) {
  std::map<std::string, std::string> known;
  std::error_code problem;
  if (!fs::is_regular_file(fs::symlink_status(path, problem))) return known;
  std::ifstream file(path);
  for (std::string line; known.size() < 100000 && std::getline(file, line);)
    if (line.size() > 17 && line[16] == ' ') known[line.substr(17)] = line.substr(0, 16);
  return known;
}

// Signals wait while files go to their places.
class SignalsWait {
 public:
  SignalsWait() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~SignalsWait() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsWait(const SignalsWait&) = delete;
  SignalsWait& operator=(const SignalsWait&) = delete;

 private:
  sigset_t before_;
};

void move_into_place(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0)
    refuse_folder(to.string(), fmt::format("cannot be replaced: {}", std::strerror(errno)));
}

// Gives a folder that only we may read the permissions of any other new one.
void open_to_others(const fs::path& folder) {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::chmod(folder.c_str(), 0777 & ~mask) != 0)
    refuse_folder(folder.string(), fmt::format("cannot be given its permissions: {}", std::strerror(errno)));
}

void make_folder(const fs::path& folder) {
  std::error_code failure;
  fs::create_directories(folder, failure);
  if (failure) refuse_folder(folder.string(), fmt::format("the folder cannot be made: {}", failure.message()));
}

}  // namespace

OutputFolder::OutputFolder(std::string path, IsOurs is_ours) : path_(std::move(path)), is_ours_(std::move(is_ours)) {
  while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
  if (path_.empty() || path_.find('\0') != std::string::npos) refuse_folder("output folder", "expected a name");
  std::error_code problem;
  const fs::file_status status = fs::status(path_, problem);
  is_new_ = status.type() == fs::file_type::not_found;
  if (is_new_ && fs::is_symlink(path_, problem)) refuse_folder(path_, "is a link that leads nowhere");
  if (!is_new_ && !fs::is_directory(status)) refuse_folder(path_, "is a file: expected a folder");
  if (!is_new_ && !is_ours_) known_ = read_list(fs::path(path_) / list_name);
}

OutputFolder::~OutputFolder() {
  stage_ = {};
  while (!parents_.empty()) parents_.pop_back();
}

std::string OutputFolder::final_path(const std::string& name) const { return (fs::path(path_) / name).string(); }

void OutputFolder::check(const std::vector<std::string>& names) const {
  if (is_new_) return;
  std::vector<std::string> foreign;
  for (const std::string& name : names) {
    const std::string path = final_path(name);
    std::error_code problem;
    const fs::file_status status = fs::symlink_status(path, problem);
    if (!fs::exists(status)) continue;
    if (is_input(path))
      throw Error(ErrorKind::usage,
                  fmt::format("{}: is read by this command and would be lost: choose another folder", printable(path)));
    if (fs::is_directory(status)) refuse_folder(path, "is a folder, expected a file to write");
    if (fs::is_regular_file(status) && ::access(path.c_str(), W_OK) != 0)
      refuse_folder(path, fmt::format("cannot be replaced: {}", std::strerror(errno)));
    const auto known = known_.find(name);
    const bool ours = is_ours_
                          ? is_ours_(path)
                          : fs::is_regular_file(status) && known != known_.end() && known->second == checksum(path);
    if (!ours) foreign.push_back(name);
  }
  if (foreign.empty()) return;
  const bool changed = std::ranges::all_of(foreign, [&](const std::string& name) { return known_.contains(name); });
  throw Error(ErrorKind::usage,
              fmt::format("{}: {} would be lost: {}; choose another folder, or move {} away", printable(path_),
                          joined(foreign), changed ? "changed since jourdain wrote it" : "not written by jourdain",
                          foreign.size() == 1 ? "it" : "them"));
}

void OutputFolder::make_stage() {
  if (!stage_.empty()) return;
  // In the folder, or beside it where it will be one.
  if (is_new_) {
    fs::path made;
    for (const fs::path& part : fs::path(path_).parent_path()) {
      made /= part;
      std::error_code failure;
      if (fs::is_directory(made, failure)) continue;
      if (!fs::create_directory(made, failure))
        refuse_folder(path_, fmt::format("cannot be made: {}",
                                         failure ? failure.message() : "there is something else of a folder's name"));
      parents_.emplace_back(made.string(), TemporaryPath::Kind::folder);
    }
  }
  std::string pattern = is_new_ ? path_ + ".XXXXXX" : final_path(".jourdain-XXXXXX");
  const SignalsWait wait;
  if (!::mkdtemp(pattern.data())) refuse_folder(path_, fmt::format("cannot be written to: {}", std::strerror(errno)));
  stage_ = TemporaryPath(std::move(pattern), TemporaryPath::Kind::scratch);
}

std::string OutputFolder::staged(const std::string& name) {
  make_stage();
  const fs::path path = fs::path(stage_.path()) / name;
  make_folder(path.parent_path());
  if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
  return path.string();
}

void OutputFolder::write(const std::string& name, std::string_view text) {
  const std::string path = staged(name);
  try {
    write_atomically(path, text);
  } catch (const Error& error) {
    // Of the place that the user knows.
    std::string message = error.what();
    if (const std::size_t at = message.find(path); at != std::string::npos)
      message.replace(at, path.size(), final_path(name));
    throw Error(error.kind(), message);
  }
}

void OutputFolder::commit(const std::vector<std::string>& obsolete) {
  make_stage();
  std::vector<std::string> gone;
  for (const std::string& name : obsolete)
    if (std::ranges::find(names_, name) == names_.end()) gone.push_back(name);
  check(names_);
  check(gone);
  if (!is_ours_) {
    for (const std::string& name : gone) known_.erase(name);
    for (const std::string& name : names_) known_[name] = checksum(fs::path(stage_.path()) / name);
    std::string list = list_title;
    for (const auto& [name, sum] : known_) list += fmt::format("{} {}\n", sum, name);
    write_atomically((fs::path(stage_.path()) / list_name).string(), list);
  }
  const SignalsWait wait;
  if (is_new_) {
    put_folder_in_place();
    return;
  }
  put_in_place();
  std::error_code ignored;
  for (const std::string& name : gone) fs::remove(final_path(name), ignored);
}

void OutputFolder::put_folder_in_place() {
  open_to_others(stage_.path());
  move_into_place(stage_.path(), path_);
  stage_.keep();
  for (TemporaryPath& parent : parents_) parent.keep();
  parents_.clear();
}

void OutputFolder::put_in_place() {
  for (const std::string& name : names_) make_folder(fs::path(final_path(name)).parent_path());
  for (const std::string& name : names_) move_into_place(fs::path(stage_.path()) / name, final_path(name));
  if (!is_ours_) move_into_place(fs::path(stage_.path()) / list_name, final_path(list_name));
  stage_ = {};
}

void write_folder(const std::string& folder, const std::vector<FileText>& files, OutputFolder::IsOurs is_ours) {
  OutputFolder output(folder, std::move(is_ours));
  std::vector<std::string> names;
  for (const FileText& file : files) names.push_back(file.path);
  output.check(names);
  for (const FileText& file : files) output.write(file.path, file.text);
  output.commit();
}

}  // namespace jourdain
