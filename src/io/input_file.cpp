#include "io/input_file.hpp"

#include "io/printable.hpp"
#include "io/temporary_path.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <vector>

namespace jourdain {
namespace {

namespace fs = std::filesystem;

struct InputList {
  std::atomic<bool> in_use{false};
  std::mutex mutex;
  std::vector<fs::path> paths;  // absolute, without links
};

InputList& input_list() {
  static InputList list;
  return list;
}

[[noreturn]] void refuse_input(const std::string& path, const std::string& why) {
  throw Error(ErrorKind::input, fmt::format("{}: {}", printable(path), why));
}

// A device that ends: somebody types.
bool is_terminal(const std::string& path) {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    std::error_code problem;
    if (::isatty(stream) == 1 && fs::equivalent(path, fmt::format("/dev/fd/{}", stream), problem) && !problem)
      return true;
  }
  return false;
}

}  // namespace

void protect_inputs() { input_list().in_use = true; }

void remember_input(const std::string& path) {
  InputList& list = input_list();
  if (!list.in_use || path.empty() || path.find('\0') != std::string::npos || is_in_scratch(path)) return;
  std::error_code problem;
  if (!fs::is_regular_file(path, problem)) return;
  const fs::path place = fs::canonical(path, problem);
  if (problem) return;
  const std::scoped_lock lock(list.mutex);
  if (std::ranges::find(list.paths, place) == list.paths.end()) list.paths.push_back(place);
}

bool is_input(const std::string& path) {
  InputList& list = input_list();
  if (!list.in_use) return false;
  const std::scoped_lock lock(list.mutex);
  return std::ranges::any_of(list.paths, [&](const fs::path& input) {
    std::error_code problem;
    return fs::equivalent(path, input, problem) && !problem;
  });
}

void require_input(const std::string& path, std::string_view expected) {
  if (path.empty() || path.find('\0') != std::string::npos)
    throw Error(ErrorKind::input, fmt::format("expected the name of {}", expected));
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (status.type() == fs::file_type::not_found) refuse_input(path, "there is no such file");
  if (problem) refuse_input(path, fmt::format("cannot be read: {}", problem.message()));
  if (fs::is_directory(status)) refuse_input(path, fmt::format("is a folder, expected {}", expected));
  if (fs::is_regular_file(status) || fs::is_fifo(status) || is_terminal(path)) return;
  refuse_input(path, fmt::format("is a device, expected {}", expected));
}

std::ifstream open_input(const std::string& path, std::string_view expected, InputUse use) {
  require_input(path, expected);
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse_input(path, "cannot be opened: check the permissions of the file");
  if (use == InputUse::kept) remember_input(path);
  return file;
}

std::string read_input(const std::string& path, std::string_view expected, std::size_t most_bytes, InputUse use) {
  std::ifstream file = open_input(path, expected, use);
  // In pieces, so that pipes can be read too; stops soon after the limit.
  std::string text, piece(std::size_t{1} << 16, '\0');
  while (file && text.size() <= most_bytes) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    text.append(piece, 0, static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) refuse_input(path, "cannot be read to its end");
  if (text.size() > most_bytes)
    refuse_input(path, fmt::format("is too large: over {} bytes, expected {}", most_bytes, expected));
  return text;
}

}  // namespace jourdain
