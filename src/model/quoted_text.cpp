#include "model/quoted_text.hpp"

#include "io/utf8.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

std::string escape(char32_t c) {
  const auto code = static_cast<unsigned>(c);
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  if (c < 0x100) return fmt::format("\\x{:02x}", code);
  if (c < 0x10000) return fmt::format("\\u{:04x}", code);
  return fmt::format("\\U{:08x}", code);
}

}  // namespace

std::string quoted_text(std::string_view text) {
  std::string quoted = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = decode_utf8(text, at);
    if (!c.valid) {
      quoted += '?';
    } else if (c.value == '"' || c.value == '\\') {
      quoted += '\\';
      quoted += static_cast<char>(c.value);
    } else if (!is_printable(c.value)) {
      quoted += escape(c.value);
    } else {
      quoted += text.substr(at, c.size);
    }
    at += c.size;
  }
  return quoted + '"';
}

}  // namespace jourdain
