#include "identification/verdict/log_answer.hpp"

#include <fmt/format.h>

#include <map>

namespace jourdain {
namespace {

constexpr std::size_t shown_findings = 5;  // of a kind, among the warnings

// "run.csv: text, ',' between columns; 1501 rows, 1439 samples at 250 Hz; rates and accelerations of the log".
std::string log_words(const LogSummary& log) {
  std::string text =
      fmt::format("{}: {}; {} rows, {} samples at {:.6g} Hz", log.name, log.format, log.rows, log.samples, log.rate);
  if (log.stretches > 1) text += fmt::format(" in {} stretches", log.stretches);
  if (!log.derived) return text + "; rates and accelerations of the log";
  return text + fmt::format("; rates and accelerations derived{}, bandwidth {:.4g} Hz",
                            log.smoothing == Smoothing::spline ? " by a smoothing spline" : "", log.bandwidth);
}

Facts log_facts(const LogSummary& log, const LogCheck& check) {
  const auto if_derived = [&](Cell cell) { return log.derived ? std::move(cell) : Cell(); };
  return {"log",
          "",
          {{"path", "file", log.name},
           {"format", "format", log.format},
           {"rows", "rows", count_of(log.rows)},
           {"samples", "samples", count_of(log.samples)},
           {"filled", "with an interpolated cell", count_of(log.filled)},
           {"stretches", "stretches without gaps", count_of(log.stretches)},
           {"rate", "rate", Number{log.rate, Measure::frequency}},
           {"jitter", "jitter of the steps", Number{log.jitter, Measure::share}},
           {"resampled", "resampled", log.resampled},
           {"duration", "duration", Number{log.duration, Measure::time}},
           {"position_noise", "noise of the positions over their range", Number{log.position_noise}},
           {"time_unit", "unit of time", log.time_unit},
           {"derived", "rates and accelerations derived", log.derived},
           {"bandwidth", "bandwidth", if_derived(Number{log.bandwidth, Measure::frequency})},
           {"smoothing", "by", if_derived(std::string(to_string(log.smoothing)))},
           {"model_error", "error of the model's forces", Number{check.error}}}};
}

}  // namespace

Table suspicions_table(const std::vector<LogSuspicion>& suspicions) {
  return table_of<LogSuspicion>("suspicions", "Suspicions", suspicions,
                                {{"kind", "kind", [](const auto& s) { return Cell(s.kind); }},
                                 {"message", "what it looks like", [](const auto& s) { return Cell(s.message); }},
                                 {"error", "error as it is", [](const auto& s) { return Cell(Number{s.error}); }},
                                 {"corrected", "put right", [](const auto& s) { return Cell(Number{s.corrected}); }}});
}

Answer log_answer(const std::string& key, const std::string& title, const LogSummary& log, const LogCheck& check) {
  Answer answer;
  answer.key = key;
  answer.title = title;
  answer.subtitle = log_words(log);
  answer.folded = true;
  answer.add(log_facts(log, check));
  answer.add(table_of<Channel>("channels", "Channels", log.channels,
                               {{"kind", "kind", [](const auto& c) { return Cell(std::string(to_string(c.kind))); }},
                                {"index", "index", [](const auto& c) { return count_of(c.index + 1); }},
                                {"column", "column", [](const auto& c) { return Cell(c.name); }},
                                {"unit", "unit", [](const auto& c) { return Cell(c.unit.empty() ? "SI" : c.unit); }},
                                {"factor", "factor", [](const auto& c) { return Cell(Number{c.factor}); }},
                                {"offset", "offset", [](const auto& c) { return Cell(Number{c.offset}); }}}));
  answer.add(table_of<LogFinding>(
      "findings", "What was found and done", log.findings,
      {{"row", "row", [](const auto& f) { return f.row > 0 ? count_of(f.row) : Cell(); }},
       {"column", "column", [](const auto& f) { return f.column.empty() ? Cell() : Cell(f.column); }},
       {"kind", "kind", [](const auto& f) { return Cell(f.kind); }},
       {"message", "what was found and done", [](const auto& f) { return Cell(f.message); }}}));
  using Count = std::pair<std::string, long>;
  answer.add(table_of<Count>("counts", "How often", std::vector<Count>(log.counts.begin(), log.counts.end()),
                             {{"kind", "kind", [](const Count& c) { return Cell(c.first); }},
                              {"count", "count", [](const Count& c) { return count_of(c.second); }}}));
  answer.add(suspicions_table(check.suspicions));
  return answer;
}

Answer refit_answer(const Robot& robot, const LogRefit& refit) {
  const auto name = [&](std::size_t motor) { return robot.mechanism().joints[robot.motor_joints()[motor]].name; };
  Answer answer;
  answer.key = "refit";
  answer.title = "The log fitted anew";
  answer.folded = true;
  answer.add(Facts{"refit", "", {{"residual", "residual over the forces", Number{refit.residual}}}});
  const auto seconds = [](double value) { return measured(value, Measure::time); };
  answer.add(table_of<MotorClock>(
      "clocks", "When forces were measured", refit.clocks,
      {{"motor", "motor",
        [&](const auto& c) { return Cell(name(static_cast<std::size_t>(&c - refit.clocks.data()))); }},
       {"delay", "delay", [&](const auto& c) { return seconds(c.delay); }},
       {"deviation", "deviation", [&](const auto& c) { return seconds(c.deviation); }},
       {"lag", "lag", [&](const auto& c) { return seconds(c.lag); }},
       {"gain", "takes from the residual", [](const auto& c) { return Cell(Number{c.gain}); }},
       {"told", "told", [](const auto& c) { return Cell(c.told); }}}));
  answer.add(table_of<int>("mirrored", "Motors with the other sign", refit.mirrored,
                           {{"motor", "motor", [&](int k) { return Cell(name(static_cast<std::size_t>(k))); }}}));
  answer.add(suspicions_table(refit.suspicions));
  return answer;
}

void warn_of_log(const LogSummary& log, const LogCheck& check, std::vector<std::string>& warnings) {
  std::map<std::string, std::size_t> told;
  for (const LogFinding& f : log.findings) {
    if (++told[f.kind] > shown_findings) continue;
    const std::string row = f.row > 0 ? fmt::format(":{}", f.row) : "";
    const std::string column = f.column.empty() ? "" : fmt::format(": column '{}'", f.column);
    warnings.push_back(fmt::format("{}{}{}: {}: {}", log.name, row, column, f.kind, f.message));
  }
  for (const auto& [kind, count] : log.counts)
    if (count > static_cast<long>(shown_findings))
      warnings.push_back(fmt::format("{}: {}: {} in all", log.name, kind, count));
  if (!check.looked)
    warnings.push_back(
        fmt::format("{}: order, signs and units of the channels are not checked: the robot has more motors than "
                    "freedoms, and how they share their load is not known",
                    log.name));
  for (const LogSuspicion& s : check.suspicions)
    warnings.push_back(fmt::format("{}: {}: {}", log.name, s.kind, s.message));
}

}  // namespace jourdain
