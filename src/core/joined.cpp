#include "core/joined.hpp"

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

}  // namespace jourdain
