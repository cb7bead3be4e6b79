// Reading UTF-8 one character at a time.
#pragma once

#include "io/printable.hpp"

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

}  // namespace jourdain
