// What answers show of the rows.
#include "analyses/row_loop.hpp"
#include "analyses/row_run.hpp"
#include "analyses/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {
constexpr std::size_t line_place = static_cast<std::size_t>(-1);
}

void KeptRows::add_column(const RowColumn& column, std::size_t place) {
  series_.lines.push_back({column.name, column.name, column.measure});
  places_.push_back(place);
}

KeptRows::KeptRows(const RowQuestion& question) : question_(&question), width_(question.columns.size()) {
  for (std::size_t c = 0; c < width_; ++c) add_column(question.columns[c], c);
}

KeptRows::KeptRows(const RowQuestion& question, const StateRows& rows,
                   const std::vector<std::pair<RowColumn, std::size_t>>& more)
    : question_(&question), width_(question.columns.size()) {
  const RowColumn line{"line", Measure::count};
  if (rows.is_file() && !rows.has_time()) add_column(line, line_place);
  for (std::size_t c = 0; c < width_; ++c) add_column(question.columns[c], c);
  if (rows.is_file() && rows.has_time()) add_column(line, line_place);
  for (const auto& [column, place] : more)
    if (std::ranges::find(question.columns, column.name, &RowColumn::name) == question.columns.end())
      add_column(column, place);
}

void KeptRows::begin() {
  for (Series::Line& line : series_.lines) line.values.clear();
}

void KeptRows::add(const AnsweredRow& row) {
  if (!question_->out.empty()) return;
  for (std::size_t line = 0; line < question_->lines; ++line)
    for (std::size_t c = 0; c < places_.size(); ++c)
      series_.lines[c].values.push_back(places_[c] == line_place
                                            ? row.motion.lines()[row.row]
                                            : row.numbers[places_[c] + (places_[c] < width_ ? line * width_ : 0)]);
}

void KeptRows::fill(Answer& answer) const {
  if (question_->out.empty()) {
    answer.add(series_);
    return;
  }
  answer.files.push_back({question_->out, {}, true});
  const auto words = [](const RowColumn& column) { return words_of(column.measure); };
  answer
      .add(table_of<RowColumn>(
          "columns", "", question_->columns,
          {{"name", "column", [](const RowColumn& column) { return Cell(column.name); }},
           {"quantity", "quantity", [&](const RowColumn& column) { return Cell(std::string(words(column).word)); }},
           {"unit", "unit", [&](const RowColumn& column) { return Cell(std::string(words(column).unit)); }}}))
      .shown = 0;
}

void PictureRows::add(std::optional<double> time, const double* values) {
  constexpr std::size_t most = 40000;
  if (row_++ % step_ != 0) return;
  x.push_back(time.value_or(static_cast<double>(row_)));
  for (std::size_t k = 0; k < y.size(); ++k) y[k].push_back(values[k]);
  if (x.size() < most) return;
  step_ *= 2;
  const auto halve = [](std::vector<double>& list) {
    for (std::size_t i = 0; i < list.size() / 2; ++i) list[i] = list[2 * i];
    list.resize(list.size() / 2);
  };
  halve(x);
  std::ranges::for_each(y, halve);
}

void add_counts(const MotionArguments& arguments, const RowTotals& totals, Facts& facts) {
  facts.facts.push_back({"states", "states", count_of(totals.rows)});
  if (arguments.skip_bad)
    facts.facts.push_back(
        {"skipped", "left out", {count_of(totals.bad.size()), totals.bad.empty() ? Tone::plain : Tone::caution}});
  if (!totals.path) return;
  facts.facts.push_back(
      {"smallest_type1", "smallest type-1 distance", Number{totals.path->smallest_type1}, "0: a leg cannot follow"});
  facts.facts.push_back({"smallest_type2", "smallest type-2 distance", Number{totals.path->smallest_type2},
                         "0: the motors lose control"});
  facts.facts.push_back({"examined_pairs", "pairs of rows that were examined", count_of(totals.path->examined)});
}

bool warn_of_limits(const Robot& robot, const RowTotals& totals, Warnings& warnings) {
  if (totals.beyond == 0) return false;
  warnings.push_back(beyond_text(robot, totals.limit_place, totals.limit, totals.beyond));
  return true;
}

bool PathSummary::warn(Warnings& warnings) const {
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(events.size(), most); ++i) {
    const PathEvent& event = events[i].event;
    const std::string after =
        event.fraction > 0 ? fmt::format(", {:.0f}% of the way to the next row", 100 * event.fraction) : "";
    warnings.push_back(fmt::format("{}{}{}: {}", events[i].place, to_string(event.kind), after, event.message));
  }
  if (events.size() > most) warnings.push_back(fmt::format("and {} more places like these", events.size() - most));
  return std::ranges::any_of(events, [](const Event& e) { return e.event.kind != PathEventKind::near_singularity; });
}

Table events_table(const PathSummary& path) {
  using Event = PathSummary::Event;
  return table_of<Event>("path", "Between the rows", path.events,
                         {{"kind", "what", [](const Event& e) { return Cell(std::string(to_string(e.event.kind))); }},
                          {"row", "after row", [](const Event& e) { return count_of(e.event.sample); }},
                          {"fraction", "of the way to the next",
                           [](const Event& e) { return measured(e.event.fraction, Measure::share); }},
                          {"value", "value", [](const Event& e) { return Cell(Number{e.event.value}); }},
                          {"message", "", [](const Event& e) { return Cell(e.event.message); }}});
}

}  // namespace jourdain
