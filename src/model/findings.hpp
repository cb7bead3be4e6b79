// The mistakes and suspicions that one run of the reader collects.
#pragma once

#include "io/utf8.hpp"
#include "jourdain/core/error.hpp"

#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jourdain {

class Findings {
 public:
  static constexpr std::size_t largest_number_shown = 50;

  void error(SourceMark mark, std::string message, std::string hint = {});
  void warning(SourceMark mark, std::string message, std::string hint = {});

  // Takes over what the document layer found.
  void take(std::vector<Diagnostic> diagnostics);

  // While on, an error where there is one already is dropped: the second copy of a leg repeats those of the first.
  void once_per_place(bool on) { once_per_place_ = on; }

  // Number of errors so far; compare two values to learn whether something between them was read well.
  std::size_t errors() const { return error_count_; }

  // A hint for a misspelt word: the nearest candidate, or all of them. Empty once there are very many errors.
  std::string spelling_hint(std::string_view word, const std::vector<std::string>& candidates) const;

  // All errors, or all warnings, in file order. If there are too many, the last one says how many more.
  std::vector<Diagnostic> sorted(Severity severity) const;

 private:
  void add(Severity severity, SourceMark mark, std::string message, std::string hint);

  std::vector<Diagnostic> items_;
  std::set<std::pair<int, int>> error_places_;
  std::set<std::pair<int, int>> warning_places_;
  std::size_t error_count_ = 0;
  std::size_t left_out_ = 0;  // errors that were counted, but not kept
  bool once_per_place_ = false;
};

// "'a', 'b' or 'c'", for messages.
std::string list_of(const std::vector<std::string>& words, std::string_view last = "or");

}  // namespace jourdain
