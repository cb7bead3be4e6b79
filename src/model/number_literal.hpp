// Decimal numbers, read strictly and the same in every locale.
#pragma once

#include <cstddef>
#include <string_view>

namespace jourdain {

// A number and the byte after it.
struct NumberLiteral {
  double value;
  std::size_t end;
};

// The unsigned number that begins at this byte, which is a digit or '.'. Throws QuantityError, with the offset in
// bytes, for 010, .5, 5., 0x10, 1_000, .nan, .inf, 1e400 and the like, with a hint what to write instead.
NumberLiteral read_number(std::string_view text, std::size_t at);

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace jourdain
