// Whether a model is right, and what it is.
#include "analyses/analysis.hpp"
#include "analyses/refused_model.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/words.hpp"
#include "core/joined.hpp"
#include "kinematics/home_check.hpp"
#include "kinematics/home_hints.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

struct CheckOptions {};

void show_fields(OptionVisitor&, CheckOptions&) {}

std::string moves_list(const Robot& robot) {
  if (!robot.mechanism().output) return "no output";
  std::vector<std::string_view> names;
  for (const Move move : robot.mechanism().output->moves) names.push_back(to_string(move));
  return joined(names, " ");
}

// Of a robot: what home does not follow, spins that matter.
void add_doubts(const Robot& robot, const Workspace& home, std::vector<Diagnostic>& doubts) {
  for (Diagnostic& hint : hint_warnings(robot, home)) doubts.push_back(std::move(hint));
  if (std::string text = idle_spin_warning(robot.mechanism(), robot.idle_spins()); !text.empty())
    doubts.push_back({Severity::warning, {}, std::move(text), {}});
}

// In the answer for programs; people read them as warnings, with their lines.
Table doubt_table(const std::vector<Diagnostic>& doubts) {
  Table table = table_of<Diagnostic>(
      "warnings", "Warnings", doubts,
      {{"line", "line", [](const Diagnostic& d) { return d.mark.line > 0 ? Cell(count_of(d.mark.line)) : Cell(); }},
       {"column", "column",
        [](const Diagnostic& d) { return d.mark.column > 0 ? Cell(count_of(d.mark.column)) : Cell(); }},
       {"message", "what", [](const Diagnostic& d) { return d.message; }},
       {"hint", "what to do", [](const Diagnostic& d) { return d.hint; }}});
  table.shown = 0;
  return table;
}

void add_doubts(const Subject& subject, const std::vector<Diagnostic>& doubts, Answer& answer) {
  for (const Diagnostic& doubt : doubts) answer.warnings.push_back(subject.warning_text(doubt));
  answer.add(doubt_table(doubts));
}

// What the robot is: mobility, motors, loops, equations, legs, size, home and its distances.
Facts robot_facts(const Robot& robot, const Workspace& home, const SingularityReport& distance) {
  const Mobility& m = robot.mobility();
  const auto equations = m.equations == m.rank
                             ? std::string("all independent")
                             : fmt::format("{} independent: {} redundant", m.rank, m.equations - m.rank);
  std::vector<std::string> redundant;
  for (const int j : m.redundant_joints) redundant.push_back(robot.mechanism().joints[j].name);
  Facts facts{"model", ""};
  facts.facts = {{"mobility", "mobility", count_of(m.freedoms()), moves_list(robot)},
                 {"motors", "motors", count_of(m.motors), std::string(to_string(m.actuation))},
                 {"bodies", "bodies", count_of(m.bodies), "moving"},
                 {"joints", "joints", count_of(m.joints)},
                 {"loops", "loops", count_of(m.loops), "independent"}};
  if (!robot.limbs().empty()) facts.facts.push_back({"legs", "legs", legs_text(robot)});
  facts.facts.push_back(
      {"idle_freedoms", "idle freedoms", count_of(m.idle), m.idle > 0 ? "rods that spin about themselves" : ""});
  facts.facts.push_back({"equations", "joint equations", count_of(m.equations), equations});
  facts.facts.push_back({"rank", "their rank", count_of(m.rank)});
  if (!redundant.empty()) facts.facts.push_back({"redundant_joints", "over-constrained at", joined(redundant)});
  facts.facts.push_back({"size", "size", Number{robot.size(), Measure::length}});
  if (robot.mechanism().output)
    facts.facts.push_back({"home", "home", pose_numbers(robot.home_pose(), robot.mechanism().output->moves)});
  add_distances(robot, home, distance, facts);
  // What is beyond a limit is a problem, and told as one.
  std::erase_if(facts.facts, [](const Fact& fact) { return fact.key.starts_with("limit_exceeded"); });
  return facts;
}

Answer check(const Subject& subject, const CheckOptions&, const Job&) {
  std::vector<Diagnostic> doubts = subject.doubts();
  const std::variant<Robot, RefusedModel> found_robot = robot_or_refusal(subject, FarHome::accepted);
  if (const auto* refused = std::get_if<RefusedModel>(&found_robot)) {
    Answer answer = refused_answer(subject, *refused);
    answer.add(Text{"view", fmt::format("`jourdain view {}` draws it as far as it goes together", subject.file())});
    add_doubts(subject, doubts, answer);
    return answer;
  }
  const Robot& robot = std::get<Robot>(found_robot);
  const Workspace home(robot);
  add_doubts(robot, home, doubts);
  const std::vector<std::string> problems = home_problems(robot, home);
  const SingularityReport distance = singularity_distance(robot, home);
  Answer answer;
  answer.title = subject.name();
  answer.subtitle = robot.mechanism().description;
  const int count = static_cast<int>(doubts.size());
  if (!problems.empty()) {
    answer.verdict = {Tone::bad, counted(static_cast<int>(problems.size()), "problem"), problems, {}};
  } else if (count > 0) {
    answer.verdict = {Tone::caution,
                      fmt::format("the model can be used, but look at the {} first", counted(count, "warning")),
                      {},
                      {}};
  } else {
    answer.verdict = {Tone::good, "good: the model can be used", {}, {}};
  }
  answer.add(robot_facts(robot, home, distance));
  add_doubts(subject, doubts, answer);
  add_distances(distance, answer.key_numbers);
  answer.key_numbers.push_back({"digits_lost", "digits lost", "", {distance.digits_lost}});
  answer.key_numbers.push_back({"limit_margin", "margin to the limits", "", {nearest_limit(robot, home).margin}});
  return answer;
}

}  // namespace

extern constinit const Analysis check_analysis{
    .name = "check",
    .what =
        "Reads, validates and assembles a model, and says what it is: mobility, motors, loops, redundant equations, "
        "distance of the home configuration from singularities and joint limits. Exit code 1 if home is singular or "
        "beyond a limit, 3 if the file is wrong.",
    .examples = "jourdain check palida",
    .tells_model_warnings = true,
    .has_key_numbers = true,
    .ask = QuestionOf<CheckOptions, check>::ask};

}  // namespace jourdain
