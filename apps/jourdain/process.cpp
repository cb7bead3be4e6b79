#include "process.hpp"

#include "io/temporary_path.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include <cerrno>

namespace jourdain::cli {
namespace {

extern "C" void leave_by_signal(int signal) {
  remove_temporary_paths();
  // The action is the default one again: the program ends as if there were no handler.
  ::raise(signal);
}

}  // namespace

void secure_standard_streams() noexcept {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest number that is free, hence this one; opened the wrong way round.
    const int opened = ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    static_cast<void>(opened);
  }
}

void remove_files_when_interrupted() noexcept {
  ::signal(SIGXFSZ, SIG_IGN);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU}) {
    struct sigaction action {};
    if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action.sa_handler = leave_by_signal;
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    ::sigemptyset(&action.sa_mask);
    ::sigaction(signal, &action, nullptr);
  }
}

}  // namespace jourdain::cli
