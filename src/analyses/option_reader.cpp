#include "analyses/option_reader.hpp"

#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "jourdain/core/error.hpp"
#include "model/text_list.hpp"
#include "model/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

[[noreturn]] void refuse_option(const Option& option, const std::string& why) {
  throw Error(ErrorKind::usage, fmt::format("{}: {}", word_of(option), why));
}

// What a text may be in this measure: "1 kHz", "0.95", "5 mm".
double measured(const Option& option, Measure measure, const std::string& text) {
  return quantity(word_of(option), text, dimension_of(measure));
}

void check_in_range(const Option& option, const NumberRange& range, double value, const std::string& text) {
  if (value >= range.from && value <= range.to && !(range.above && value <= range.from) && std::isfinite(value)) return;
  const std::string least =
      range.above ? fmt::format("greater than {:g}", range.from) : fmt::format("{:g} at least", range.from);
  if (!std::isfinite(range.from) && !std::isfinite(range.to))
    refuse_option(option, fmt::format("'{}' is not finite", text));
  if (!std::isfinite(range.to)) refuse_option(option, fmt::format("expected a value {}, found '{}'", least, text));
  refuse_option(option, fmt::format("expected a value from {:g} to {:g}, found '{}'", range.from, range.to, text));
}

}  // namespace

const GivenOption* OptionReader::find(const Option& option) {
  const GivenOption* found = nullptr;
  for (std::size_t k = 0; k < given_.size(); ++k) {
    if (given_[k].name != option.name) continue;
    taken_[k] = true;
    found = &given_[k];
  }
  return found;
}

const std::string* OptionReader::one(const Option& option) {
  const GivenOption* given = find(option);
  if (!given) return nullptr;
  if (given->table) refuse_option(option, "takes no columns in memory");
  if (given->values.size() != 1)
    refuse_option(option, fmt::format("expected one value, found {}", given->values.size()));
  // There but empty is a slip, such as an unset variable of the shell, not the default.
  if (given->values[0].find_first_not_of(" \t\n") == std::string::npos)
    refuse_option(option, "expected a value, found nothing");
  return given->values.data();
}

void OptionReader::flag(const Option& option, bool& value) {
  list_.flag(option, value);
  const GivenOption* given = find(option);
  if (!given) return;
  const std::string word = given->values.empty() ? "true" : given->values[0];
  if (word != "true" && word != "false") refuse_option(option, fmt::format("is a flag, found '{}'", word));
  value = word == "true";
}

void OptionReader::text(const Option& option, std::string& value) {
  list_.text(option, value);
  if (const std::string* given = one(option)) value = *given;
}

void OptionReader::texts(const Option& option, std::vector<std::string>& values) {
  list_.texts(option, values);
  if (const GivenOption* given = find(option)) values = given->values;
}

void OptionReader::file(const Option& option, FileRole role, std::string& path) {
  list_.file(option, role, path);
  if (const std::string* given = one(option)) path = *given;
}

void OptionReader::log(const Option& option, LogSource& source) {
  const GivenOption* given = find(option);
  if (given && given->table) {
    list_.log(option, source);
    source = {std::string(option.name), given->table};
  } else {
    file(option, FileRole::log, source.name);
  }
}

void OptionReader::whole(const Option& option, const NumberRange& range, std::int64_t& value) {
  list_.whole(option, range, value);
  const std::string* given = one(option);
  if (!given) return;
  const double number = measured(option, Measure::count, *given);
  check_in_range(option, range, number, *given);
  if (number != std::floor(number) || std::abs(number) > 9e15)
    refuse_option(option, fmt::format("expected a whole number, found '{}'", *given));
  value = static_cast<std::int64_t>(number);
}

void OptionReader::number(const Option& option, Measure measure, const NumberRange& range, double& value) {
  list_.number(option, measure, range, value);
  const std::string* given = one(option);
  if (!given) return;
  const double number = measured(option, measure, *given);
  check_in_range(option, range, number, *given);
  value = number;
}

void OptionReader::choice(const Option& option, std::span<const std::string_view> words, int& index) {
  list_.choice(option, words, index);
  const std::string* given = one(option);
  if (!given) return;
  const auto found = std::ranges::find(words, *given);
  if (found == words.end()) {
    std::string near = suggest(*given, {words.begin(), words.end()});
    // What motors were called.
    if (*given == "actuators" && std::ranges::find(words, "motors") != words.end()) near = "motors";
    refuse_option(option, fmt::format("expected {}, found '{}'{}", joined(words), *given,
                                      near.empty() ? "" : fmt::format(": did you mean '{}'?", near)));
  }
  index = static_cast<int>(found - words.begin());
}

void OptionReader::finish() const {
  std::vector<std::string> names;
  for (const ShownOption& shown : list_.options) names.emplace_back(shown.option.name);
  for (std::size_t k = 0; k < given_.size(); ++k) {
    if (taken_[k]) continue;
    const std::string near = suggest(given_[k].name, names);
    throw Error(ErrorKind::usage, fmt::format("unknown option '--{}': {}", given_[k].name,
                                              near.empty() ? fmt::format("possible are {}", joined(names))
                                                           : fmt::format("did you mean '--{}'?", near)));
  }
  check_relations(list_.options, given_);
}

}  // namespace jourdain
