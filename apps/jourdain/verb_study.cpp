// jourdain study.
#include "robot_text.hpp"

#include "experiments/study.hpp"
#include "io/atomic_file.hpp"
#include "io/output_folder.hpp"
#include "jourdain/core/error.hpp"
#include "report/page_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace jourdain::cli {
namespace {

namespace fs = std::filesystem;

// The name of a new folder, an empty one, or that of an earlier study. Throws Error.
std::string study_folder(const StudyVerbOptions& options, const Robot& robot) {
  std::string stem;
  for (const char c : robot.mechanism().name) stem += std::isalnum(static_cast<unsigned char>(c)) || c == '-' ? c : '_';
  const fs::path folder = options.out.empty() ? fs::path("study-" + stem) : fs::path(options.out);
  std::error_code failure;
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

Json study_json(const Robot& robot, const Study& study, const std::string& report,
                const std::vector<std::string>& files) {
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
  json["files"] = files;
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
  OutputFolder folder(study_folder(options, robot));
  // As many of its files as are known now; the others are looked at in the end.
  folder.check({"model.yaml", "report.html", "numbers.json", "excitation.yaml", "identified.yaml", "workspace.csv",
                "measurement.csv", "validation.csv"});
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
  const std::string report = folder.final_path("report.html");
  std::vector<std::string> files;
  const auto write = [&](const FileText& file) {
    folder.write(file.path, file.text);
    files.push_back(folder.final_path(file.path));
  };
  std::ranges::for_each(study.files, write);
  std::ranges::for_each(page_numbers(study.page, ""), write);
  write({"report.html", page_html(study.page, {.scripts = !options.plain})});
  folder.commit();
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
