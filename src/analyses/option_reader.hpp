// Options from texts, for all doors.
#pragma once

#include "jourdain/answer/options.hpp"

#include <vector>

namespace jourdain {

// A visitor that takes the values from what was given, in SI units, and remembers what it took.
class OptionReader : public OptionVisitor {
 public:
  explicit OptionReader(const std::vector<GivenOption>& given) : given_(given), taken_(given.size(), false) {}

  void flag(const Option& option, bool& value) override;
  void text(const Option& option, std::string& value) override;
  void texts(const Option& option, std::vector<std::string>& values) override;
  void file(const Option& option, FileRole role, std::string& path) override;
  void log(const Option& option, LogSource& source) override;
  void whole(const Option& option, const NumberRange& range, std::int64_t& value) override;
  void number(const Option& option, Measure measure, const NumberRange& range, double& value) override;
  void choice(const Option& option, std::span<const std::string_view> words, int& index) override;

  // After all fields: throws Error(usage) for what nobody took, and as check_relations().
  void finish() const;

 private:
  const GivenOption* find(const Option& option);
  const std::string* one(const Option& option);

  const std::vector<GivenOption>& given_;
  std::vector<bool> taken_;
  OptionList list_;
};

}  // namespace jourdain
