#include "jourdain/core/error.hpp"
#include "jourdain/io/csv.hpp"
#include "report/answer_parts.hpp"
#include "report/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

// Numbers with names of their own get a column each: "home_x".
struct CsvColumns {
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> names;  // by column of the table; empty: one column

  explicit CsvColumns(const Table& table) : names(table.columns.size()) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      for (const std::vector<Cell>& row : table.rows) {
        const auto* numbers = std::get_if<NamedNumbers>(&row[c].content);
        if (!numbers) continue;
        for (const NamedNumbers::Entry& entry : numbers->entries)
          if (std::ranges::find(names[c], entry.name) == names[c].end()) names[c].push_back(entry.name);
      }
      if (names[c].empty()) heads.push_back(table.columns[c].key);
      for (const std::string& name : names[c]) heads.push_back(table.columns[c].key + "_" + name);
    }
  }
};

void add_number(CsvWriter& csv, double value) {
  if (const std::optional<double> number = known(value)) {
    csv.add(*number);
  } else {
    csv.add_blank();
  }
}

void add_cell(CsvWriter& csv, const Content& content) {
  if (const auto* text = std::get_if<std::string>(&content)) {
    csv.add(std::string_view(*text));
  } else if (const auto* flag = std::get_if<bool>(&content)) {
    csv.add(std::string_view(*flag ? "yes" : "no"));
  } else if (const auto* number = std::get_if<Number>(&content)) {
    add_number(csv, number->value);
  } else {
    csv.add_blank();
  }
}

std::string table_csv_text(const Table& table) {
  const CsvColumns columns(table);
  CsvWriter csv(columns.heads);
  for (const std::vector<Cell>& row : table.rows) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (columns.names[c].empty()) add_cell(csv, row[c].content);
      const auto* numbers = std::get_if<NamedNumbers>(&row[c].content);
      for (const std::string& name : columns.names[c]) {
        const auto* entry =
            numbers ? std::to_address(std::ranges::find(numbers->entries, name, &NamedNumbers::Entry::name)) : nullptr;
        const bool there = numbers && entry != std::to_address(numbers->entries.end());
        add_number(csv, there ? entry->number.value : std::nan(""));
      }
    }
    csv.end_row();
  }
  return csv.take();
}

std::string series_csv_text(const Series& series) {
  std::vector<std::string> heads;
  std::size_t rows = 0;
  for (const Series::Line& line : series.lines) {
    heads.push_back(line.key);
    rows = std::max(rows, line.values.size());
  }
  CsvWriter csv(heads);
  for (std::size_t r = 0; r < rows; ++r) {
    for (const Series::Line& line : series.lines)
      add_number(csv, r < line.values.size() ? line.values[r] : std::nan(""));
    csv.end_row();
  }
  return csv.take();
}

std::string with_unit(const std::string& title, const std::string& unit) {
  return unit.empty() ? title : fmt::format("{} ({})", title, unit);
}

// Series over the same abscissae stand side by side; others follow with columns of their own, shorter ones end in
// blanks.
std::string plot_csv_text(const Plot& plot) {
  std::vector<std::string> heads;
  std::vector<const std::vector<double>*> columns, abscissae;
  std::size_t rows = 0;
  for (const PlotPanel& panel : plot.panels) {
    for (const PlotSeries& series : panel.series) {
      const std::vector<double>& x = series.x.empty() ? plot.x : series.x;
      const PlotAxis& across = panel.across ? *panel.across : plot.across;
      if (std::ranges::none_of(abscissae, [&](const auto* other) { return *other == x; })) {
        heads.push_back(with_unit(across.label, across.unit));
        columns.push_back(&x);
        abscissae.push_back(&x);
      }
      const std::string name =
          series.name.empty() ? panel.up.label : fmt::format("{}: {}", panel.up.label, series.name);
      heads.push_back(with_unit(name, panel.up.unit));
      columns.push_back(&series.y);
      rows = std::max({rows, x.size(), series.y.size()});
    }
  }
  CsvWriter csv(heads);
  for (std::size_t r = 0; r < rows; ++r) {
    for (const std::vector<double>* column : columns) add_number(csv, r < column->size() ? (*column)[r] : std::nan(""));
    csv.end_row();
  }
  return csv.take();
}

}  // namespace

std::string entry_csv(const Entry& entry) {
  if (const auto* table = std::get_if<Table>(&entry)) return table_csv_text(*table);
  if (const auto* series = std::get_if<Series>(&entry)) return series_csv_text(*series);
  const auto* picture = std::get_if<Picture>(&entry);
  if (const auto* plot = picture ? std::get_if<Plot>(&picture->data) : nullptr) return plot_csv_text(*plot);
  if (const auto* matrix = std::get_if<Matrix>(&entry)) return table_csv_text(table_of_matrix(*matrix));
  throw Error(ErrorKind::usage, fmt::format("'{}' has no columns: it cannot be written as CSV", key_of(entry)));
}

}  // namespace jourdain
