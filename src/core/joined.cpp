#include "core/joined.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

template <typename Word>
std::string joined_words(std::span<const Word> words, std::string_view separator) {
  std::string text;
  for (const Word& word : words) {
    if (&word != words.data()) text += separator;
    text += word;
  }
  return text;
}

}  // namespace

std::string joined(std::span<const std::string> words, std::string_view separator) {
  return joined_words(words, separator);
}

std::string joined(std::span<const std::string_view> words, std::string_view separator) {
  return joined_words(words, separator);
}

std::string counted(int count, const std::string& noun) {
  if (count == 1) return fmt::format("1 {}", noun);
  const bool y = noun.ends_with('y');
  return fmt::format("{} {}{}", count, y ? noun.substr(0, noun.size() - 1) : noun, y ? "ies" : "s");
}

}  // namespace jourdain
