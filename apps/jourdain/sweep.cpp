#include "sweep.hpp"

#include "analyses/arguments.hpp"
#include "key_numbers.hpp"

#include "io/atomic_file.hpp"
#include "jourdain/core/error.hpp"
#include "report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain::cli {
namespace {

[[noreturn]] void refuse_sweep(const std::string& message) { throw Error(ErrorKind::usage, "--set: " + message); }

// What one run gave.
struct SweepRun {
  double value = 0;
  std::vector<KeyNumber> numbers;
  int code = 0;
  std::string error;  // why there is no answer
};

// The numbers of a group, name and unit in all runs.
struct Column {
  std::string group, name, unit;
  std::vector<double> values;  // one per run, NaN where there is none

  std::string heading() const {
    const std::string text = name.empty() ? group : fmt::format("{} {}", group, name);
    return unit.empty() ? text : fmt::format("{} ({})", text, unit);
  }
};

std::vector<Column> columns_of(const std::vector<SweepRun>& runs) {
  std::vector<Column> columns;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    for (const KeyNumber& number : runs[k].numbers) {
      const auto same = [&](const Column& c) {
        return c.group == number.group && c.name == number.name && c.unit == number.unit;
      };
      auto column = std::ranges::find_if(columns, same);
      if (column == columns.end()) {
        columns.push_back({number.group, number.name, number.unit, std::vector<double>(runs.size(), std::nan(""))});
        column = columns.end() - 1;
      }
      column->values[k] = number.value;
    }
  }
  // What is zero all along, as shares of limits that the model does not have, tells nothing beside other numbers.
  const auto is_nothing = [](const Column& c) {
    return std::ranges::none_of(c.values, [](double value) { return std::isfinite(value) && value != 0; });
  };
  if (!std::ranges::all_of(columns, is_nothing)) std::erase_if(columns, is_nothing);
  return columns;
}

std::string sweep_svg(const std::string& verb, const std::string& model, const SweepRange& sweep,
                      const std::vector<Column>& columns) {
  Plot plot;
  plot.title = fmt::format("{}: {} over {}", model, verb, sweep.name);
  plot.subtitle = fmt::format("{} from {} to {}, {} values", sweep.name, sweep.value_text(0),
                              sweep.value_text(sweep.values.size() - 1), sweep.values.size());
  plot.across = {sweep.name, sweep.unit, {}, {}};
  plot.x = sweep.values;
  for (const Column& column : columns) {
    const auto same = [&](const PlotPanel& p) { return p.up.label == column.group && p.up.unit == column.unit; };
    auto panel = std::ranges::find_if(plot.panels, same);
    if (panel == plot.panels.end()) {
      plot.panels.emplace_back().up = {column.group, column.unit, {}, {}};
      panel = plot.panels.end() - 1;
    }
    panel->series.push_back({column.name, {}, column.values, PlotStyle::marked, -1});
  }
  return plot_svg(plot);
}

void print_sweep(const std::string& verb, const std::string& model, const SweepRange& sweep,
                 const std::vector<SweepRun>& runs, const std::vector<Column>& columns, const Common& common) {
  const Numbers number{std::min(common.digits, 5)};
  print_text("{}\n\n", paint(Stream::out, Colour::bold, fmt::format("{}: {} over {}", model, verb, sweep.name)));
  std::vector<std::string> names{sweep.unit.empty() ? ">" + sweep.name
                                                    : fmt::format(">{} ({})", sweep.name, sweep.unit)};
  for (const Column& column : columns) names.push_back(">" + column.heading());
  names.emplace_back("");
  Table table(names);
  for (std::size_t k = 0; k < runs.size(); ++k) {
    std::vector<std::string> cells{number(sweep.values[k])};
    for (const Column& column : columns)
      cells.push_back(std::isfinite(column.values[k]) ? number(column.values[k]) : "");
    cells.push_back(!runs[k].error.empty() ? runs[k].error : runs[k].code != 0 ? "bad result" : "");
    table.add(cells);
  }
  table.print();
  const double step = sweep.values[1] - sweep.values[0];
  if (std::abs(sweep.values.back() - sweep.to) > 1e-6 * std::abs(step))
    print_text("\n  the steps end at {}, before {}\n", sweep.value_text(sweep.values.size() - 1), number(sweep.to));
  if (!common.plot.empty()) print_text("\nwritten: {}\n", common.plot);
}

Json sweep_json(const std::string& verb, const std::string& model, const SweepRange& sweep,
                const std::vector<SweepRun>& runs, const Common& common, bool good) {
  Json json{{"jourdain", version()}, {"verb", verb}, {"model", model}, {"ok", good}};
  json["sweep"] = {{"name", sweep.name}, {"unit", sweep.unit}, {"runs", Json::array()}};
  for (const SweepRun& run : runs) {
    Json entry{{"value", finite(run.value)}, {"ok", run.error.empty() && run.code == 0}};
    entry["error"] = run.error.empty() ? Json(nullptr) : Json(run.error);
    entry["numbers"] = Json::array();
    for (const KeyNumber& number : run.numbers) {
      entry["numbers"].push_back(
          {{"group", number.group}, {"name", number.name}, {"unit", number.unit}, {"value", finite(number.value)}});
    }
    json["sweep"]["runs"].push_back(std::move(entry));
  }
  json["plot"] = common.plot.empty() ? Json(nullptr) : Json(common.plot);
  return json;
}

// The first line of an error, without advice.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

int run_sweep(const std::string& verb, const SweepRange& sweep, Common& common, const std::function<int()>& action) {
  const std::vector<std::string> verbs = verbs_with_key_numbers();
  if (std::ranges::find(verbs, verb) == verbs.end())
    refuse_sweep(fmt::format("{} has no numbers to compare over a range: give one value", verb));
  const Common given = common;
  common.json = true;
  common.plot.clear();
  std::vector<SweepRun> runs;
  std::optional<Error> failure;
  std::string model;
  std::vector<std::string> warnings;
  {
    Progress progress(fmt::format("{} values of {}", sweep.values.size(), sweep.name));
    for (std::size_t k = 0; k < sweep.values.size(); ++k) {
      progress.tell(fmt::format("{} = {}", sweep.name, sweep.value_text(k)));
      progress.advance(static_cast<double>(k) / static_cast<double>(sweep.values.size()));
      static_cast<ModelChanges&>(common) = sweep.changes_at(k, given);
      SweepRun run{sweep.values[k], {}, 0, {}};
      CapturedAnswer answer;
      try {
        run.code = action();
        run.numbers = key_numbers(verb, answer.json());
        model = answer.json().value("model", model);
      } catch (const Error& error) {
        if (error.kind() == ErrorKind::usage) throw;
        run.error = first_line(error.what());
        if (!failure) failure = error;
      }
      for (const std::string& text : answer.warnings())
        warnings.push_back(fmt::format("{} = {}: {}", sweep.name, sweep.value_text(k), text));
      runs.push_back(std::move(run));
    }
  }
  common = given;
  if (std::ranges::all_of(runs, [](const SweepRun& run) { return !run.error.empty(); })) throw Error(*failure);
  if (!warnings.empty())
    warn(warnings.front() + (warnings.size() > 1 ? fmt::format("; and {} more warnings", warnings.size() - 1) : ""));
  const std::vector<Column> columns = columns_of(runs);
  if (columns.empty()) refuse_sweep(fmt::format("{} has no numbers to compare with these options", verb));
  if (!given.plot.empty()) write_atomically(given.plot, sweep_svg(verb, model, sweep, columns));
  const bool good = std::ranges::all_of(runs, [](const SweepRun& run) { return run.error.empty() && run.code == 0; });
  if (given.json) {
    print_json(sweep_json(verb, model, sweep, runs, given, good));
  } else {
    print_sweep(verb, model, sweep, runs, columns, given);
  }
  return good ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
