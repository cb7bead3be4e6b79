#include "model/quantity.hpp"

#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "io/utf8.hpp"
#include "model/number_literal.hpp"
#include "model/quantity_algebra.hpp"
#include "model/units.hpp"

#include <fmt/format.h>
#include <cmath>
#include <numbers>
#include <vector>

namespace jourdain {
namespace {

using Knowledge = Quantity::Knowledge;

constexpr std::size_t max_characters = 1000;
constexpr int max_depth = 64;
constexpr int max_exponent = 64;
constexpr int max_unit_exponent = 9;
constexpr std::size_t max_suggested_scope = 256;  // suggestions out of more names would take too long

// Characters of other keyboards, and what to write for them.
constexpr std::pair<std::string_view, const char*> lookalikes[] = {
    {"\u2212", "write - for minus"},  {"\u2013", "write - for minus"}, {"\u00D7", "write * for times"},
    {"\u00B7", "write * for times"},  {"\u22C5", "write * for times"}, {"\u00F7", "write / for divided by"},
    {"\u00B0", "write deg"},          {"\u00B5", "write um for it"},   {"\u03BC", "write um for it"},
    {"\u00B2", "write ^2"},           {"\u00B3", "write ^3"},          {"\u03C0", "write pi"},
    {"\u00A0", "write a plain space"}};

// Recursive descent over the grammar of the header; one function per rule. Offsets are bytes here.
class Parser {
 public:
  Parser(std::string_view text, const QuantityScope& scope) : text_(text), scope_(scope) {}

  Quantity parse() {
    skip_space();
    if (at_ == text_.size()) fail("the value is empty; expected a number or an expression", "write for example 0.25");
    const Quantity result = sum();
    if (at_ < text_.size()) fail_at_rest();
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& message, const std::string& hint) const { fail(message, hint, at_); }
  [[noreturn]] static void fail(const std::string& message, const std::string& hint, std::size_t at) {
    throw QuantityError(message, at, hint);
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
  }

  // Takes one of these characters, and the space behind it; '\0' if none is next.
  char accept(std::string_view characters) {
    const char c = peek();
    if (c == '\0' || characters.find(c) == std::string_view::npos) return '\0';
    ++at_;
    skip_space();
    return c;
  }

  // The name that begins here, or "".
  std::string_view peek_name() const {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || (end > at_ && is_digit(text_[end])))) ++end;
    return text_.substr(at_, end - at_);
  }

  // True if a '(' follows the name that begins here.
  bool is_call(std::string_view name) const {
    const std::size_t next = text_.find_first_not_of(" \t\r\n", at_ + name.size());
    return next != std::string_view::npos && text_[next] == '(';
  }

  Quantity sum() {
    if (++depth_ > max_depth) fail("the brackets are nested too deep", "use a parameter for a part of the expression");
    Quantity result = product();
    while (true) {
      const std::size_t at = at_;
      const char op = accept("+-");
      if (op == '\0') break;
      result = op == '+' ? add(result, product(), at) : subtract(result, product(), at);
    }
    --depth_;
    return result;
  }

  Quantity product() {
    Quantity result = signed_power();
    while (true) {
      const std::size_t at = at_;
      const char op = accept("*/");
      if (op == '\0') return result;
      result = op == '*' ? multiply(result, signed_power(), at) : divide(result, signed_power(), at);
    }
  }

  Quantity signed_power() {
    bool negative = false;
    while (const char sign = accept("+-")) negative = negative != (sign == '-');
    Quantity result = power();
    if (negative) result.value = -result.value;
    return result;
  }

  // A '^' behind a unit has been read with the unit.
  Quantity power() {
    ends_with_unit_ = false;
    Quantity result = value();
    const std::size_t at = at_;
    if (!ends_with_unit_ && accept("^")) result = raise(result, exponent(max_exponent), at);
    if (peek() == '^') fail("a second '^' follows", "use brackets, as in (2^3)^2");
    return result;
  }

  // The integer after '^'.
  int exponent(int largest) {
    const std::size_t at = at_;
    const char sign = accept("+-");
    const NumberLiteral number = is_digit(peek()) ? read_number(text_, at_) : NumberLiteral{0.5, at_};
    if (number.value != std::floor(number.value)) {
      fail("the exponent after '^' must be a whole number", "write for example L^2; use sqrt for roots", at);
    }
    if (number.value > largest) {
      fail(fmt::format("the exponent after '^' is too large; expected {} at most", largest), "check the exponent", at);
    }
    at_ = number.end;
    skip_space();
    const int size = static_cast<int>(number.value);
    return sign == '-' ? -size : size;
  }

  Quantity value() {
    const char c = peek();
    if (is_digit(c) || c == '.') return number_with_units();
    if (is_letter(c)) return name_or_call();
    if (c != '(') fail_at_missing_value();
    const std::size_t opened = at_;
    accept("(");
    const Quantity result = sum();
    close_bracket(opened);
    ends_with_unit_ = false;
    return result;
  }

  void close_bracket(std::size_t opened) {
    if (accept(")")) return;
    if (at_ < text_.size()) fail_at_rest();
    fail("a '(' is never closed", "write the missing ')'", opened);
  }

  Quantity number_with_units() {
    const std::size_t begin = at_;
    const NumberLiteral number = read_number(text_, at_);
    at_ = number.end;
    skip_space();
    if (!is_letter(peek())) return {number.value, {}, Knowledge::pure};
    ends_with_unit_ = true;
    const Unit unit = units();
    const double result = number.value * unit.numerator / unit.denominator;
    if (!std::isfinite(result)) fail("the value with its unit is too large for a number", "check the unit", begin);
    return {result, unit.dimension, Knowledge::checked};
  }

  // The units that begin here, as one.
  Unit units() {
    Unit all{"", 1, 1, {}};
    bool divided = false;
    for (char joint = ' '; joint != '\0'; joint = accept_unit_joint()) {
      const std::size_t at = at_;
      const std::string_view name = peek_name();
      const Unit* unit = find_unit(name);
      if (!unit || is_call(name)) fail_after_number(name);
      if (joint == ' ' && divided) {
        fail(fmt::format("it is not clear whether '{}' is above or below the '/'", name), "write kg s/m or kg/m/s", at);
      }
      divided = divided || joint == '/';
      at_ += name.size();
      skip_space();
      int n = accept("^") ? exponent(max_unit_exponent) : 1;
      if (joint == '/') n = -n;
      all.dimension = combine(all.dimension, unit->dimension, n, at);
      all.numerator *= std::pow(n > 0 ? unit->numerator : unit->denominator, std::abs(n));
      all.denominator *= std::pow(n > 0 ? unit->denominator : unit->numerator, std::abs(n));
    }
    return all;
  }

  // How the next unit is joined to the one before: ' ', '*', '/', or '\0' if none follows. A '*' or '/' before anything
  // but a unit belongs to the expression and stays.
  char accept_unit_joint() {
    if (is_letter(peek())) return ' ';
    const std::size_t before = at_;
    const char op = accept("*/");
    const std::string_view name = peek_name();
    if (op != '\0' && find_unit(name) && !is_call(name)) return op;
    at_ = before;
    return '\0';
  }

  Quantity name_or_call() {
    const std::size_t at = at_;
    const std::string_view name = peek_name();
    const auto known = scope_.find(name);
    if (is_call(name) && is_function(name)) return call(name);
    if (known == scope_.end() && name != "pi") fail_at_unknown(name);
    at_ += name.size();
    skip_space();
    if (known == scope_.end()) return {std::numbers::pi, {}, Knowledge::pure};
    if (!std::isfinite(known->second.value)) fail("this parameter is not a finite number", "check its value", at);
    return known->second;
  }

  Quantity call(std::string_view name) {
    const std::size_t at = at_;
    at_ += name.size();
    skip_space();
    const std::size_t opened = at_;
    accept("(");
    std::vector<Quantity> arguments{sum()};
    while (accept(",")) arguments.push_back(sum());
    close_bracket(opened);
    ends_with_unit_ = false;
    return call_function(name, arguments, at);
  }

  // A name that is neither in scope nor a function stands where a value is expected.
  [[noreturn]] void fail_at_unknown(std::string_view name) const {
    const std::string shown = quoted_name(name);
    if (name == "nan" || name == "inf" || name == "NaN" || name == "Inf" || name == "infinity") {
      fail(fmt::format("{} is not allowed; expected a finite number", shown), "write a finite number");
    }
    if (find_unit(name) && !is_call(name)) {
      fail(fmt::format("{} is a unit and needs a number before it", shown), fmt::format("write 1 {}", name));
    }
    if (is_function(name)) {
      fail(fmt::format("the function {} needs brackets", shown), fmt::format("write {}(...)", name));
    }
    for (const auto& [other, quantity] : scope_) {
      if (other.find('-') == std::string::npos || !text_.substr(at_).starts_with(other)) continue;
      fail(fmt::format("the '-' in {} means minus here", quoted_name(other)), "rename the parameter, with '_' for '-'");
    }
    fail(fmt::format("unknown {} {}", is_call(name) ? "function" : "name", shown), suggestion(name));
  }

  // The nearest name that could be meant.
  std::string suggestion(std::string_view name) const {
    std::vector<std::string> candidates;
    if (scope_.size() <= max_suggested_scope) {
      for (const auto& [other, quantity] : scope_) candidates.push_back(other);
    }
    candidates.insert(candidates.end(), function_names().begin(), function_names().end());
    candidates.emplace_back("pi");
    candidates.insert(candidates.end(), unit_names().begin(), unit_names().end());
    const std::string nearest = suggest(name, candidates);
    if (nearest.empty()) return "define it under 'parameters', or check the spelling";
    const bool is_unit = find_unit(nearest) && scope_.find(nearest) == scope_.end() && !is_function(nearest);
    return is_unit ? fmt::format("did you mean the unit '{0}'? Write for example 1 {0}", nearest)
                   : fmt::format("did you mean '{}'?", nearest);
  }

  // A name that is no unit follows a number or a unit.
  [[noreturn]] void fail_after_number(std::string_view name) const {
    if (scope_.find(name) != scope_.end() || is_function(name) || name == "pi") {
      fail(fmt::format("an operator is missing before {}", quoted_name(name)), fmt::format("write *{}", name));
    }
    if (find_unit(name)) fail("an operator is missing before '('", "write * or another operator in between");
    const std::string nearest = suggest(name, unit_names());
    fail(fmt::format("unknown unit {}", quoted_name(name)), nearest.empty()
                                                                ? fmt::format("units: {}", joined(unit_names(), " "))
                                                                : fmt::format("did you mean '{}'?", nearest));
  }

  // Something that begins no value stands where one is expected.
  [[noreturn]] void fail_at_missing_value() const {
    if (at_ == text_.size()) fail("the expression ends where a value is expected", "write the missing value");
    if (peek() == '*' && at_ > 0 && text_[at_ - 1] == '*') fail("'**' is not an operator", "write ^ for powers");
    fail_at_character();
  }

  // A complete expression is followed by something that does not continue it.
  [[noreturn]] void fail_at_rest() const {
    const char c = peek();
    const std::string_view name = peek_name();
    if (c == ')') fail("a ')' has no matching '('", "remove it, or write the missing '('");
    if (c == ',') fail_at_comma();
    if (!name.empty() && find_unit(name) && scope_.find(name) == scope_.end()) {
      fail(fmt::format("the unit '{}' must follow a number", name), fmt::format("write * 1 {}", name));
    }
    if (!name.empty() || c == '(') fail("an operator is missing here", "write * or another operator in between");
    if (is_digit(c) || c == '.') {
      fail("a number follows a complete value", "write one number without spaces, or an operator in between");
    }
    fail_at_character();
  }

  // Outside of function arguments a comma is meant as a decimal point.
  [[noreturn]] void fail_at_comma() const {
    std::size_t begin = at_;
    std::size_t end = at_ + 1;
    while (begin > 0 && is_digit(text_[begin - 1])) --begin;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    const bool decimal = begin < at_ && end > at_ + 1;
    fail("a ',' stands where none is expected",
         decimal ? fmt::format("write a decimal point: {}.{}", text_.substr(begin, at_ - begin),
                               text_.substr(at_ + 1, end - at_ - 1))
                 : "remove the comma");
  }

  [[noreturn]] void fail_at_character() const {
    const std::string_view rest = text_.substr(at_);
    for (const auto& [character, hint] : lookalikes) {
      if (rest.starts_with(character)) fail(fmt::format("the character '{}' is not allowed here", character), hint);
    }
    fail(fmt::format("unexpected {}", quoted_name(rest.substr(0, decode_utf8(rest, 0).size))),
         "an expression is made of numbers, units, names, + - * / ^ and brackets");
  }

  std::string_view text_;
  const QuantityScope& scope_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool ends_with_unit_ = false;
};

}  // namespace

Quantity evaluate_quantity(std::string_view text, const QuantityScope& scope) {
  if (text.size() > max_characters && count_characters(text) > max_characters) {
    throw QuantityError(fmt::format("the expression is too long; expected {} characters at most", max_characters), 0,
                        "use parameters for its parts");
  }
  try {
    return Parser(text, scope).parse();
  } catch (const QuantityError& error) {
    // The parser counts bytes, users count characters.
    throw QuantityError(error.what(), count_characters(text.substr(0, error.offset)), error.hint);
  }
}

}  // namespace jourdain
