// What a user may choose, declared once: a struct of options shows its fields to a visitor, and the command line, the
// Python functions, the manual and the completion of the shell are visitors.
#pragma once

#include "jourdain/answer/measure.hpp"
#include "jourdain/io/log_source.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// The texts outlive everything: they are literals.
struct Option {
  std::string_view name;  // "no-friction": --no-friction on the command line, no_friction= in Python
  std::string_view help;
  std::string_view type = {};       // what stands for the value in the help: "LIST"
  std::string_view group = {};      // of options that belong together in the help
  std::string_view not_with = {};   // names, divided by blanks, of which none may be given besides
  std::string_view goes_with = {};  // names of which one must be given besides
  bool required = false;
  bool placed = false;  // on the command line by its place, without its name: FILE
};

// As the command line has it: "--out", or "FILE" where the place tells.
std::string word_of(const Option& option);

enum class FileRole { input, log, input_or_text, output, picture, output_folder };

// The ends may be taken, unless `above` says that the value must be greater than the lower one.
struct NumberRange {
  double from = -std::numeric_limits<double>::infinity();
  double to = std::numeric_limits<double>::infinity();
  bool above = false;
};
inline constexpr NumberRange any_number{};
inline constexpr NumberRange positive{0, std::numeric_limits<double>::infinity(), true};
inline constexpr NumberRange not_negative{0};

// Keeps no references to what it is shown.
class OptionVisitor {
 public:
  virtual ~OptionVisitor() = default;
  virtual void flag(const Option& option, bool& value) = 0;
  virtual void text(const Option& option, std::string& value) = 0;
  virtual void texts(const Option& option, std::vector<std::string>& values) = 0;  // may be repeated
  virtual void file(const Option& option, FileRole role, std::string& path) = 0;
  // A file, or columns in memory where the door has such.
  virtual void log(const Option& option, LogSource& source) { file(option, FileRole::log, source.name); }
  virtual void whole(const Option& option, const NumberRange& range, std::int64_t& value) = 0;
  // SI; one that is not finite is not given.
  virtual void number(const Option& option, Measure measure, const NumberRange& range, double& value) = 0;
  virtual void choice(const Option& option, std::span<const std::string_view> words, int& index) = 0;  // -1: none

  // One of an enumeration, whose words() stand beside it.
  template <typename Enum>
  void one_of(const Option& option, Enum& value) {
    int index = static_cast<int>(value);
    choice(option, words(value), index);
    value = static_cast<Enum>(index);
  }
};

// An option as it is declared, for those who read it.
struct ShownOption {
  enum class Kind { flag, text, texts, file, whole, number, choice };
  Option option = {};
  Kind kind = Kind::text;
  std::string standard = {};  // what holds if it is not given, as text; may be empty
  std::vector<std::string_view> words = {};
  FileRole role = FileRole::input;
  Measure measure = Measure::number;
  NumberRange range = {};
};

class OptionList : public OptionVisitor {
 public:
  std::vector<ShownOption> options;

  void flag(const Option& option, bool& value) override;
  void text(const Option& option, std::string& value) override;
  void texts(const Option& option, std::vector<std::string>& values) override;
  void file(const Option& option, FileRole role, std::string& path) override;
  void whole(const Option& option, const NumberRange& range, std::int64_t& value) override;
  void number(const Option& option, Measure measure, const NumberRange& range, double& value) override;
  void choice(const Option& option, std::span<const std::string_view> words, int& index) override;
};

// What a user gave: the name without dashes and its values.
struct GivenOption {
  std::string name;
  std::vector<std::string> values = {};        // none for a flag
  std::shared_ptr<const LogTable> table = {};  // instead of a file
};

// Throws Error(usage) if options are given that exclude each other, or without one that they need, or not given though
// they must be.
void check_relations(const std::vector<ShownOption>& options, const std::vector<GivenOption>& given);

}  // namespace jourdain
