#include "identification/logs/text_table.hpp"

#include "io/printable.hpp"
#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace jourdain {
namespace {

constexpr char separators[] = {';', '\t', ',', ' '};
constexpr int rows_to_believe = 3;

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string_view without_quotes(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
    text = text.substr(1, text.size() - 2);
  return without_blanks(text);
}

bool is_missing(std::string_view text) {
  if (text.empty() || text == "-" || text == "--" || text == "?") return true;
  std::string word(text.substr(text.front() == '-' || text.front() == '+' ? 1 : 0));
  std::ranges::transform(word, word.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
  static const std::set<std::string> words{"nan",      "na",   "n/a",     "null",   "none", "inf",
                                           "infinity", ".nan", "1.#qnan", "1.#inf", "#n/a", "nan(ind)"};
  return words.contains(word);
}

// Lines of one layout: how many columns of numbers follow each other from where.
struct Trial {
  TextLayout layout;
  std::size_t first = 0, columns = 0;
};

bool is_row_of_numbers(const std::vector<std::string_view>& cells, bool decimal_comma) {
  int numbers = 0;
  for (const std::string_view cell : cells) {
    const CellNumber number = read_number(cell, decimal_comma);
    if (number.kind == CellNumber::Kind::text) return false;
    numbers += number.kind == CellNumber::Kind::number;
  }
  return 2 * numbers >= static_cast<int>(cells.size()) && numbers > 0;
}

// The first place with some rows of numbers of one length.
std::optional<Trial> try_layout(const std::vector<std::string>& lines, char separator, bool decimal_comma) {
  std::vector<std::string_view> cells;
  std::size_t first = 0, columns = 0;
  int rows = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (without_blanks(lines[i]).empty()) continue;
    split_cells(lines[i], separator, cells);
    const bool good = cells.size() >= 2 && is_row_of_numbers(cells, decimal_comma);
    if (!good) {
      rows = 0;
      continue;
    }
    if (rows == 0 || cells.size() != columns) {
      first = i;
      columns = cells.size();
      rows = 0;
    }
    if (++rows == rows_to_believe) break;
  }
  if (rows == 0) return std::nullopt;
  Trial trial;
  trial.layout.separator = separator;
  trial.layout.decimal_comma = decimal_comma;
  trial.first = first;
  trial.columns = columns;
  return trial;
}

// "pos [deg]" or "pos (deg)" or "pos/deg" without brackets: only brackets are taken as units.
void split_unit(std::string& name, std::string& unit) {
  for (const auto& [open, close] : {std::pair{'[', ']'}, std::pair{'(', ')'}}) {
    const std::size_t begin = name.rfind(open);
    if (begin == std::string::npos || !name.ends_with(close) || begin == 0) continue;
    // q(1) is no unit.
    if (std::ranges::all_of(name.substr(begin + 1, name.size() - begin - 2),
                            [](char c) { return c >= '0' && c <= '9'; }))
      continue;
    unit = std::string(without_blanks(std::string_view(name).substr(begin + 1, name.size() - begin - 2)));
    name = std::string(without_blanks(std::string_view(name).substr(0, begin)));
    return;
  }
}

std::vector<std::string> cells_of(const std::string& line, char separator) {
  std::vector<std::string_view> cells;
  std::string_view text = line;
  while (!text.empty() && (text.front() == '#' || text.front() == '%')) text.remove_prefix(1);
  split_cells(text, separator, cells);
  return {cells.begin(), cells.end()};
}

// Names of units stand in brackets, or are words like "s" or "rad/s" in a line of their own.
bool looks_like_units(const std::vector<std::string>& cells) {
  static const std::set<std::string> units{
      "s",   "ms", "us", "ns", "rad", "deg",  "m", "mm",    "um",      "rad/s", "m/s", "A", "mA", "N",   "Nm", "N m",
      "N*m", "kN", "°",  "µs", "µm",  "mm/s", "-", "deg/s", "rad/s^2", "m/s^2", "mNm", "",  "1",  "sec", "Ncm"};
  return std::ranges::all_of(cells, [&](const std::string& cell) {
    const bool bracketed = cell.size() >= 2 && (cell.front() == '[' || cell.front() == '(');
    return bracketed || units.contains(cell);
  });
}

void take_names(const std::vector<std::string>& lines, const std::string& file, Trial& trial) {
  TextLayout& layout = trial.layout;
  layout.first_row = static_cast<long>(trial.first);
  std::vector<std::vector<std::string>> above;  // lines right above the numbers, the nearest first
  std::vector<std::size_t> places;
  for (std::size_t i = trial.first; i-- > 0 && above.size() < 3;) {
    if (without_blanks(lines[i]).empty()) continue;
    above.push_back(cells_of(lines[i], layout.separator));
    places.push_back(i);
  }
  std::size_t names = 0;
  if (above.size() > 1 && above[0].size() == trial.columns && above[1].size() == trial.columns &&
      looks_like_units(above[0]))
    names = 1;
  if (above.size() <= names || above[names].size() != trial.columns) {
    const std::string found =
        above.empty() ? "nothing" : fmt::format("{} cells in line {}", above[names].size(), places[names] + 1);
    throw Error(
        ErrorKind::input,
        fmt::format("{}:{}: no names above the {} columns of numbers: expected a line with as many names, found "
                    "{}; add one, such as t,q1,q2,tau1,tau2",
                    file, trial.first + 1, trial.columns, found));
  }
  layout.names = above[names];
  layout.units.assign(trial.columns, "");
  layout.preamble = static_cast<long>(places[names]);
  layout.has_unit_row = names == 1;
  for (std::size_t i = 0; i < trial.columns; ++i) {
    split_unit(layout.names[i], layout.units[i]);
    if (names == 0) continue;
    std::string unit = above[0][i];
    if (unit.size() >= 2 && (unit.front() == '[' || unit.front() == '(')) unit = unit.substr(1, unit.size() - 2);
    if (unit != "-" && !unit.empty()) layout.units[i] = unit;
  }
  std::set<std::string> seen;
  for (std::size_t i = 0; i < trial.columns; ++i) {
    if (layout.names[i].empty()) layout.names[i] = fmt::format("column {}", i + 1);
    if (!seen.insert(layout.names[i]).second)
      throw Error(ErrorKind::input, fmt::format("{}:{}: column {}: the name {} is there twice", file,
                                                layout.preamble + 1, i + 1, quoted_name(layout.names[i])));
  }
}

}  // namespace

CellNumber read_number(std::string_view text, bool decimal_comma) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  text = without_quotes(without_blanks(text));
  if (is_missing(text)) return {CellNumber::Kind::missing, none};
  if (text.front() == '+') text.remove_prefix(1);
  char copy[64];
  if (decimal_comma) {
    if (text.size() >= sizeof copy || std::ranges::count(text, ',') > 1) return {CellNumber::Kind::text, none};
    std::ranges::replace_copy(text, copy, ',', '.');
    text = {copy, text.size()};
  }
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty() || code == std::errc::invalid_argument)
    return {CellNumber::Kind::text, none};
  if (code != std::errc() || !std::isfinite(value)) return {CellNumber::Kind::missing, none};
  return {CellNumber::Kind::number, value};
}

void split_cells(std::string_view line, char separator, std::vector<std::string_view>& cells) {
  cells.clear();
  if (separator == ' ') {
    line = without_blanks(line);
    while (!line.empty()) {
      const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
      cells.push_back(without_quotes(line.substr(0, end)));
      line = without_blanks(line.substr(end));
    }
    return;
  }
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    if (i < line.size() && (quoted || line[i] != separator)) continue;
    cells.push_back(without_quotes(without_blanks(line.substr(begin, i - begin))));
    begin = i + 1;
  }
  // A separator at the end of every line begins no column.
  if (cells.size() > 1 && cells.back().empty() && without_blanks(line).ends_with(separator)) cells.pop_back();
}

std::string TextLayout::words() const {
  std::string text = separator == ' '    ? "text, blanks between columns"
                     : separator == '\t' ? "text, tabs between columns"
                                         : fmt::format("text, '{}' between columns", separator);
  if (decimal_comma) text += ", decimal comma";
  if (preamble == 1) text += ", a line before the names";
  if (preamble > 1) text += fmt::format(", {} lines before the names", preamble);
  if (has_unit_row) text += ", a line of units";
  return text;
}

TextLayout find_layout(const std::vector<std::string>& lines, const std::string& file) {
  if (std::ranges::all_of(lines, [](const std::string& line) { return without_blanks(line).empty(); }))
    throw Error(ErrorKind::input, fmt::format("{}: is empty: expected a table of numbers", file));
  std::optional<Trial> best;
  for (const char separator : separators) {
    for (const bool decimal_comma : {false, true}) {
      if (decimal_comma && separator == ',') continue;
      const std::optional<Trial> trial = try_layout(lines, separator, decimal_comma);
      // More columns win; among equals the first.
      if (trial && (!best || trial->columns > best->columns)) best = trial;
    }
  }
  if (!best)
    throw Error(ErrorKind::input,
                fmt::format("{}: no table of numbers was found in the first {} lines: expected columns separated by "
                            "commas, semicolons, tabs or blanks",
                            file, lines.size()));
  take_names(lines, file, *best);
  return best->layout;
}

}  // namespace jourdain
