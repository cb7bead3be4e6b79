#include "report/answer_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Beside the largest number of its kind a value below this share of it is a rounding error.
constexpr double rounding_share = 1e-14;

// Times, places and their rates below this are nothing for any robot; a force or an inertia may be that small.
double least_that_counts(Measure measure) {
  switch (measure) {
    case Measure::share:
    case Measure::time:
    case Measure::length:
    case Measure::angle:
    case Measure::speed:
    case Measure::turn_rate:
    case Measure::acceleration:
    case Measure::turn_acceleration: return 1e-12;
    default: return 0;
  }
}

std::string number_text(const Number& number, int digits, const Magnitudes& beside) {
  const MeasureWords& words = words_of(number.measure);
  const double size = std::abs(number.value);
  if (!std::isfinite(size)) return std::isnan(size) ? "none" : "infinite";
  if (size < least_that_counts(number.measure) || size < rounding_share * beside.of(number.measure)) return "0";
  if (number.measure == Measure::count) return fmt::format("{:.15g}", number.value);
  // Nobody acts on the fourth digit of a share.
  const int shown = number.measure == Measure::share ? std::min(digits, 3) : digits;
  return fmt::format("{:.{}g}", number.value == 0 ? 0.0 : number.value * words.scale, shown);
}

std::string number_with_unit(const Number& number, int digits, const Magnitudes& beside) {
  const std::string_view unit = words_of(number.measure).shown;
  const std::string text = number_text(number, digits, beside);
  return unit.empty() || !std::isfinite(number.value) ? text : fmt::format("{} {}", text, unit);
}

std::string named_text(const NamedNumbers& numbers, int digits) {
  Magnitudes all;
  for (const NamedNumbers::Entry& entry : numbers.entries) all.add(entry.number);
  std::string text;
  for (const NamedNumbers::Entry& entry : numbers.entries)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", entry.name, number_with_unit(entry.number, digits, all));
  return text;
}

std::string cell_text(const Cell& cell, int digits, bool with_unit, const Magnitudes& beside) {
  if (const auto* text = std::get_if<std::string>(&cell.content)) return *text;
  if (const auto* flag = std::get_if<bool>(&cell.content)) return *flag ? "yes" : "no";
  if (const auto* number = std::get_if<Number>(&cell.content))
    return with_unit ? number_with_unit(*number, digits, beside) : number_text(*number, digits, beside);
  if (const auto* numbers = std::get_if<NamedNumbers>(&cell.content)) return named_text(*numbers, digits);
  return "";
}

}  // namespace

void Magnitudes::add(const Number& number) {
  double& largest = largest_[static_cast<std::size_t>(number.measure)];
  if (std::isfinite(number.value)) largest = std::max(largest, std::abs(number.value));
}

ColumnWords::ColumnWords(const Table& table, std::size_t column) : head(table.columns[column].title) {
  bool differ = false;
  for (const std::vector<Cell>& row : table.rows) {
    const Number* number = std::get_if<Number>(&row[column].content);
    if (!number) continue;
    differ = differ || (has_numbers && measure != number->measure);
    has_numbers = true;
    measure = number->measure;
    magnitudes_.add(*number);
  }
  if (differ) measure.reset();
  if (measure) unit = words_of(*measure).shown;
  if (!unit.empty()) head += fmt::format(" ({})", unit);
}

std::string ColumnWords::text(const Cell& cell, int digits) const {
  return cell_text(cell, digits, !measure, magnitudes_);
}

std::string fact_text(const Cell& cell, int digits) { return cell_text(cell, digits, true, {}); }

bool is_left_out(const Table& table) {
  constexpr std::size_t most_rows = 200;
  return table.shown == 0 && table.rows.size() > most_rows;
}

bool goes_to_file(const Answer& answer, const Entry& entry) {
  return std::holds_alternative<Series>(entry) &&
         std::ranges::find(answer.files, key_of(entry), &AnswerFile::entry) != answer.files.end();
}

std::string verdict_line(const AnswerVerdict& verdict) {
  if (verdict.question.empty()) return verdict.text;
  return fmt::format("{}{} {}", verdict.question, verdict.question.ends_with('?') ? "" : ":", verdict.text);
}

std::optional<double> known(double value) {
  if (!std::isfinite(value)) return std::nullopt;
  return value == 0 ? 0.0 : value;
}

Table table_of_series(const Series& series) {
  Table table{series.key, series.title};
  std::size_t rows = 0;
  for (const Series::Line& line : series.lines) {
    table.columns.push_back({line.key, line.title});
    rows = std::max(rows, line.values.size());
  }
  for (std::size_t r = 0; r < rows; ++r) {
    std::vector<Cell>& cells = table.rows.emplace_back();
    for (const Series::Line& line : series.lines)
      cells.push_back(r < line.values.size() ? Cell(Number{line.values[r], line.measure}) : Cell());
  }
  return table;
}

namespace {

// Entries of a matrix are sums of products and solutions of equations.
constexpr double matrix_rounding = 1e-13;

// An entry that is a rounding error beside the largest of its row and column is 0.
std::vector<double> without_noise(const Matrix& matrix) {
  const std::size_t columns = matrix.columns.size();
  std::vector<double> values = matrix.values, row_most(matrix.rows.size(), 0), column_most(columns, 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    row_most[i / columns] = std::max(row_most[i / columns], std::abs(values[i]));
    column_most[i % columns] = std::max(column_most[i % columns], std::abs(values[i]));
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::abs(values[i]) < matrix_rounding * std::sqrt(row_most[i / columns] * column_most[i % columns]))
      values[i] = 0;
  return values;
}

}  // namespace

// The unit of a column stands behind its name, that of a row at its end.
Table table_of_matrix(const Matrix& matrix) {
  Table table{matrix.key, matrix.title};
  table.columns.push_back({"row", " "});
  for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
    const std::string& name = matrix.columns[c];
    const bool has_unit = c < matrix.column_units.size() && !matrix.column_units[c].empty();
    table.columns.push_back({name, has_unit ? fmt::format("{} ({})", name, matrix.column_units[c]) : name});
  }
  if (!matrix.row_units.empty()) table.columns.push_back({"unit", " "});
  const std::vector<double> values = without_noise(matrix);
  const double most =
      values.empty() ? 0 : std::abs(*std::ranges::max_element(values, {}, [](double v) { return std::abs(v); }));
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    std::vector<Cell> cells{matrix.rows[r]};
    bool any = matrix.idle_rows;
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      const double value = values[r * matrix.columns.size() + c];
      any = any || std::abs(value) > matrix_rounding * most;
      cells.emplace_back(Number{value});
    }
    if (!any) continue;
    if (!matrix.row_units.empty()) cells.emplace_back(matrix.row_units[r]);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace jourdain
