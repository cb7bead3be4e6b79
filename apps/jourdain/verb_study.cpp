// jourdain study.
#include "robot_text.hpp"

#include "experiments/study.hpp"
#include "io/atomic_file.hpp"
#include "jourdain/core/error.hpp"
#include "report/page_numbers.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace jourdain::cli {
namespace {

namespace fs = std::filesystem;

// A new folder, an empty one, or that of an earlier study. Throws Error.
std::string study_folder(const StudyVerbOptions& options, const Robot& robot) {
  std::string stem;
  for (const char c : robot.mechanism().name) stem += std::isalnum(static_cast<unsigned char>(c)) || c == '-' ? c : '_';
  const fs::path folder = options.out.empty() ? fs::path("study-" + stem) : fs::path(options.out);
  std::error_code failure;
  if (fs::exists(folder, failure) && !fs::is_directory(folder, failure))
    throw Error(ErrorKind::input, fmt::format("{}: is a file: expected a folder", folder.string()));
  const bool used = fs::exists(folder, failure) && !fs::is_empty(folder, failure);
  if (used && !fs::exists(folder / "numbers.json", failure))
    throw Error(ErrorKind::usage,
                fmt::format("{}: has files that are no study: give a new folder, --out DIR", folder.string()));
  return folder.string();
}

const char* sign_of(Tone tone) {
  return tone == Tone::good ? "+" : tone == Tone::caution ? "~" : tone == Tone::bad ? "-" : " ";
}

Colour colour_of(Tone tone) {
  return tone == Tone::good      ? Colour::good
         : tone == Tone::caution ? Colour::warn
         : tone == Tone::bad     ? Colour::bad
                                 : Colour::faint;
}

Json study_json(const Robot& robot, const Study& study, const std::string& report, const std::vector<FileText>& files) {
  Json json = answer("study", robot);
  json["ok"] = study.good();
  json["verdict"] = study.verdicts.model.text;
  constexpr const char* words[] = {"left out", "good", "caution", "bad"};
  const auto verdict = [&](const StudyVerdict& v) {
    return Json{{"outcome", words[static_cast<int>(v.tone)]}, {"text", v.text}, {"reasons", v.reasons}};
  };
  json["verdicts"] = {{"model", verdict(study.verdicts.model)},
                      {"motion", verdict(study.verdicts.motion)},
                      {"log", verdict(study.verdicts.log)}};
  for (const StudyStep& step : study.steps) {
    json["steps"].push_back({{"name", step.name},
                             {"outcome", words[static_cast<int>(step.tone)]},
                             {"result", step.result},
                             {"seconds", finite(step.seconds)}});
  }
  json["report"] = report;
  for (const FileText& file : files) json["files"].push_back(file.path);
  return json;
}

}  // namespace

int run_study(const StudyVerbOptions& options) {
  if (!options.map.empty() && options.log.empty()) throw Error(ErrorKind::usage, "--map goes with --log");
  const Robot robot = robot_of(options);
  warn_of_idle_spins(robot);
  StudyOptions asked;
  asked.motion = options.motion;
  asked.log = options.log;
  asked.map = options.map;
  asked.folder = study_folder(options, robot);
  asked.command = options.command;
  asked.seed = options.seed;
  Study study;
  {
    Progress progress("studying");
    asked.progress = [&](int step, int steps, const std::string& what) {
      progress.tell(fmt::format("{} of {}: {}", step, steps, what));
    };
    study = study_robot(robot, asked);
    progress.tell("writing the report");
  }
  const std::string report = (fs::path(asked.folder) / "report.html").string();
  std::vector<FileText> files = std::move(study.files);
  for (FileText& file : page_numbers(study.page, asked.folder)) files.push_back(std::move(file));
  files.push_back({report, page_html(study.page, {.scripts = !options.plain})});
  std::error_code failure;
  fs::create_directories(fs::path(asked.folder) / "c", failure);
  if (failure) throw Error(ErrorKind::input, fmt::format("{}: cannot be made: {}", asked.folder, failure.message()));
  write_together(files);
  const int exit = study.good() ? exit_ok : exit_bad_result;
  if (options.json) {
    print_json(study_json(robot, study, report, files));
    return exit;
  }
  const StudyVerdicts& v = study.verdicts;
  for (const StudyVerdict* verdict : {&v.model, &v.motion, &v.log}) {
    print_text("{} {}\n", paint(Stream::out, colour_of(verdict->tone), sign_of(verdict->tone)),
               paint(Stream::out, colour_of(verdict->tone), verdict->text));
  }
  print_text("\n");
  for (const StudyStep& step : study.steps) {
    const auto says = [&](const StudyVerdict& verdict) { return verdict.text == step.result; };
    if (says(v.model) || says(v.motion) || says(v.log)) continue;
    const bool left_out = step.tone == Tone::plain;
    print_text("{} {}{}\n", paint(Stream::out, colour_of(step.tone), sign_of(step.tone)),
               left_out ? fmt::format("{} left out: ", step.name) : "", step.result);
  }
  print_text("\nreport: {}\n", paint(Stream::out, Colour::bold, report));
  return exit;
}

}  // namespace jourdain::cli
