#include "model/text_list.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace jourdain {
namespace {

[[noreturn]] void refuse_list(const std::string& option, const std::string& why) {
  throw Error(ErrorKind::usage, fmt::format("{}: {}", option, why));
}

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\n") - first + 1));
}

// Splits at commas outside brackets.
std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

// Splits at blanks; a word that begins with a letter and names nothing is the unit of the number before it.
std::vector<std::string> split_at_blanks(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t\n", at), text.size());
    const std::string word = text.substr(at, end - at);
    at = std::min(text.find_first_not_of(" \t\n", end), text.size());
    const bool is_unit = std::isalpha(static_cast<unsigned char>(word[0])) && word.find('=') == std::string::npos;
    if (is_unit && !parts.empty()) {
      parts.back() += " " + word;
    } else {
      parts.push_back(word);
    }
  }
  return parts;
}

// What an expression with units means for a dimension.
double value_of(const std::string& option, const std::string& text, const Dimension& dimension,
                double (*meaning)(const Quantity&, const Dimension&)) {
  try {
    return meaning(evaluate_quantity(text, {}), dimension);
  } catch (const QuantityError& error) {
    const std::string hint = error.hint.empty() ? "" : fmt::format("; {}", error.hint);
    refuse_list(option, fmt::format("'{}': {}{}", text, error.what(), hint));
  }
}

}  // namespace

std::vector<ListEntry> split_list(const std::string& option, const std::string& text) {
  const std::string whole = trimmed(text);
  if (whole.empty()) refuse_list(option, "expected values, found nothing");
  if (whole.size() > 20000) refuse_list(option, "the list is too long");
  std::vector<ListEntry> entries;
  for (const std::string& part :
       whole.find(',') == std::string::npos ? split_at_blanks(whole) : split_at_commas(whole)) {
    const std::size_t equals = part.find('=');
    ListEntry entry;
    if (equals != std::string::npos) entry.name = trimmed(std::string_view(part).substr(0, equals));
    entry.text = trimmed(equals == std::string::npos ? part : std::string_view(part).substr(equals + 1));
    if (entry.text.empty() || (equals != std::string::npos && entry.name.empty()))
      refuse_list(option, "a value is empty");
    entries.push_back(std::move(entry));
  }
  return entries;
}

double quantity(const std::string& option, const std::string& text, const Dimension& dimension) {
  return value_of(option, text, dimension, value_as);
}

double oscillation(const std::string& option, const std::string& text, const Dimension& dimension) {
  return value_of(option, text, dimension, oscillation_as);
}

std::vector<double> numbers(const std::string& option, const std::string& text, std::size_t count) {
  std::vector<double> values;
  for (const ListEntry& entry : split_list(option, text)) {
    if (!entry.name.empty()) refuse_list(option, "expected numbers without names");
    values.push_back(quantity(option, entry.text, {}));
  }
  if (values.size() != count) refuse_list(option, fmt::format("expected {} numbers, found {}", count, values.size()));
  return values;
}

}  // namespace jourdain
