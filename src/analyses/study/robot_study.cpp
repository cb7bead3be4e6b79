#include "analyses/study/robot_study.hpp"

#include "analyses/study/study_run.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"
#include "report/robot_scene.hpp"

#include <fmt/format.h>

#include <cctype>
#include <chrono>

namespace jourdain {
namespace {

struct StepDefinition {
  const char* name;  // in the summary
  const char* key;   // of its section
  const char* title;
  const char* doing;  // while it runs
  StepResult (*run)(StudyRun&, Answer&);
};

constexpr StepDefinition steps[] = {
    {"check", "robot", "The robot", "checking the model", study_check},
    {"motion", "motion", "A motion", "following a motion", study_motion},
    {"workspace", "workspace", "Workspace", "mapping the workspace", study_workspace},
    {"base parameters", "base", "Base parameters", "finding base parameters", study_base},
    {"excitation", "excitation", "Exciting motion", "looking for an exciting motion", study_excitation},
    {"identification", "identification", "Measurement and identification", "measuring and identifying",
     study_identification},
    {"controllers", "controllers", "Controllers", "comparing controllers", study_controllers},
    {"code", "code", "Generated C", "generating C and testing it", study_code},
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
StudyStep run_step(const StepDefinition& definition, StudyRun& run, Answer& section,
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
    section.entries.clear();
    section.sections.clear();
    add_text(section, "left_out", "Left out: " + left.reason + ".", Tone::caution);
  } catch (const Error& error) {
    if (must_end(run.options, step.name, error)) throw;
    step.tone = Tone::caution;
    step.result = first_sentence(error.what());
    add_text(section, "no_answer", "This part has no answer: " + step.result, Tone::caution);
  }
  step.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return step;
}

// The robot moves at the top of the page.
void add_scene(const StudyRun& run, Answer& section) {
  Scene scene = run.motion ? robot_scene(*run.motion, 200) : robot_scene(run.robot);
  if (run.slice) {
    if (std::optional<SceneSlice> slice = scene_slice(*run.slice)) scene.slices.push_back(std::move(*slice));
  }
  section.entries.insert(section.entries.begin(), Picture{"scene", "", std::move(scene), "motion"});
}

const char* outcome_word(Tone tone) {
  static constexpr const char* words[] = {"left out", "good", "caution", "bad"};
  return words[static_cast<std::size_t>(tone)];
}

Table step_table(const std::vector<StudyStep>& list) {
  return table_of<StudyStep>("steps", "Steps", list,
                             {{"name", "step", [](const auto& s) { return Cell(s.name); }},
                              {"outcome", "outcome", [](const auto& s) { return Cell(outcome_word(s.tone), s.tone); }},
                              {"seconds", "time", [](const auto& s) { return measured(s.seconds, Measure::time); }},
                              {"result", "result", [](const auto& s) { return Cell(s.result, s.tone); }}});
}

// The steps that a verdict is made of, by name: the first that was done speaks, the others add their sentence.
AnswerVerdict verdict_of(const std::vector<StudyStep>& list, const std::vector<std::vector<std::string>>& reasons,
                         std::initializer_list<std::string_view> names, const std::string& otherwise,
                         const char* question) {
  AnswerVerdict verdict;
  verdict.question = question;
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
  return {verdict_of(list, reasons, {"check", "workspace", "base parameters", "code"}, "The model was not checked.",
                     "Is the model sound?"),
          verdict_of(list, reasons, {"motion", "controllers"}, "No motion was tried.", "Can the robot do the motion?"),
          verdict_of(list, reasons, {"identification", "excitation"}, "Nothing was measured.",
                     "What does a log tell of the parameters?")};
}

}  // namespace

void add_text(Answer& section, const char* key, std::string text, Tone tone) {
  section.add(Text{key, std::move(text), tone});
}

void add_texts(Answer& section, const std::string& key, const std::vector<std::string>& texts, Tone tone) {
  for (std::size_t k = 0; k < texts.size(); ++k)
    section.add(Text{k == 0 ? key : fmt::format("{}_{}", key, k + 1), texts[k], tone});
}

const Joint& motor_joint(const Robot& robot, std::size_t motor) {
  return robot.mechanism().joints[robot.motor_joints()[motor]];
}

bool motor_slides(const Robot& robot, std::size_t motor) { return is_length(motor_joint(robot, motor).type, 0); }

std::string motor_units(const Robot& robot, const std::string& slide, const std::string& turn) {
  bool slides = false, turns = false;
  for (std::size_t k = 0; k < robot.motor_joints().size(); ++k) (motor_slides(robot, k) ? slides : turns) = true;
  return slides && turns ? slide + ", " + turn : slides ? slide : turn;
}

Study study_robot(const Robot& robot, const StudyOptions& options) {
  StudyRun run(robot, options);
  Study study;
  Answer& answer = study.answer;
  answer.key = "study";
  answer.title = fmt::format("Study of {}", robot.mechanism().name);
  answer.subtitle = robot.mechanism().description;
  answer.model = robot.mechanism().name;
  answer.brief = true;
  run.files.push_back({"model.yaml", print_model(robot.mechanism())});
  constexpr std::size_t all = std::size(steps);
  std::vector<std::vector<std::string>> reasons(all);
  for (std::size_t k = 0; k < all; ++k) {
    stop_if_cancelled(options.job);
    options.job.tell(fmt::format("{} of {}: {}", k + 1, all, steps[k].doing));
    options.job.advance(static_cast<double>(k) / static_cast<double>(all));
    Answer section{steps[k].key, steps[k].title};
    study.steps.push_back(run_step(steps[k], run, section, reasons[k]));
    answer.sections.push_back(std::move(section));
  }
  add_scene(run, answer.sections.front());
  study.verdicts = verdicts_of(study.steps, reasons);
  answer.verdict = study.verdicts.model;
  answer.further = {study.verdicts.motion, study.verdicts.log};
  answer.add(step_table(study.steps));
  answer.add(
      Text{"beside", fmt::format("Seed {}. Beside this page: all numbers as `numbers.json` and CSV files, models, "
                                 "motions and code.",
                                 options.seed)});
  study.files = std::move(run.files);
  return study;
}

}  // namespace jourdain
