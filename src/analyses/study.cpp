// Everything about a robot in one go.
#include "analyses/study/robot_study.hpp"

#include "analyses/analysis.hpp"
#include "analyses/words.hpp"
#include "io/output_folder.hpp"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>

namespace jourdain {
namespace {

struct StudyQuestion {
  std::string motion, map, out;
  LogSource log;
  std::int64_t seed = 1;
};

void show_fields(OptionVisitor& visitor, StudyQuestion& options) {
  visitor.file({.name = "motion",
                .help = "A motion file (YAML, CSV) or a text such as 'circle radius=50mm'; default: pick and place, or "
                        "what the robot can do",
                .type = "MOTION"},
               FileRole::input_or_text, options.motion);
  visitor.log({.name = "log", .help = "A recorded log to identify; default: a virtual measurement"}, options.log);
  visitor.file({.name = "map",
                .help = "log: YAML file that says which column is what; default: by their names",
                .goes_with = "log"},
               FileRole::input, options.map);
  visitor.file({.name = "out", .help = "Folder for the report; default: study-MODEL", .type = "DIR"},
               FileRole::output_folder, options.out);
  visitor.whole({.name = "seed", .help = "Of everything random: search, measurement, the measured machine"}, {0, 9e15},
                options.seed);
}

// A new folder, an empty one, or that of an earlier study. Throws Error.
AnswerFolder study_folder(const std::string& out, const Robot& robot) {
  namespace fs = std::filesystem;
  std::string stem;
  for (const char c : robot.mechanism().name) stem += std::isalnum(static_cast<unsigned char>(c)) || c == '-' ? c : '_';
  const fs::path path = out.empty() ? fs::path("study-" + stem) : fs::path(out);
  std::error_code failure;
  const bool used = fs::exists(path, failure) && !fs::is_empty(path, failure);
  if (used && !fs::exists(path / "numbers.json", failure))
    throw Error(ErrorKind::usage,
                fmt::format("{}: has files that are no study: give a new folder, --out DIR", path.string()));
  AnswerFolder folder{path.string(), std::make_shared<OutputFolder>(path.string())};
  // As many of its files as are known now; the others are looked at in the end.
  folder.place->check({"model.yaml", "report.html", "numbers.json", "excitation.yaml", "identified.yaml",
                       "workspace.csv", "measurement.csv", "validation.csv"});
  folder.files = {{"report.html"}, {"numbers.json"}};
  return folder;
}

// What can be written as columns.
bool has_columns(const Entry& entry) {
  const auto* picture = std::get_if<Picture>(&entry);
  const auto* table = std::get_if<Table>(&entry);
  if (picture) return std::holds_alternative<Plot>(picture->data);
  return is_tabular(entry) && !(table && table->rows.empty());
}

Answer study(const Subject& subject, const StudyQuestion& options, const Job& job) {
  const Robot& robot = subject.robot();
  Warnings warnings;
  warn_of_idle_spins(robot, warnings);
  AnswerFolder folder = study_folder(options.out, robot);
  StudyOptions asked;
  asked.motion = options.motion;
  asked.log = options.log;
  asked.map = options.map;
  asked.seed = static_cast<std::uint64_t>(options.seed);
  asked.job = job;
  Study found = study_robot(robot, asked);
  for (FileText& file : found.files) folder.files.push_back({file.path, "", false, std::move(file.text)});
  Answer answer = std::move(found.answer);
  for (const Answer& section : answer.sections)
    for (const Entry& entry : section.entries)
      if (has_columns(entry))
        folder.files.push_back(
            {fmt::format("{}-{}.csv", section.key, key_of(entry)), fmt::format("{}/{}", section.key, key_of(entry))});
  answer.warnings = std::move(warnings);
  answer.folder = std::move(folder);
  return answer;
}

}  // namespace

extern constinit const Analysis study_analysis{
    .name = "study",
    .what =
        "Everything about a robot in one go, as a page to open in a browser: check, a motion with the forces of all "
        "motors, workspace, base parameters, an exciting motion, a measurement, identification with verdict, "
        "controllers compared, C generated and self-tested. What does not apply is left out with the reason. The "
        "folder gets report.html, all numbers as JSON and CSV, models, motions and code. Exit code 1 if something "
        "came out bad.",
    .examples =
        "jourdain study five-bar\n"
        "jourdain study five-bar --log run1.csv --motion 'circle radius=50mm' --out first",
    .ask = QuestionOf<StudyQuestion, study>::ask};

}  // namespace jourdain
