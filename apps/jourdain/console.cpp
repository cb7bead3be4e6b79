#include "console.hpp"

#include <fmt/format.h>

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace jourdain::cli {
namespace {

bool is_terminal(Stream stream) { return ::isatty(stream == Stream::out ? STDOUT_FILENO : STDERR_FILENO) == 1; }

const char* code(Colour colour) {
  switch (colour) {
    case Colour::bold: return "1";
    case Colour::faint: return "2";
    case Colour::good: return "32";
    case Colour::warn: return "33";
    case Colour::bad: return "31";
    case Colour::plain: break;
  }
  return "0";
}

// Characters that a text takes on the screen, as far as UTF-8 tells.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string padded(std::string_view text, std::size_t to, bool right) {
  const std::string space(to - std::min(to, width(text)), ' ');
  return right ? fmt::format("{}{}", space, text) : fmt::format("{}{}", text, space);
}

// The run within another that keeps its warnings.
Capture* capture = nullptr;

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

Capture::Capture() { capture = this; }
Capture::~Capture() { capture = nullptr; }

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
  if (capture) return capture->warnings_.emplace_back(text), void();
  print_to(Stream::error, "{} {}\n", paint(Stream::error, Colour::warn, "warning:"), text);
}

std::string Numbers::operator()(double value) const {
  if (!std::isfinite(value)) return "none";
  if (std::abs(value) < 1e-12) return "0";
  return fmt::format("{:.{}g}", value, digits);
}

std::string Numbers::list(const std::vector<double>& values) const {
  std::string text;
  for (double value : values) text += fmt::format("{}{}", text.empty() ? "" : ", ", (*this)(value));
  return text;
}

Table::Table(std::vector<std::string> columns) : columns_(std::move(columns)) {
  for (std::string& name : columns_) {
    right_.push_back(name.starts_with('>'));
    if (right_.back()) name.erase(0, 1);
  }
}

void Table::add(std::vector<std::string> row) {
  row.resize(columns_.size());
  for (std::string& cell : row) cell = printable(cell);
  rows_.push_back(std::move(row));
}

void Table::print() const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    for (const auto& row : rows_) widths[c] = std::max(widths[c], width(row[c]));
    if (widths[c] > 0) widths[c] = std::max(widths[c], width(columns_[c]));
  }
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      if (widths[c] > 0) text += fmt::format("  {}", padded(cells[c], widths[c], right_[c]));
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  };
  print_text("{}\n", paint(Stream::out, Colour::faint, line(columns_)));
  for (const auto& row : rows_) print_text("{}\n", line(row));
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

void Facts::add(std::string label, std::string value, Colour colour) {
  facts_.push_back({std::move(label), std::move(value), colour});
}

void Facts::print() const {
  std::size_t widest = 0;
  for (const Fact& fact : facts_) widest = std::max(widest, width(fact.label));
  for (const Fact& fact : facts_) {
    const Painted label = paint(Stream::out, Colour::faint, padded(fact.label, widest, false));
    print_text("  {}  {}\n", label, paint(Stream::out, fact.colour, fact.value));
  }
}

void heading(std::string_view text) { print_text("\n{}\n", paint(Stream::out, Colour::bold, text)); }

Progress::Progress(std::string what) : what_(std::move(what)) {
  if (!is_terminal(Stream::error) || capture) return;
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
