#include "io/temporary_path.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace jourdain {
namespace {

// What a signal handler reads: no memory that could be freed under it, no lock. A place is filled while its state is
// `filling`, and no place is filled any more once `interrupted` is set, so that each path that the handler sees is
// whole. Paths that find no place are removed by their owners only.
enum class PlaceState { empty, filling, file, folder, scratch };
struct Place {
  std::atomic<PlaceState> state{PlaceState::empty};
  std::array<char, 1024> path{};
};
constinit std::array<Place, 512> places;
constinit std::atomic<bool> interrupted{false};
constinit std::atomic<pid_t> process_at_work{0};
static_assert(std::atomic<PlaceState>::is_always_lock_free && std::atomic<pid_t>::is_always_lock_free);

int take_place(const std::string& path, TemporaryPath::Kind kind) noexcept {
  if (path.size() >= places[0].path.size()) return -1;
  for (std::size_t i = 0; i < places.size(); ++i) {
    PlaceState expected = PlaceState::empty;
    if (!places[i].state.compare_exchange_strong(expected, PlaceState::filling)) continue;
    while (interrupted) ::pause();
    std::memcpy(places[i].path.data(), path.c_str(), path.size() + 1);
    places[i].state = kind == TemporaryPath::Kind::file     ? PlaceState::file
                      : kind == TemporaryPath::Kind::folder ? PlaceState::folder
                                                            : PlaceState::scratch;
    return static_cast<int>(i);
  }
  return -1;
}

// Removes a folder with what is in it by calls of the system alone: a signal handler has no memory to allocate.
// Something that is being ended may still add a file: a few rounds. Our own folders are not deep.
void remove_scratch(int parent, const char* path, int depth = 0) noexcept {
  struct Entry {
    std::uint64_t node;
    std::int64_t next;
    std::uint16_t size;
    unsigned char type;
    char name[1];
  };
  alignas(Entry) char buffer[8192];
  for (int round = 0; round < 20 && ::unlinkat(parent, path, AT_REMOVEDIR) != 0 && errno != ENOENT; ++round) {
    const int folder = ::openat(parent, path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    for (long size; (size = ::syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0;) {
      for (long at = 0; at < size;) {
        std::uint16_t length = 0;
        std::memcpy(&length, buffer + at + offsetof(Entry, size), sizeof length);
        const char* name = buffer + at + offsetof(Entry, name);
        const bool is_dots = name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
        if (!is_dots && ::unlinkat(folder, name, 0) != 0 && errno == EISDIR && depth < 4)
          remove_scratch(folder, name, depth + 1);
        at += length;
      }
    }
    ::close(folder);
  }
}

}  // namespace

TemporaryPath::TemporaryPath(std::string path, Kind kind)
    : path_(std::move(path)), kind_(kind), place_(take_place(path_, kind)) {}

TemporaryPath::~TemporaryPath() { remove(); }

TemporaryPath::TemporaryPath(TemporaryPath&& other) noexcept
    : path_(std::exchange(other.path_, {})), kind_(other.kind_), place_(std::exchange(other.place_, -1)) {}

TemporaryPath& TemporaryPath::operator=(TemporaryPath&& other) noexcept {
  if (this == &other) return *this;
  remove();
  path_ = std::exchange(other.path_, {});
  kind_ = other.kind_;
  place_ = std::exchange(other.place_, -1);
  return *this;
}

void TemporaryPath::keep() noexcept {
  if (place_ >= 0) places[place_].state = PlaceState::empty;
  place_ = -1;
  path_.clear();
}

void TemporaryPath::remove() noexcept {
  if (!path_.empty() && kind_ == Kind::file) ::unlink(path_.c_str());
  if (!path_.empty() && kind_ == Kind::folder) ::rmdir(path_.c_str());
  if (!path_.empty() && kind_ == Kind::scratch) remove_scratch(AT_FDCWD, path_.c_str());
  keep();
}

bool is_in_scratch(const std::string& path) noexcept {
  for (const Place& place : places) {
    if (place.state != PlaceState::scratch) continue;
    const std::size_t length = std::strlen(place.path.data());
    if (path.size() > length && path[length] == '/' && path.compare(0, length, place.path.data()) == 0) return true;
  }
  return false;
}

TemporaryProcess::TemporaryProcess(pid_t process) noexcept { process_at_work = process; }

TemporaryProcess::~TemporaryProcess() { process_at_work = 0; }

void remove_temporary_paths() noexcept {
  const int error = errno;
  interrupted = true;
  if (const pid_t process = process_at_work; process > 0) {
    ::kill(-process, SIGTERM);
    ::waitpid(process, nullptr, 0);
  }
  for (const Place& place : places)
    if (place.state == PlaceState::file) ::unlink(place.path.data());
  for (const Place& place : places)
    if (place.state == PlaceState::scratch) remove_scratch(AT_FDCWD, place.path.data());
  // Folders may lie in one another: round after round, as long as one goes.
  for (bool one_went = true; one_went;) {
    one_went = false;
    for (const Place& place : places)
      if (place.state == PlaceState::folder) one_went |= ::rmdir(place.path.data()) == 0;
  }
  errno = error;
}

}  // namespace jourdain
