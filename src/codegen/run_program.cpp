#include "codegen/run_program.hpp"

#include "jourdain/core/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace jourdain {

TemporaryPath make_scratch_folder() {
  std::error_code failed;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(failed);
  std::string pattern = (parent / "jourdain-XXXXXX").string();
  if (failed || !mkdtemp(pattern.data()))
    throw Error(ErrorKind::input, fmt::format("no folder can be made among the temporary files{}{}",
                                              parent.empty() ? "" : " in ", parent.string()));
  return {std::move(pattern), TemporaryPath::Kind::scratch};
}

int run_program(const std::vector<std::string>& command, const std::filesystem::path& messages) {
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  // In a group of its own, so that an interrupted program can end it with all that it has started.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  pid_t child = 0;
  const int failure = posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) return -1;
  const TemporaryProcess at_work(child);
  int result = 0;
  while (waitpid(child, &result, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(result) ? WEXITSTATUS(result) : -1;
}

}  // namespace jourdain
