// Text for people: colours, warnings, progress. What comes from files and arguments reaches a stream
// without control characters, and a stream that cannot be written stops nobody: finish_output() tells.
#pragma once

#include "io/printable.hpp"

#include <fmt/format.h>

#include <atomic>
#include <concepts>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace jourdain::cli {

enum class Colour { plain, warn, bad };

enum class Stream { out, error };

// Printable text between the codes of a colour.
struct Painted {
  std::string text;
};

// Whether this stream is a terminal with colours and NO_COLOR is not set.
bool coloured(Stream stream);

// The text in a colour if this stream is a terminal and NO_COLOR is not set.
Painted paint(Stream stream, Colour colour, std::string_view text);

// Writes text as it is.
void put(Stream stream, std::string_view text) noexcept;

// A value as it may be shown: texts printable, but for line feeds and for what paint() made.
template <typename Value>
decltype(auto) shown(const Value& value) {
  if constexpr (std::same_as<Value, Painted>) {
    return (value.text);
  } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
    return printable_lines(value);
  } else {
    return (value);
  }
}

// Formats what may be shown of the values, and writes it. The only way to a stream for text of verbs.
template <typename... Values>
void print_to(Stream stream, fmt::format_string<std::remove_cvref_t<decltype(shown(std::declval<Values>()))>...> format,
              const Values&... values) {
  const auto text = [&](const auto&... each) { return fmt::vformat(format, fmt::make_format_args(each...)); };
  put(stream, text(shown(values)...));
}
template <typename... Values>
void print_text(fmt::format_string<std::remove_cvref_t<decltype(shown(std::declval<Values>()))>...> format,
                const Values&... values) {
  print_to(Stream::out, format, values...);
}

// False if the standard output could not take all that was written.
bool finish_output() noexcept;

// "warning: ..." on the error stream.
void warn(std::string_view text);

// The text in lines of at most 100 characters.
std::string wrapped(const std::string& text);

// Shows on a terminal that a long job is alive, what it does, and for how long: with percent and the time left where
// the job tells how far it is. Silent elsewhere and for the first half second.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // What the job does from now on.
  void tell(std::string what);

  // How much of the job is done, 0 to 1.
  void advance(double fraction) { fraction_ = fraction; }

 private:
  std::mutex mutex_;
  std::string what_;
  std::atomic<bool> done_{false};
  std::atomic<double> fraction_{-1};  // not told
  std::thread thread_;
};

}  // namespace jourdain::cli
