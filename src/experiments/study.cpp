#include "experiments/study.hpp"

#include "codegen/run_program.hpp"
#include "experiments/study_run.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>

namespace jourdain {
namespace {

struct StepDefinition {
  const char* name;   // in the summary
  const char* title;  // of its section
  const char* doing;  // while it runs
  StepResult (*run)(StudyRun&, PageSection&);
};

constexpr StepDefinition steps[] = {
    {"check", "The robot", "checking the model", study_check},
    {"motion", "A motion", "following a motion", study_motion},
    {"workspace", "Workspace", "mapping the workspace", study_workspace},
    {"base parameters", "Base parameters", "finding base parameters", study_base},
    {"excitation", "Exciting motion", "looking for an exciting motion", study_excitation},
    {"identification", "Measurement and identification", "measuring and identifying", study_identification},
    {"controllers", "Controllers", "comparing controllers", study_controllers},
    {"code", "Generated C", "generating C and testing it", study_code},
};

// Something that the caller named and that is wrong ends the study.
bool must_end(const StudyOptions& options, const std::string& step, const Error& error) {
  if (step == "motion" && !options.motion.empty()) return error.kind() != ErrorKind::numerical;
  return step == "identification" && !options.log.empty() && error.kind() == ErrorKind::input;
}

std::string first_sentence(std::string text) {
  text = text.substr(0, text.find('\n'));
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text.size() > 300 ? text.substr(0, 297) + "..." : text;
}

// `reasons` gets those of the step's verdict.
StudyStep run_step(const StepDefinition& definition, StudyRun& run, PageSection& section,
                   std::vector<std::string>& reasons) {
  StudyStep step;
  step.name = definition.name;
  const auto start = std::chrono::steady_clock::now();
  try {
    const StepResult result = definition.run(run, section);
    step.tone = result.tone;
    step.result = result.sentence;
    reasons = result.reasons;
  } catch (const LeftOut& left) {
    step.result = left.reason;
    section.elements = {PageText{"Left out: " + left.reason + ".", Tone::caution}};
  } catch (const Error& error) {
    if (must_end(run.options, step.name, error)) throw;
    step.tone = Tone::caution;
    step.result = first_sentence(error.what());
    section.elements.emplace_back(PageText{"This part has no answer: " + step.result, Tone::caution});
  }
  step.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return step;
}

// The robot moves at the top of the page.
void add_scene(const StudyRun& run, PageSection& section) {
  Scene scene = run.motion ? robot_scene(*run.motion, 200) : robot_scene(run.robot);
  if (run.slice) {
    if (std::optional<SceneSlice> slice = scene_slice(*run.slice)) scene.slices.push_back(std::move(*slice));
  }
  section.elements.insert(section.elements.begin(), PageScene{std::move(scene), "motion"});
}

PageTable step_table(const std::vector<StudyStep>& list) {
  PageTable table;
  table.title = "Steps";
  table.columns = {{"step", ""}, {"result", ""}, {"time", "s"}};
  for (const StudyStep& step : list) {
    const bool left_out = step.tone == Tone::plain;
    table.rows.push_back(
        {step.name, PageCell((left_out ? "left out: " : "") + step.result, step.tone), PageCell(step.seconds, 2)});
  }
  return table;
}

// The steps that a verdict is made of, by name: the first that was done speaks, the others add their sentence.
StudyVerdict verdict_of(const std::vector<StudyStep>& list, const std::vector<std::vector<std::string>>& reasons,
                        std::initializer_list<std::string_view> names, const std::string& otherwise) {
  StudyVerdict verdict;
  for (const std::string_view name : names) {
    for (std::size_t k = 0; k < list.size(); ++k) {
      const StudyStep& step = list[k];
      if (step.name != name || step.tone == Tone::plain) continue;
      const bool worse = static_cast<int>(step.tone) > static_cast<int>(verdict.tone);
      if (verdict.text.empty()) {
        verdict.text = step.result;
      } else if (worse && step.tone != Tone::good) {
        verdict.reasons.insert(verdict.reasons.begin(), verdict.text);
        verdict.text = step.result;
      } else {
        verdict.reasons.push_back(step.result);
      }
      if (worse) verdict.tone = step.tone;
      verdict.reasons.insert(verdict.reasons.end(), reasons[k].begin(), reasons[k].end());
    }
  }
  if (!verdict.text.empty()) return verdict;
  verdict.text = otherwise;
  for (const std::string_view name : names) {
    for (const StudyStep& step : list)
      if (step.name == name) verdict.reasons.push_back(step.result);
  }
  return verdict;
}

StudyVerdicts verdicts_of(const std::vector<StudyStep>& list, const std::vector<std::vector<std::string>>& reasons) {
  StudyVerdicts v;
  v.model = verdict_of(list, reasons, {"check", "workspace", "base parameters", "code"}, "The model was not checked.");
  v.motion = verdict_of(list, reasons, {"motion", "controllers"}, "No motion was tried.");
  v.log = verdict_of(list, reasons, {"identification", "excitation"}, "Nothing was measured.");
  return v;
}

PageVerdict on_page(const std::string& question, const StudyVerdict& verdict) {
  return {verdict.tone, verdict.text, verdict.reasons, question};
}

}  // namespace

bool Study::good() const {
  return std::none_of(steps.begin(), steps.end(), [](const StudyStep& step) { return step.tone == Tone::bad; });
}

std::string StudyRun::path(const std::string& name) const {
  return (std::filesystem::path(options.folder) / name).string();
}

std::string StudyRun::scratch_path(const std::string& name) const {
  return (std::filesystem::path(scratch) / name).string();
}

const Joint& motor_joint(const Robot& robot, std::size_t motor) {
  return robot.mechanism().joints[static_cast<std::size_t>(robot.actuators()[motor])];
}

bool motor_slides(const Robot& robot, std::size_t motor) { return is_length(motor_joint(robot, motor).type, 0); }

std::string motor_units(const Robot& robot, const std::string& slide, const std::string& turn) {
  bool slides = false, turns = false;
  for (std::size_t k = 0; k < robot.actuators().size(); ++k) (motor_slides(robot, k) ? slides : turns) = true;
  return slides && turns ? slide + ", " + turn : slides ? slide : turn;
}

std::string motor_effort(const Robot& robot) { return motor_units(robot, "force", "torque"); }

void add_motor_panels(const Robot& robot, const MotorPanels& how, const std::vector<std::vector<double>>& values,
                      Plot& plot) {
  for (const bool slides : {true, false}) {
    PlotPanel panel;
    panel.up = {slides ? how.slide_label : how.turn_label, slides ? how.slide_unit : how.turn_unit, {}, {}};
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (motor_slides(robot, k) != slides) continue;
      PlotSeries series;
      series.name = motor_joint(robot, k).name;
      series.y = values[k];
      for (double& y : series.y) y *= slides ? how.slide_scale : how.turn_scale;
      panel.series.push_back(std::move(series));
    }
    if (!panel.series.empty()) plot.panels.push_back(std::move(panel));
  }
}

Study study_robot(const Robot& robot, const StudyOptions& options) {
  StudyRun run(robot, options);
  const TemporaryPath scratch = make_scratch_folder();
  run.scratch = scratch.path();
  Study study;
  Page& page = study.page;
  page.title = fmt::format("Study of {}", robot.mechanism().name);
  page.subtitle = robot.mechanism().description;
  page.command = options.command;
  run.files.push_back({run.path("model.yaml"), print_model(robot.mechanism())});
  std::vector<std::vector<std::string>> reasons(std::size(steps));
  for (std::size_t k = 0; k < std::size(steps); ++k) {
    if (options.progress) options.progress(static_cast<int>(k) + 1, static_cast<int>(std::size(steps)), steps[k].doing);
    PageSection section;
    section.title = steps[k].title;
    study.steps.push_back(run_step(steps[k], run, section, reasons[k]));
    page.sections.push_back(std::move(section));
  }
  add_scene(run, page.sections[0]);
  page.sections.push_back({"What was done", {step_table(study.steps)}, true});
  study.verdicts = verdicts_of(study.steps, reasons);
  page.verdict = on_page("Is the model sound?", study.verdicts.model);
  page.further = {on_page("Can the robot do the motion?", study.verdicts.motion),
                  on_page("What does a log tell of the parameters?", study.verdicts.log)};
  page.notes.push_back(
      fmt::format("Seed {}. Beside this page: all numbers as `numbers.json` and CSV files, "
                  "models, motions and code.",
                  options.seed));
  study.files = std::move(run.files);
  return study;
}

}  // namespace jourdain
