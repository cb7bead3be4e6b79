#include "model/number_literal.hpp"

#include "io/utf8.hpp"
#include "model/quantity.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <system_error>

namespace jourdain {
namespace {

// The byte after the digits that begin here.
std::size_t skip_digits(std::string_view text, std::size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// All that a reader would take for one number: digits, letters, '.' and '_'.
std::string_view number_like(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && (is_digit(text[end]) || is_letter(text[end]) || text[end] == '.')) ++end;
  return text.substr(at, end - at);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

[[noreturn]] void refuse_leading_dot(std::string_view text, std::size_t at) {
  const std::string_view word = number_like(text, at);
  const std::string small = lower(word);
  if (small == ".nan" || small == ".inf") {
    throw QuantityError(fmt::format("'{}' is not allowed; expected a finite number", word), at,
                        "write a finite number");
  }
  if (word.size() > 1 && is_digit(word[1])) {
    throw QuantityError(fmt::format("{} has no digit before the point", quoted_name(word)), at,
                        fmt::format("write 0{}", word.substr(0, 30)));
  }
  throw QuantityError("a '.' stands where a number is expected", at, "write a number such as 0.5");
}

[[noreturn]] void refuse_other_base(std::string_view text, std::size_t at) {
  const std::string_view word = number_like(text, at);
  const int base = lower(word)[1] == 'x' ? 16 : lower(word)[1] == 'o' ? 8 : 2;
  std::uint64_t value = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data() + 2, end, value, base);
  throw QuantityError(fmt::format("{} is not a decimal number", quoted_name(word)), at,
                      error == std::errc{} && stop == end ? fmt::format("write {}", value) : "write a decimal number");
}

// Mistakes in the digits before the point.
void check_whole_part(std::string_view text, std::size_t at, std::size_t end) {
  const char next = end < text.size() ? text[end] : ' ';
  const char after = end + 1 < text.size() ? text[end + 1] : ' ';
  if (end - at > 1 && text[at] == '0') {
    const std::string_view word = number_like(text, at);
    std::string_view trimmed = word;
    while (trimmed.size() > 1 && trimmed[0] == '0' && is_digit(trimmed[1])) trimmed.remove_prefix(1);
    throw QuantityError(fmt::format("{} begins with a zero too many", quoted_name(word)), at,
                        fmt::format("write {}", trimmed.substr(0, 30)));
  }
  const bool is_zero = end - at == 1 && text[at] == '0';
  const bool has_prefix = is_zero && std::string_view("xXoObB").find(next) != std::string_view::npos;
  if (has_prefix && (is_digit(after) || is_letter(after))) refuse_other_base(text, at);
  if (next == '.' && !is_digit(after)) {
    const std::string_view digits = text.substr(at, end - at);
    throw QuantityError(fmt::format("{} has no digit after the point", quoted_name(text.substr(at, end + 1 - at))), at,
                        fmt::format("write {0} or {0}.0", digits.substr(0, 30)));
  }
}

// What may not follow a number directly.
void check_what_follows(std::string_view text, std::size_t at, std::size_t end) {
  if (end >= text.size()) return;
  const std::string_view word = number_like(text, at);
  if (text[end] == '_') {
    std::string plain(word);
    plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
    throw QuantityError(fmt::format("{} has a '_' in the number", quoted_name(word)), at,
                        fmt::format("write {}", plain.substr(0, 30)));
  }
  if (text[end] == '.') {
    throw QuantityError(fmt::format("{} is not a number", quoted_name(word)), at,
                        "write one decimal point only, as in 0.25");
  }
  if (text[end] == 'e' || text[end] == 'E') {
    throw QuantityError(fmt::format("{} has no digits in the exponent", quoted_name(word)), at,
                        "write for example 1e-3");
  }
}

}  // namespace

NumberLiteral read_number(std::string_view text, std::size_t at) {
  if (text[at] == '.') refuse_leading_dot(text, at);

  // Digits, then perhaps a point with digits, then perhaps an exponent with digits.
  std::size_t end = skip_digits(text, at);
  check_whole_part(text, at, end);
  if (end < text.size() && text[end] == '.') end = skip_digits(text, end + 1);
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    std::size_t digits = end + 1;
    if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
    const std::size_t exponent_end = skip_digits(text, digits);
    if (exponent_end > digits) end = exponent_end;
  }
  check_what_follows(text, at, end);

  NumberLiteral number{0, end};
  const auto [stop, error] = std::from_chars(text.data() + at, text.data() + end, number.value);
  if (error == std::errc::result_out_of_range) {
    throw QuantityError(fmt::format("{} is out of range", quoted_name(text.substr(at, end - at))), at,
                        "write a number between 1e-300 and 1e300 in size, or 0");
  }
  if (error != std::errc{} || stop != text.data() + end) {
    throw QuantityError(fmt::format("{} is not a number", quoted_name(text.substr(at, end - at))), at,
                        "write a decimal number such as 0.25 or 1e-3");
  }
  return number;
}

}  // namespace jourdain
