#include "analyses/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// What one run gave.
struct SweepRow {
  std::vector<KeyNumber> numbers;
  std::string trouble;  // why it is bad, or has no answer
  bool has_answer = true;
};

// The numbers of one key in all runs.
struct SweepColumn {
  KeyNumber first;
  std::vector<double> values;  // one per run, NaN where there is none
};

std::vector<SweepColumn> columns_of(const std::vector<SweepRow>& rows) {
  std::vector<SweepColumn> columns;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (const KeyNumber& number : rows[k].numbers) {
      auto column = std::ranges::find(columns, number.key, [](const SweepColumn& c) { return c.first.key; });
      if (column == columns.end())
        column = columns.insert(column, {number, std::vector<double>(rows.size(), std::nan(""))});
      column->values[k] = number.number.value;
    }
  }
  // What is zero all along, as shares of limits that the model does not have, tells nothing beside other numbers.
  const auto is_nothing = [](const SweepColumn& c) {
    return std::ranges::none_of(c.values, [](double value) { return std::isfinite(value) && value != 0; });
  };
  if (!std::ranges::all_of(columns, is_nothing)) std::erase_if(columns, is_nothing);
  return columns;
}

Table table_of_runs(const SweepRange& range, const std::vector<SweepRow>& rows,
                    const std::vector<SweepColumn>& columns) {
  Table table{"runs", ""};
  table.columns.push_back({"value", range.unit.empty() ? range.name : fmt::format("{} ({})", range.name, range.unit)});
  for (const SweepColumn& column : columns) {
    const KeyNumber& number = column.first;
    table.columns.push_back({number.key, number.name.empty() ? number.group : number.group + " " + number.name});
  }
  table.columns.push_back({"trouble", "trouble"});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    // In the unit that the user wrote, which its column names.
    std::vector<Cell>& cells = table.rows.emplace_back(std::vector<Cell>{Number{range.values[k]}});
    for (const SweepColumn& column : columns)
      cells.push_back(std::isfinite(column.values[k]) ? Cell(Number{column.values[k], column.first.number.measure})
                                                      : Cell());
    cells.push_back(rows[k].trouble.empty() ? Cell() : Cell(rows[k].trouble, Tone::bad));
  }
  const double step = range.values[1] - range.values[0];
  if (std::abs(range.values.back() - range.to) > 1e-6 * std::abs(step))
    table.note =
        fmt::format("the steps end at {}, before {:.12g}", range.value_text(range.values.size() - 1), range.to);
  return table;
}

Plot plot_of_runs(const std::string& title, const SweepRange& range, const std::vector<SweepColumn>& columns) {
  Plot plot;
  plot.title = title;
  plot.subtitle = fmt::format("{} from {} to {}, {} values", range.name, range.value_text(0),
                              range.value_text(range.values.size() - 1), range.values.size());
  plot.across = {range.name, range.unit, {}, {}};
  plot.x = range.values;
  for (const SweepColumn& column : columns) {
    const MeasureWords& words = words_of(column.first.number.measure);
    const auto same = [&](const PlotPanel& p) { return p.up.label == column.first.group && p.up.unit == words.shown; };
    auto panel = std::ranges::find_if(plot.panels, same);
    if (panel == plot.panels.end()) {
      plot.panels.emplace_back().up = {column.first.group, std::string(words.shown), {}, {}};
      panel = plot.panels.end() - 1;
    }
    std::vector<double> shown = column.values;
    for (double& value : shown) value *= words.scale;
    panel->series.push_back({column.first.name, {}, std::move(shown), PlotStyle::marked, -1});
  }
  return plot;
}

// Each run would write the same file.
void refuse_files(Question& question) {
  OptionList list;
  question.show(list);
  for (const ShownOption& shown : list.options)
    if (shown.kind == ShownOption::Kind::file && shown.role != FileRole::input &&
        shown.role != FileRole::input_or_text && !shown.standard.empty())
      throw Error(ErrorKind::usage, fmt::format("--{} goes without a sweep: --json has its table, --plot its picture",
                                                shown.option.name));
}

}  // namespace

Answer sweep(const Analysis& analysis, Question& question, const std::string& file, const ModelChanges& changes,
             const SweepRange& range, const Job& job) {
  if (!analysis.has_key_numbers)
    throw Error(ErrorKind::usage,
                fmt::format("--set: {} has no numbers to compare over a range: give one value", analysis.name));
  refuse_files(question);
  std::vector<SweepRow> rows;
  std::optional<Error> failure;
  Answer all;
  all.key = analysis.name;
  std::vector<std::string> warnings;
  for (std::size_t k = 0; k < range.values.size(); ++k) {
    stop_if_cancelled(job);
    job.tell(fmt::format("{} = {}", range.name, range.value_text(k)));
    job.advance(static_cast<double>(k) / static_cast<double>(range.values.size()));
    SweepRow& row = rows.emplace_back();
    try {
      Job inner;
      inner.cancelled = job.cancelled;
      const Answer one = ask(analysis, question, Subject(file, range.changes_at(k, changes)), inner);
      if (one.failure) throw Error(*one.failure);
      if (!one.files.empty())
        throw Error(ErrorKind::usage,
                    fmt::format("'{}' goes without a sweep, whose table and picture are files of their own: leave it "
                                "out",
                                one.files.front().path));
      row.numbers = one.key_numbers;
      if (!one.good()) row.trouble = one.verdict.text.empty() ? "bad result" : one.verdict.text;
      all.model = one.model;
      for (const std::string& text : one.warnings)
        warnings.push_back(fmt::format("{} = {}: {}", range.name, range.value_text(k), text));
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::usage) throw;
      const std::string text = error.what();
      row.trouble = text.substr(0, text.find('\n'));
      row.has_answer = false;
      if (!failure) failure = error;
    }
  }
  if (std::ranges::none_of(rows, &SweepRow::has_answer)) throw Error(*failure);
  if (!warnings.empty())
    all.warnings.push_back(warnings.front() +
                           (warnings.size() > 1 ? fmt::format("; and {} more warnings", warnings.size() - 1) : ""));
  const std::vector<SweepColumn> columns = columns_of(rows);
  if (columns.empty())
    throw Error(ErrorKind::usage, fmt::format("--set: {} has no numbers to compare with these options", analysis.name));
  all.title = fmt::format("{}: {} over {}", all.model, analysis.name, range.name);
  const auto bad = std::ranges::count_if(rows, [](const SweepRow& row) { return !row.trouble.empty(); });
  if (bad > 0) all.verdict = {Tone::bad, fmt::format("{} of {} values are bad or have no answer", bad, rows.size())};
  all.add(table_of_runs(range, rows, columns));
  all.add(Picture{"plot", all.title, plot_of_runs(all.title, range, columns)});
  return all;
}

}  // namespace jourdain
