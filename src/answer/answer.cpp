#include "jourdain/answer/answer.hpp"

#include <algorithm>

namespace jourdain {

bool Answer::good() const {
  const auto is_bad = [](const AnswerVerdict& one) { return one.tone == Tone::bad; };
  return !is_bad(verdict) && !failure && std::ranges::none_of(further, is_bad);
}

const std::string& key_of(const Entry& entry) {
  return std::visit([](const auto& kind) -> const std::string& { return kind.key; }, entry);
}

const std::string& title_of(const Entry& entry) {
  static const std::string none;
  return std::visit(
      [](const auto& kind) -> const std::string& {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(kind)>, Text>) {
          return none;
        } else {
          return kind.title;
        }
      },
      entry);
}

bool is_tabular(const Entry& entry) {
  return std::holds_alternative<Table>(entry) || std::holds_alternative<Series>(entry) ||
         std::holds_alternative<Matrix>(entry);
}

const Answer* section_of(const Answer& answer, std::string_view& path) {
  const Answer* section = &answer;
  for (std::size_t slash; (slash = path.find('/')) != std::string_view::npos; path.remove_prefix(slash + 1)) {
    const auto next = std::ranges::find(section->sections, path.substr(0, slash), &Answer::key);
    if (next == section->sections.end()) return nullptr;
    section = &*next;
  }
  return section;
}

}  // namespace jourdain
