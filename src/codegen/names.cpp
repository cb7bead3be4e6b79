#include "codegen/names.hpp"

#include "io/printable.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <string_view>

namespace jourdain {
namespace {

// Keywords of C99 and C++20, and the names that generated functions use.
constexpr std::string_view banned[] = {"alignas",
                                       "alignof",
                                       "and",
                                       "and_eq",
                                       "asm",
                                       "auto",
                                       "bitand",
                                       "bitor",
                                       "bool",
                                       "break",
                                       "case",
                                       "catch",
                                       "char",
                                       "char8_t",
                                       "char16_t",
                                       "char32_t",
                                       "class",
                                       "compl",
                                       "concept",
                                       "const",
                                       "consteval",
                                       "constexpr",
                                       "constinit",
                                       "const_cast",
                                       "continue",
                                       "co_await",
                                       "co_return",
                                       "co_yield",
                                       "decltype",
                                       "default",
                                       "delete",
                                       "do",
                                       "double",
                                       "dynamic_cast",
                                       "else",
                                       "enum",
                                       "explicit",
                                       "export",
                                       "extern",
                                       "false",
                                       "float",
                                       "for",
                                       "friend",
                                       "goto",
                                       "if",
                                       "inline",
                                       "int",
                                       "long",
                                       "mutable",
                                       "namespace",
                                       "new",
                                       "noexcept",
                                       "not",
                                       "not_eq",
                                       "nullptr",
                                       "operator",
                                       "or",
                                       "or_eq",
                                       "private",
                                       "protected",
                                       "public",
                                       "register",
                                       "reinterpret_cast",
                                       "requires",
                                       "restrict",
                                       "return",
                                       "short",
                                       "signed",
                                       "sizeof",
                                       "static",
                                       "static_assert",
                                       "static_cast",
                                       "struct",
                                       "switch",
                                       "template",
                                       "this",
                                       "thread_local",
                                       "throw",
                                       "true",
                                       "try",
                                       "typedef",
                                       "typeid",
                                       "typename",
                                       "union",
                                       "unsigned",
                                       "using",
                                       "virtual",
                                       "void",
                                       "volatile",
                                       "wchar_t",
                                       "while",
                                       "xor",
                                       "xor_eq",
                                       "main",
                                       "std",
                                       "c",
                                       "p",
                                       "k",
                                       "i",
                                       "count",
                                       "stride",
                                       "status",
                                       "prepared",
                                       "parameters",
                                       "finite",
                                       "zero",
                                       "sqrt",
                                       "sin",
                                       "cos",
                                       "atan2",
                                       "fabs",
                                       "sqrtf",
                                       "sinf",
                                       "cosf",
                                       "atan2f",
                                       "fabsf",
                                       "size_t",
                                       "setup",
                                       "NULL",
                                       "INFINITY",
                                       "NAN",
                                       "default_parameters",
                                       "isfinite",
                                       "linux",
                                       "unix"};

bool is_letter(char x) { return std::isalpha(static_cast<unsigned char>(x)) != 0; }
bool is_digit(char x) { return std::isdigit(static_cast<unsigned char>(x)) != 0; }

// t12, x3: what values are called in generated functions.
bool is_temporary(const std::string& name) {
  return name.size() > 1 && (name[0] == 't' || name[0] == 'x' || name[0] == 'v') &&
         std::all_of(name.begin() + 1, name.end(), is_digit);
}

}  // namespace

bool is_identifier(const std::string& name) {
  if (name.empty() || name.size() > 60 || !is_letter(name[0])) return false;  // a leading _ is the implementation's
  if (!std::ranges::all_of(name, [](char x) { return is_letter(x) || is_digit(x) || x == '_'; })) return false;
  return std::ranges::find(banned, name) == std::end(banned) && !is_temporary(name);
}

std::vector<std::string> identifiers(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    std::string base;
    for (const char x : name.substr(0, 48)) base += is_letter(x) || is_digit(x) ? x : '_';
    if (base.empty() || !is_letter(base[0])) base = "p_" + base;
    if (!is_identifier(base)) base += "_";
    std::string unique = base;
    for (int i = 2; !taken.insert(unique).second; ++i) unique = base + "_" + std::to_string(i);
    result.push_back(unique);
  }
  return result;
}

std::string capitals(const std::string& name) {
  std::string result;
  for (const char x : name) result += static_cast<char>(std::toupper(static_cast<unsigned char>(x)));
  return result;
}

std::string literal(double value, CodeScalar scalar) {
  const bool single = scalar == CodeScalar::single_precision;
  const bool fits = single ? std::isfinite(static_cast<float>(value)) : std::isfinite(value);
  if (!fits) throw Error(ErrorKind::numerical, fmt::format("generated code cannot hold the constant {}", value));
  std::string text = single ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return single ? text + "f" : text;
}

const char* type_name(CodeScalar scalar) { return scalar == CodeScalar::single_precision ? "float" : "double"; }

std::string wrap(const std::string& given, const std::string& prefix) {
  constexpr std::size_t width = 100;
  const std::string text = blank_unprintable(given);
  std::string result, line;
  std::size_t at = 0;
  const auto flush = [&] {
    // A backslash, also written as ??/, would join the next line to the comment.
    if (line.ends_with('\\') || line.ends_with("\?\?/")) line += " .";
    if (!line.empty()) result += prefix + line + "\n";
    line.clear();
  };
  while (at < text.size()) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    std::string word = text.substr(at, end - at);
    for (std::size_t close; (close = word.find("*/")) != std::string::npos;) word.replace(close, 2, "* /");
    for (std::size_t open; (open = word.find("/*")) != std::string::npos;) word.replace(open, 2, "/ *");
    if (!line.empty() && prefix.size() + line.size() + 1 + word.size() > width) flush();
    if (!word.empty()) line += (line.empty() ? "" : " ") + word;
    if (end < text.size() && text[end] == '\n') flush();
    at = end + 1;
  }
  flush();
  return result;
}

std::string wrap_list(const std::string& list, const std::string& before, const std::string& after) {
  constexpr std::size_t width = 120;
  const std::string indent(before.find_first_not_of(' ') + 4, ' ');
  std::string text, line = before;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t comma = list.find(", ", begin);
    const std::size_t end = comma == std::string::npos ? list.size() : comma + 1;
    const std::string item = list.substr(begin, end - begin);
    if (begin > 0 && line.size() + item.size() + 1 > width) {
      text += line + "\n";
      line = indent + item;
    } else {
      line += (begin > 0 ? " " : "") + item;
    }
    begin = comma == std::string::npos ? end : end + 1;
  }
  return text + line + after;
}

}  // namespace jourdain
