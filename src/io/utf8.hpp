// Reading UTF-8 one character at a time, and making foreign text safe to print.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace jourdain {

// One decoded character. A bad byte is a character of size 1 that is not valid.
struct CodePoint {
  char32_t value = 0;
  std::size_t size = 1;  // bytes
  bool valid = true;
};

// The character that begins at this byte; `at` must be less than text.size().
CodePoint decode_utf8(std::string_view text, std::size_t at);

// Characters in a text; each bad byte counts as one.
std::size_t count_characters(std::string_view text);

// False for control characters, line and paragraph separators, byte order marks and marks that turn text around: all
// that could move the cursor or hide what a line says.
bool is_printable(char32_t c);

// The text without what is not printable: tabs and line breaks become a space, the rest and bad bytes U+FFFD.
std::string printable(std::string_view text);

// A name from a file for use in a message: in quotes, printable, at most 40 characters.
std::string quoted_name(std::string_view name);

}  // namespace jourdain
