// Words in one text.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace jourdain {

// "a, b, c": the words with the separator between them.
std::string joined(std::span<const std::string> words, std::string_view separator = ", ");
std::string joined(std::span<const std::string_view> words, std::string_view separator = ", ");

// "1 loop", "2 loops", "3 bodies".
std::string counted(int count, const std::string& noun);

}  // namespace jourdain
