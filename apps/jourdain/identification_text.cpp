#include "identification_text.hpp"

#include "analyses/arguments.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace jourdain::cli {
namespace {

constexpr std::size_t shown_findings = 5;

double frequency(const std::string& option, const std::string& text, bool oscillates) {
  if (text.empty()) return 0;
  const Dimension hertz{.time = -1};
  const double value = oscillates ? oscillation(option, text, hertz) : quantity(option, text, hertz);
  if (!(value > 0)) throw Error(ErrorKind::usage, fmt::format("{}: expected a positive frequency", option));
  return value;
}

}  // namespace

void set_log_options(const LogArguments& arguments, IdentifyOptions& options) {
  if (!arguments.map.empty()) options.log.map = read_log_map(arguments.map);
  options.log.bandwidth = frequency("--bandwidth", arguments.bandwidth, true);
  options.log.smoothing = arguments.smoothing == "spline" ? Smoothing::spline : Smoothing::filter;
  options.log.rate = frequency("--rate", arguments.rate, false);
  options.average = arguments.average;
  if (!arguments.period.empty()) {
    options.period = quantity("--period", arguments.period, Dimension{.time = 1});
    if (!(options.period > 0)) throw Error(ErrorKind::usage, "--period: expected a positive time");
  }
  options.trust_log = arguments.trust_log;
  if (arguments.every_residual) options.most_residuals = 0;
}

std::vector<std::string> driving_names(const Robot& robot) {
  std::vector<std::string> names;
  for (const int i : driving_actuators(robot)) names.push_back(motor_names(robot)[static_cast<std::size_t>(i)]);
  return names;
}

Json log_json(const std::string& path, const LogSummary& log, const LogCheck& check) {
  Json json{{"path", path},
            {"format", log.format},
            {"rows", log.rows},
            {"samples", log.samples},
            {"filled", log.filled},
            {"stretches", log.stretches},
            {"rate", finite(log.rate)},
            {"jitter", finite(log.jitter)},
            {"resampled", log.resampled},
            {"duration", finite(log.duration)},
            {"position_noise", finite(log.position_noise)},
            {"time_unit", log.time_unit},
            {"derived", log.derived},
            {"bandwidth", log.derived ? finite(log.bandwidth) : Json(nullptr)},
            {"smoothing", log.derived ? Json(to_string(log.smoothing)) : Json(nullptr)}};
  json["channels"] = Json::array();
  for (const Channel& c : log.channels)
    json["channels"].push_back({{"kind", to_string(c.kind)},
                                {"index", c.index + 1},
                                {"column", c.name},
                                {"unit", c.unit.empty() ? Json("SI") : Json(c.unit)},
                                {"factor", c.factor},
                                {"offset", c.offset}});
  json["findings"] = Json::array();
  for (const LogFinding& f : log.findings)
    json["findings"].push_back({{"kind", f.kind},
                                {"row", f.row > 0 ? Json(f.row) : Json(nullptr)},
                                {"column", f.column.empty() ? Json(nullptr) : Json(f.column)},
                                {"message", f.message}});
  json["counts"] = Json::object();
  for (const auto& [kind, count] : log.counts) json["counts"][kind] = count;
  json["model_error"] = finite(check.error);
  json["suspicions"] = Json::array();
  for (const LogSuspicion& s : check.suspicions)
    json["suspicions"].push_back(
        {{"kind", s.kind}, {"message", s.message}, {"error", finite(s.error)}, {"corrected", finite(s.corrected)}});
  return json;
}

Json refit_json(const Robot& robot, const LogRefit& refit) {
  if (!refit.looked) return nullptr;
  Json json{{"residual", finite(refit.residual)}, {"clocks", Json::array()}, {"mirrored", Json::array()}};
  const std::vector<std::string> names = motor_names(robot);
  for (std::size_t k = 0; k < refit.clocks.size(); ++k) {
    const MotorClock& c = refit.clocks[k];
    json["clocks"].push_back({{"motor", names[k]},
                              {"delay", finite(c.delay)},
                              {"deviation", finite(c.deviation)},
                              {"lag", finite(c.lag)},
                              {"gain", finite(c.gain)},
                              {"told", c.told}});
  }
  for (const int k : refit.mirrored) json["mirrored"].push_back(names[static_cast<std::size_t>(k)]);
  json["suspicions"] = Json::array();
  for (const LogSuspicion& s : refit.suspicions)
    json["suspicions"].push_back(
        {{"kind", s.kind}, {"message", s.message}, {"error", finite(s.error)}, {"corrected", finite(s.corrected)}});
  return json;
}

Json residual_json(const Robot& robot, const ResidualReport& report) {
  Json json = Json::array();
  const std::vector<std::string> names = driving_names(robot);
  for (std::size_t k = 0; k < report.motors.size(); ++k) {
    const MotorResidual& m = report.motors[k];
    json.push_back({{"motor", names[k]},
                    {"rms", finite(m.rms)},
                    {"largest", finite(m.largest)},
                    {"largest_row", m.largest_row},
                    {"measured_rms", finite(m.measured_rms)},
                    {"measured_range", finite(m.measured_range)},
                    {"explained", finite(m.explained)},
                    {"kurtosis", finite(m.kurtosis)},
                    {"rejected", finite(m.rejected)},
                    {"agreement", finite(m.agreement)},
                    {"correlation", finite(m.correlation)},
                    {"correlation_time", finite(m.correlation_time)},
                    {"white", finite(m.white)}});
  }
  return json;
}

void print_log(const std::string& path, const LogSummary& log) {
  print_text("  {}: {}; {} rows, {} samples at {:.6g} Hz", path, log.format, log.rows, log.samples, log.rate);
  if (log.stretches > 1) print_text(" in {} stretches", log.stretches);
  if (log.derived)
    print_text("; rates and accelerations derived{}, bandwidth {:.4g} Hz",
               log.smoothing == Smoothing::spline ? " by a smoothing spline" : "", log.bandwidth);
  else
    print_text("; rates and accelerations of the log");
  print_text("\n");
}

void warn_of_log(const std::string& path, const LogSummary& log, const LogCheck& check) {
  std::map<std::string, std::size_t> told;
  for (const LogFinding& f : log.findings) {
    std::size_t& count = told[f.kind];
    if (++count > shown_findings) continue;
    std::string where = f.row > 0 ? fmt::format(":{}", f.row) : "";
    if (!f.column.empty()) where += fmt::format(": column '{}'", f.column);
    warn(fmt::format("{}{}: {}: {}", path, where, f.kind, f.message));
  }
  for (const auto& [kind, count] : log.counts) {
    if (count > static_cast<long>(shown_findings)) warn(fmt::format("{}: {}: {} in all", path, kind, count));
  }
  if (!check.looked)
    warn(
        fmt::format("{}: order, signs and units of the channels are not checked: the robot has more motors than "
                    "freedoms, and how they share their load is not known",
                    path));
  for (const LogSuspicion& s : check.suspicions) warn(fmt::format("{}: {}: {}", path, s.kind, s.message));
}

void print_residuals(const Robot& robot, const Numbers& number, const ResidualReport& report) {
  Table table(
      {"motor", ">measured RMS", ">residual RMS", "", ">of range", ">explained", ">largest", ">at row", "residual"});
  const std::vector<std::string> names = driving_names(robot);
  const std::vector<int>& driving = driving_actuators(robot);
  for (std::size_t k = 0; k < report.motors.size(); ++k) {
    const MotorResidual& m = report.motors[k];
    table.add({names[k], number(m.measured_rms), number(m.rms), force_unit(robot, driving[k]),
               fmt::format("{:.2g} %", m.measured_range > 0 ? 100 * m.rms / m.measured_range : 0),
               fmt::format("{:.2f} %", 100 * m.explained), number(m.largest), fmt::format("{}", m.largest_row),
               m.white >= 0.01            ? "white"
               : m.correlation_time < 1.5 ? "slightly correlated"
                                          : fmt::format("correlated over {:.0f}", std::ceil(m.correlation_time))});
  }
  table.print();
  if (report.equations == IdentifyOptions{}.most_residuals)
    print_text("  of the first {} equations; --every-residual studies all\n", report.equations);
}

std::unique_ptr<OutputFolder> open_run_folder(const std::string& out, bool force) {
  if (out.empty()) return nullptr;
  auto folder = std::make_unique<OutputFolder>(out);
  namespace fs = std::filesystem;
  std::error_code failure;
  const bool used = fs::exists(out, failure) && !fs::is_empty(out, failure);
  const bool run = fs::exists(fs::path(out) / "result.json", failure);
  if (used && !run) throw Error(ErrorKind::usage, fmt::format("{}: has files that are no run: give a new folder", out));
  if (used && !force)
    throw Error(ErrorKind::usage, fmt::format("{}: holds an earlier run: give another folder, or --force", out));
  folder->check({"result.json", "model.yaml", "map.yaml", "identified.yaml", "forces.csv", "history.csv",
                 "rehearsal.csv", "report.html"});
  return folder;
}

ForceRecord::ForceRecord(const Robot& robot, const std::string& path)
    : file_(path), motors_(static_cast<int>(driving_actuators(robot).size())) {
  std::string header = "t,row";
  for (const std::string& name : driving_names(robot)) header += fmt::format(",{}:measured,{}:predicted", name, name);
  file_.write(header + "\n");
}

void ForceRecord::add(const Equation& equation, const VectorX& predicted) {
  if (++rows_ > most_rows) return;
  std::string line = fmt::format("{},{}", equation.time, equation.row);
  for (int k = 0; k < motors_; ++k) line += fmt::format(",{},{}", equation.b[k], predicted[k]);
  file_.write(line + "\n");
}

void ForceRecord::commit() { file_.commit(); }

}  // namespace jourdain::cli
