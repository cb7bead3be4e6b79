#include "io/utf8.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::size_t shown_name_length = 40;

bool between(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

// The text with each character that is not printable, and each bad byte, replaced by what the function gives for it.
template <typename Replacement>
std::string replace_unprintable(std::string_view text, Replacement&& by) {
  std::string safe;
  safe.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    safe += c.valid && is_printable(c.value) ? text.substr(at, c.size) : by(c);
    at += c.size;
  }
  return safe;
}

}  // namespace

CodePoint decode_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const CodePoint bad{0xFFFD, 1, false};
  const unsigned char lead = byte(at);
  if (lead < 0x80) return {lead, 1, true};

  // The lead byte says how many follow and which value is the least that needs so many.
  std::size_t size = 0;
  char32_t value = 0;
  char32_t least = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    size = 2, value = lead & 0x1Fu, least = 0x80;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    size = 3, value = lead & 0x0Fu, least = 0x800;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    size = 4, value = lead & 0x07u, least = 0x10000;
  } else {
    return bad;
  }
  if (text.size() - at < size) return bad;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xC0u) != 0x80u) return bad;
    value = (value << 6) | (byte(at + i) & 0x3Fu);
  }
  if (value < least || value > 0x10FFFF || between(value, 0xD800, 0xDFFF)) return bad;
  return {value, size, true};
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at += decode_utf8(text, at).size) ++count;
  return count;
}

bool is_printable(char32_t c) {
  if (c < 0x20 || between(c, 0x7F, 0x9F)) return false;
  if (between(c, 0x200E, 0x200F) || between(c, 0x2028, 0x202E) || between(c, 0x2066, 0x2069)) return false;
  return c != 0xFEFF && (c & 0xFFFE) != 0xFFFE;
}

std::string printable(std::string_view text) {
  return replace_unprintable(text, [](const CodePoint& c) {
    return c.value == '\t' || c.value == '\n' || c.value == '\r' ? std::string_view(" ") : replacement;
  });
}

std::string printable_lines(std::string_view text) {
  return replace_unprintable(text, [](const CodePoint& c) {
    return c.value == '\n' ? std::string_view("\n") : c.value == '\t' || c.value == '\r' ? " " : replacement;
  });
}

std::string blank_unprintable(std::string_view text) {
  return replace_unprintable(text, [](const CodePoint& c) { return std::string_view(c.value == '\n' ? "\n" : " "); });
}

std::string quoted_name(std::string_view name) {
  std::size_t end = 0;
  for (std::size_t shown = 0; shown < shown_name_length && end < name.size(); ++shown) {
    end += decode_utf8(name, end).size;
  }
  return fmt::format("'{}{}'", printable(name.substr(0, end)), end < name.size() ? "..." : "");
}

}  // namespace jourdain
