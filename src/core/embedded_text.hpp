// Files that are part of the library; cmake/embed_texts.cmake makes their sources.
#pragma once

#include <span>
#include <string_view>

namespace jourdain {

struct EmbeddedText {
  std::string_view name;
  std::string_view text;
};

// The text of that name, empty if there is none.
inline std::string_view find_text(std::span<const EmbeddedText> texts, std::string_view name) {
  for (const EmbeddedText& each : texts)
    if (each.name == name) return each.text;
  return {};
}

}  // namespace jourdain
