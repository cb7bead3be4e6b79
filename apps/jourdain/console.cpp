#include "console.hpp"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace jourdain::cli {
namespace {

bool is_terminal(Stream stream) { return ::isatty(stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO) == 1; }

const char* code(Colour colour) {
  switch (colour) {
    case Colour::warn: return "33";
    case Colour::bad: return "31";
    case Colour::plain: break;
  }
  return "0";
}

constexpr int bar_cells = 24;

// "[########------------] 40 %, 12 s left", or a block that walks to and fro where nobody knows how much is left.
std::string progress_bar(double fraction, double seconds) {
  if (fraction >= 0) {
    const int full = static_cast<int>(std::clamp(fraction, 0.0, 1.0) * bar_cells);
    const std::string left = fraction > 0.02 ? fmt::format(", {:.0f} s left", seconds / fraction - seconds) : "";
    return fmt::format("[{:#<{}}{:{}}] {:.0f} %{}", "", full, "", bar_cells - full, 100 * fraction, left);
  }
  const int turn = static_cast<int>(seconds * 12) % (2 * bar_cells - 6);
  const int at = turn < bar_cells - 3 ? turn : 2 * bar_cells - 6 - turn;
  return fmt::format("[{:{}}###{:{}}] {:.0f} s", "", at, "", bar_cells - 3 - at, seconds);
}

}  // namespace

bool coloured(Stream stream) {
  const char* no_colour = std::getenv("NO_COLOR");
  if (no_colour && *no_colour != '\0') return false;
  const char* terminal = std::getenv("TERM");
  return is_terminal(stream) && !(terminal && std::string_view(terminal) == "dumb");
}

Painted paint(Stream stream, Colour colour, std::string_view text) {
  if (colour == Colour::plain || text.empty() || !coloured(stream)) return {printable_lines(text)};
  return {fmt::format("\033[{}m{}\033[0m", code(colour), printable_lines(text))};
}

void put(Stream stream, std::string_view text) noexcept {
  // A failure stays with the stream, where finish_output() finds it; there is nobody to tell about the error stream.
  const std::size_t written = std::fwrite(text.data(), 1, text.size(), stream == Stream::out ? stdout : stderr);
  static_cast<void>(written);
}

bool finish_output() noexcept { return std::fflush(stdout) == 0 && std::ferror(stdout) == 0; }

void warn(std::string_view text) {
  print_to(Stream::error, "{} {}\n", paint(Stream::error, Colour::warn, "warning:"), text);
}

std::string wrapped(const std::string& text) {
  std::string result;
  std::size_t line = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (line > 0) result += line + 1 + end - at > 100 ? (line = 0, '\n') : (++line, ' ');
    result.append(text, at, end - at);
    line += end - at;
    at = end + 1;
  }
  return result + "\n";
}

Progress::Progress(std::string what) : what_(std::move(what)) {
  if (!is_terminal(Stream::error)) return;
  thread_ = std::thread([this] {
    using namespace std::chrono;
    const auto start = steady_clock::now();
    bool shown = false;
    while (!done_) {
      std::this_thread::sleep_for(milliseconds(50));
      const double seconds = duration<double>(steady_clock::now() - start).count();
      if (seconds < 0.5) continue;
      const std::scoped_lock lock(mutex_);
      put(Stream::error, fmt::format("\r{} {}\033[K", progress_bar(fraction_, seconds), printable(what_)));
      std::fflush(stderr);
      shown = true;
    }
    if (shown) put(Stream::error, "\r\033[K");
  });
}

void Progress::tell(std::string what) {
  const std::scoped_lock lock(mutex_);
  what_ = std::move(what);
}

Progress::~Progress() {
  done_ = true;
  if (thread_.joinable()) thread_.join();
}

}  // namespace jourdain::cli
