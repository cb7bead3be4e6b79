#include "process.hpp"

#include "report/render.hpp"

#include "io/temporary_path.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

namespace jourdain::cli {
namespace {

extern "C" void leave_by_signal(int signal) {
  remove_temporary_paths();
  // The action is the default one again: the program ends as if there were no handler.
  ::raise(signal);
}

}  // namespace

void leave_out_of_memory() noexcept {
  // Nothing here asks for memory.
  constexpr std::string_view text =
      "jourdain: error: out of memory: ask for less (a coarser grid, a shorter log), or end other programs\n";
  const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
  static_cast<void>(written);
  remove_temporary_paths();
  ::_exit(exit_code(ErrorKind::input));
}

// Matrices ask malloc, and some free their memory twice when they throw for want of more: the linker leads the
// program's own calls here (--wrap=malloc), where it ends before that.
extern "C" {
void* given_memory(std::size_t size) __asm__("__real_malloc");
void* memory_or_leave(std::size_t size) __asm__("__wrap_malloc");
void* memory_or_leave(std::size_t size) {
  void* memory = given_memory(size);
  if (!memory && size > 0) leave_out_of_memory();
  return memory;
}
}

void leave_when_out_of_memory() noexcept {
  std::set_new_handler(leave_out_of_memory);
  // What gets its memory without operator new throws, and that may be where nothing may be thrown.
  std::set_terminate([] {
    try {
      if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
      leave_out_of_memory();
    } catch (...) {
    }
    std::abort();
  });
}

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
