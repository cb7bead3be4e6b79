#include "jourdain/answer/options.hpp"

#include "core/joined.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

std::vector<std::string> split_names(std::string_view names) {
  std::vector<std::string> parts;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    parts.emplace_back(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return parts;
}

}  // namespace

std::string word_of(const Option& option) {
  if (!option.placed) return "--" + std::string(option.name);
  std::string word(option.name);
  for (char& c : word)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return word;
}

void OptionList::flag(const Option& option, bool&) { options.push_back({option, ShownOption::Kind::flag}); }

void OptionList::text(const Option& option, std::string& value) {
  options.push_back({option, ShownOption::Kind::text, value});
}

void OptionList::texts(const Option& option, std::vector<std::string>&) {
  options.push_back({option, ShownOption::Kind::texts});
}

void OptionList::file(const Option& option, FileRole role, std::string& path) {
  ShownOption& shown = options.emplace_back(ShownOption{option, ShownOption::Kind::file, path});
  shown.role = role;
}

void OptionList::whole(const Option& option, const NumberRange& range, std::int64_t& value) {
  ShownOption& shown = options.emplace_back(ShownOption{option, ShownOption::Kind::whole, fmt::format("{}", value)});
  shown.range = range;
  shown.measure = Measure::count;
}

void OptionList::number(const Option& option, Measure measure, const NumberRange& range, double& value) {
  ShownOption& shown = options.emplace_back(ShownOption{option, ShownOption::Kind::number});
  const MeasureWords& words = words_of(measure);
  if (std::isfinite(value)) {
    // Shares are written as they are: 0.95.
    const bool plain = words.unit.empty();
    shown.standard = plain ? fmt::format("{:.9g}", value) : fmt::format("{:.9g} {}", value * words.scale, words.shown);
  }
  shown.measure = measure;
  shown.range = range;
}

void OptionList::choice(const Option& option, std::span<const std::string_view> words, int& index) {
  ShownOption& shown = options.emplace_back(ShownOption{option, ShownOption::Kind::choice});
  shown.words.assign(words.begin(), words.end());
  if (index >= 0) shown.standard = words[index];
}

void check_relations(const std::vector<ShownOption>& options, const std::vector<GivenOption>& given) {
  const auto is_given = [&](std::string_view name) {
    return std::ranges::find(given, name, &GivenOption::name) != given.end();
  };
  const auto word = [&](const std::string& name) {
    const auto shown = std::ranges::find(options, name, [](const ShownOption& o) { return o.option.name; });
    return shown == options.end() ? "--" + name : word_of(shown->option);
  };
  for (const ShownOption& shown : options) {
    const Option& option = shown.option;
    if (!is_given(option.name)) {
      if (option.required)
        throw Error(ErrorKind::usage, fmt::format("{} is required: {}", word_of(option), option.help));
      continue;
    }
    for (const std::string& other : split_names(option.not_with))
      if (is_given(other))
        throw Error(ErrorKind::usage, fmt::format("{} and {} exclude each other", word_of(option), word(other)));
    std::vector<std::string> needed = split_names(option.goes_with);
    if (needed.empty() || std::ranges::any_of(needed, is_given)) continue;
    std::ranges::transform(needed, needed.begin(), word);
    throw Error(ErrorKind::usage, fmt::format("{} goes with {}: without it the option has no effect", word_of(option),
                                              joined(needed, " or ")));
  }
}

}  // namespace jourdain
