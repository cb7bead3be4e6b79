#include "model/findings.hpp"

#include "core/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

constexpr std::size_t largest_number_kept = 5000;

}  // namespace

void Findings::add(Severity severity, SourceMark mark, std::string message, std::string hint) {
  const std::pair place(mark.line, mark.column);
  auto& places = severity == Severity::error ? error_places_ : warning_places_;
  if (severity == Severity::error) ++error_count_;
  if (!places.insert(place).second && once_per_place_) return;
  if (items_.size() >= largest_number_kept) {
    if (severity == Severity::error) ++left_out_;
    return;
  }
  items_.push_back({severity, mark, std::move(message), std::move(hint)});
}

void Findings::error(SourceMark mark, std::string message, std::string hint) {
  add(Severity::error, mark, std::move(message), std::move(hint));
}

void Findings::warning(SourceMark mark, std::string message, std::string hint) {
  add(Severity::warning, mark, std::move(message), std::move(hint));
}

void Findings::take(std::vector<Diagnostic> diagnostics) {
  for (Diagnostic& diagnostic : diagnostics) {
    add(diagnostic.severity, diagnostic.mark, std::move(diagnostic.message), std::move(diagnostic.hint));
  }
}

std::vector<Diagnostic> Findings::sorted(Severity severity) const {
  std::vector<Diagnostic> chosen;
  std::copy_if(items_.begin(), items_.end(), std::back_inserter(chosen),
               [&](const Diagnostic& item) { return item.severity == severity; });
  std::stable_sort(chosen.begin(), chosen.end(), [](const Diagnostic& left, const Diagnostic& right) {
    return std::pair(left.mark.line, left.mark.column) < std::pair(right.mark.line, right.mark.column);
  });
  // Keep the first ones and say how many are left out.
  const std::size_t total = chosen.size() + (severity == Severity::error ? left_out_ : 0);
  if (total > largest_number_shown) {
    chosen.resize(std::min(chosen.size(), largest_number_shown));
    const SourceMark last = chosen.back().mark;
    chosen.push_back({severity, last, fmt::format("... and {} more", total - largest_number_shown), {}});
  }
  return chosen;
}

std::string Findings::spelling_hint(std::string_view word, const std::vector<std::string>& candidates) const {
  constexpr std::size_t many_errors = 500;  // bounds the work on hopeless files
  if (candidates.empty() || error_count_ > many_errors) return {};
  const std::string nearest = suggest(word, candidates);
  if (!nearest.empty()) return fmt::format("did you mean '{}'?", nearest);
  constexpr std::size_t few = 24;
  if (candidates.size() <= few) return fmt::format("possible here: {}", list_of(candidates));
  const std::vector<std::string> first(candidates.begin(), candidates.begin() + few);
  return fmt::format("possible here: {} and {} more", list_of(first, ","), candidates.size() - few);
}

std::string list_of(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (k > 0) text += k + 1 == words.size() ? fmt::format(" {} ", last) : ", ";
    text += words[k];
  }
  return text;
}

}  // namespace jourdain
