// Files and folders that exist only while something is being made, and how an interrupted program removes them.
#pragma once

#include <sys/types.h>

#include <string>

namespace jourdain {

// Owns a file or folder that exists: it is removed with this object unless keep() was called. While it is owned,
// remove_temporary_paths() knows it.
class TemporaryPath {
 public:
  enum class Kind {
    file,
    folder,   // removed only if it is empty by then
    scratch,  // a folder with files and folders, removed with them
  };

  TemporaryPath() = default;
  TemporaryPath(std::string path, Kind kind);
  ~TemporaryPath();
  TemporaryPath(TemporaryPath&& other) noexcept;
  TemporaryPath& operator=(TemporaryPath&& other) noexcept;

  const std::string& path() const { return path_; }
  bool empty() const { return path_.empty(); }

  // From now on the path is somebody else's.
  void keep() noexcept;

 private:
  void remove() noexcept;

  std::string path_;
  Kind kind_ = Kind::file;
  int place_ = -1;  // in the table that a signal handler reads, -1: not in it
};

// True for what lies in a scratch folder of this moment, if it is named as that folder is.
bool is_in_scratch(const std::string& path) noexcept;

// A process, leader of its own group, that writes temporary files on our behalf; known to remove_temporary_paths()
// while this object lives.
class TemporaryProcess {
 public:
  explicit TemporaryProcess(pid_t process) noexcept;
  ~TemporaryProcess();
  TemporaryProcess(const TemporaryProcess&) = delete;
  TemporaryProcess& operator=(const TemporaryProcess&) = delete;
};

// Ends the process above with its group and removes all paths of the moment: the last thing a program does when it is
// interrupted. A signal handler may call it; afterwards no other temporary path can be made.
void remove_temporary_paths() noexcept;

}  // namespace jourdain
