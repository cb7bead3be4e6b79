// jourdain list, jourdain check.
#include "model/edit/change_model.hpp"
#include "refused_model.hpp"
#include "robot_text.hpp"

#include "core/joined.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "kinematics/home_check.hpp"
#include "kinematics/home_hints.hpp"
#include "model/mechanism_error.hpp"
#include "model/model_source.hpp"

#include <fmt/format.h>

#include <optional>

namespace jourdain::cli {
namespace {

std::string moves_list(const Robot& robot) {
  if (!robot.mechanism().output) return "no output";
  std::vector<std::string_view> names;
  for (Move move : robot.mechanism().output->moves) names.push_back(to_string(move));
  return joined(names, " ");
}

std::vector<std::string> redundant_names(const Robot& robot) {
  std::vector<std::string> names;
  for (int j : robot.mobility().redundant_joints) names.push_back(robot.mechanism().joints[j].name);
  return names;
}

// What is wrong with a model that can be read and assembled.
std::vector<std::string> complaints(const Robot& robot, const Workspace& home) {
  std::vector<std::string> list = home_problems(robot, home);
  const MissedPlace missed = missed_place(robot);
  if (missed.distance > far_from_hint) list.push_back(missed.text);
  for (const LimitState& limit : exceeded_limits(robot, home)) {
    list.push_back(fmt::format("home is beyond a limit: {}", limit_text(robot, limit)));
  }
  return list;
}

Json warnings_json(const std::vector<Diagnostic>& warnings) {
  Json list = Json::array();
  for (const Diagnostic& w : warnings) {
    list.push_back({{"line", w.mark.line}, {"column", w.mark.column}, {"message", w.message}, {"hint", w.hint}});
  }
  return list;
}

Json check_json(const Robot& robot, const std::vector<Diagnostic>& warnings, const SingularityReport& distance,
                const Workspace& home, const std::vector<std::string>& wrong) {
  const Mobility& m = robot.mobility();
  Json json = answer("check", robot);
  json["ok"] = wrong.empty();
  json["problems"] = wrong;
  json["warnings"] = warnings_json(warnings);
  json["mobility"] = m.freedoms();
  json["idle_freedoms"] = m.idle;
  json["motors"] = m.motors;
  json["bodies"] = m.bodies;
  json["joints"] = m.joints;
  json["loops"] = m.loops;
  json["equations"] = m.equations;
  json["rank"] = m.rank;
  json["redundant_joints"] = redundant_names(robot);
  json["actuation"] = to_string(m.actuation);
  json["size"] = finite(robot.size());
  json["singularity"] = singularity_json(robot, distance);
  json["nearest_limit"] = limit_json(robot, nearest_limit(robot, home));
  return json;
}

void print_check(const Robot& robot, const Numbers& number, const SingularityReport& distance, const Workspace& home) {
  const Mobility& m = robot.mobility();
  print_text("{}  {}\n\n", title(robot), robot.mechanism().description);
  Facts facts;
  facts.add("mobility", fmt::format("{}{}", m.freedoms(),
                                    robot.mechanism().output ? fmt::format("  ({})", moves_list(robot)) : ""));
  facts.add("motors", fmt::format("{}  ({})", m.motors, to_string(m.actuation)));
  facts.add("bodies", fmt::format("{} moving, {}", m.bodies, counted(m.joints, "joint")));
  facts.add("loops", fmt::format("{} independent", m.loops));
  if (!robot.limbs().empty()) facts.add("legs", legs_text(robot));
  if (m.idle > 0) facts.add("idle freedoms", fmt::format("{}  (rods that spin about themselves)", m.idle));
  facts.add("joint equations", m.equations == m.rank ? fmt::format("{}, all independent", m.equations)
                                                     : fmt::format("{}, {} independent: {} redundant", m.equations,
                                                                   m.rank, m.equations - m.rank));
  const std::vector<std::string> redundant = redundant_names(robot);
  if (!redundant.empty()) facts.add("over-constrained at", joined(redundant));
  facts.add("size", friendly(Numbers{4}, true, robot.size()));
  if (robot.mechanism().output) facts.add("home", moves_text(robot, number, robot.home_pose()));
  add_singularity(robot, number, distance, facts);
  // What is beyond a limit is a problem, and told below.
  if (exceeded_limits(robot, home).empty()) add_limits(robot, number, home, facts);
  facts.print();
}

// A mechanism of which no robot can be made is told of all the same.
int check_refused(const Common& options, Mechanism mechanism, const std::vector<Diagnostic>& warnings,
                  const MechanismError& error) {
  Diagnosis diagnosis = diagnose(mechanism);
  const RefusedModel refused{std::move(mechanism), std::move(diagnosis), with_place(error, options.model)};
  print_refusal(refused);
  if (options.json) {
    Json json = refused_json("check", refused);
    json["warnings"] = warnings_json(warnings);
    print_json(json);
  } else {
    print_refused(refused);
    print_text("\njourdain view {} draws it as far as it goes together\n", options.model);
  }
  return exit_input;
}

}  // namespace

int run_list(const Common& options) {
  Json models = Json::array();
  Table table({"name", "legs", ">freedoms", ">motors", ">bodies", "description"});
  int exit = exit_ok;
  for (const std::string& name : catalogue_names()) {
    try {
      const Robot robot = Robot::from_file(name);
      const Mobility& m = robot.mobility();
      const std::string& description = robot.mechanism().description;
      table.add({name, legs_text(robot), std::to_string(m.freedoms()), std::to_string(m.motors),
                 std::to_string(m.bodies), description});
      models.push_back({{"name", name},
                        {"legs", legs_text(robot)},
                        {"freedoms", m.freedoms()},
                        {"idle_freedoms", m.idle},
                        {"motors", m.motors},
                        {"bodies", m.bodies},
                        {"loops", m.loops},
                        {"description", description}});
    } catch (const Error& error) {
      warn(error.what());
      exit = exit_input;
    }
  }
  if (models.empty() && exit == exit_ok) {
    throw Error(ErrorKind::input, "there is no catalogue: set JOURDAIN_MODELS to the folder of the models");
  }
  if (options.json) {
    print_json({{"jourdain", version()}, {"verb", "list"}, {"models", std::move(models)}});
  } else {
    table.print();
  }
  return exit;
}

int run_check(const Common& options) {
  LoadedModel loaded = load_model(options.model, read_options(options));
  if (!loaded.warnings.empty() && !options.json) {
    const ModelSource source = model_source(options.model);
    print_to(Stream::error, "{}",
             format_diagnostics(loaded.warnings, source.text, options.model == "-" ? source.name : options.model));
  }
  Mechanism changed = loaded.mechanism;
  change_model(options, changed);
  for (const Suspicion& s : warn_of_change(loaded.mechanism, changed)) {
    loaded.warnings.push_back({Severity::warning, {}, s.message, s.hint});
  }
  std::optional<Robot> made;
  try {
    made.emplace(changed, FarHome::accepted);
  } catch (const MechanismError& error) {
    return check_refused(options, std::move(changed), loaded.warnings, error);
  }
  const Robot& robot = *made;
  const Workspace home(robot);
  for (Diagnostic& hint : hint_warnings(robot, home)) {
    if (!options.json) warn(fmt::format("{}: {}; {}", options.model, hint.message, hint.hint));
    loaded.warnings.push_back(std::move(hint));
  }
  if (const std::string text = idle_spin_warning(robot.mechanism(), robot.idle_spins()); !text.empty()) {
    if (!options.json) warn(fmt::format("{}: {}", options.model, text));
    loaded.warnings.push_back({Severity::warning, {}, text, {}});
  }
  const SingularityReport distance = singularity_distance(robot, home);
  const std::vector<std::string> wrong = complaints(robot, home);
  if (options.json) {
    print_json(check_json(robot, loaded.warnings, distance, home, wrong));
  } else {
    print_check(robot, Numbers{options.digits}, distance, home);
    print_text("\n");
    print_problems(wrong);
    const int doubts = static_cast<int>(loaded.warnings.size());
    if (wrong.empty() && doubts == 0) {
      print_text("  {}\n", paint(Stream::out, Colour::good, "good: the model can be used"));
    } else if (wrong.empty()) {
      print_text("  {}\n",
                 paint(Stream::out, Colour::warn,
                       fmt::format("the model can be used, but look at the {} first", counted(doubts, "warning"))));
    }
  }
  return wrong.empty() ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
