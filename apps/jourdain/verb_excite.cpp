// jourdain excite.
#include "identification_text.hpp"

#include "core/joined.hpp"
#include "io/input_file.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/identification/excitation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>

namespace jourdain::cli {
namespace {

ExcitationOptions excitation_options(const Robot& robot, const ExciteOptions& options) {
  ExcitationOptions result;
  const bool motors = options.space.empty() ? !robot.mechanism().output : options.space == "motors";
  result.space = motors ? Space::motors : Space::platform;
  result.criterion = options.criterion == "condition"   ? ExcitationCriterion::condition
                     : options.criterion == "d-optimal" ? ExcitationCriterion::d_optimal
                                                        : ExcitationCriterion::balanced;
  result.harmonics = options.harmonics;
  if (!options.period.empty()) result.period = quantity("--period", options.period, Dimension{.time = 1});
  result.reach = options.reach;
  result.clearance = options.clearance;
  result.starts = options.starts;
  result.evaluations = options.evaluations;
  result.seed = options.form.seed;
  result.rate = quantity("--rate", options.rate, Dimension{.time = -1});
  result.repetitions = options.repetitions;
  if (!options.noise.empty()) {
    const VectorX all = parse_forces(robot, "--noise", options.noise);
    if (!(all.minCoeff() > 0)) throw Error(ErrorKind::usage, "--noise: expected a positive value for every motor");
    const std::vector<std::string> driving = driving_names(robot), names = motor_names(robot);
    VectorX noise(static_cast<int>(driving.size()));
    for (std::size_t i = 0; i < driving.size(); ++i)
      noise[static_cast<int>(i)] = all[static_cast<int>(std::ranges::find(names, driving[i]) - names.begin())];
    result.noise = noise;
  }
  return result;
}

// Best of random series, in each measure, and how many of them are better than the motion that was found.
struct RandomBest {
  int count = 0;
  double condition = 0, mean_variance = 0, log_det = 0;
  long better_condition = 0, better_variance = 0;
};

RandomBest best_of(const std::vector<ExcitationQuality>& list, const ExcitationQuality& found) {
  RandomBest best;
  best.count = static_cast<int>(list.size());
  if (list.empty()) return best;
  best.condition = std::ranges::min_element(list, {}, &ExcitationQuality::condition)->condition;
  best.mean_variance = std::ranges::min_element(list, {}, &ExcitationQuality::mean_variance)->mean_variance;
  best.log_det = std::ranges::max_element(list, {}, &ExcitationQuality::log_det)->log_det;
  best.better_condition = std::ranges::count_if(list, [&](const auto& q) { return q.condition < found.condition; });
  best.better_variance =
      std::ranges::count_if(list, [&](const auto& q) { return q.mean_variance < found.mean_variance; });
  return best;
}

// One motion that was looked for.
struct FoundMotion {
  ExcitationPart part = ExcitationPart::all;
  std::string out;
  std::optional<Excitation> motion;
  RandomBest random;
};

void print_answer(const Robot& robot, const ExciteOptions& options, const BaseParameters& base,
                  const FoundMotion& found) {
  const Numbers number{std::min(options.digits, 6)};
  const Excitation& e = *found.motion;
  const RandomBest& random = found.random;
  print_text("{}  {}{} harmonics, period {} s\n", title(robot),
             found.part == ExcitationPart::friction ? "slow motion for the friction, "
             : found.part == ExcitationPart::bodies ? "fast motion for the bodies, "
                                                    : "",
             options.harmonics, number(e.period));
  Facts facts;
  facts.add("condition number", fmt::format("{:.4g}, columns scaled to length one; {:.4g} in SI units as they are",
                                            e.quality.condition, e.quality.si_condition));
  facts.add("log det of the information", number(e.quality.log_det));
  facts.add("mean variance", fmt::format("{:.3g} (in units of the model's values)", e.quality.mean_variance));
  if (random.count > 0) {
    facts.add(fmt::format("best of {} random", random.count),
              fmt::format("condition {:.4g}, log det {}, mean variance {:.3g}", random.condition,
                          number(random.log_det), random.mean_variance));
    const auto told = [](long better) { return better == 0 ? "none" : fmt::format("{}", better); };
    facts.add("random ones that are better", fmt::format("{} in condition number, {} in mean variance",
                                                         told(random.better_condition), told(random.better_variance)));
  }
  facts.add("evaluations", fmt::format("{}", e.evaluations));
  facts.add("nearest singularity", fmt::format("type 1 {:.3g}, type 2 {:.3g}, constraint {:.3g}", e.report.type1.value,
                                               e.report.type2.value, e.report.constraint.value));
  facts.print();
  heading("Expected intervals");
  print_text("  {} periods at {}, noise of 1 % of the largest forces unless stated\n", number(options.repetitions),
             options.rate);
  Table table({"parameter", ">model", ">+- 95 %", "", ">of the value"});
  for (std::size_t i = 0; i < base.base.size(); ++i) {
    const double half = 1.96 * e.deviations[static_cast<int>(i)], value = base.base[i].value;
    if (!std::isfinite(half)) continue;
    table.add({base.form.parameters()[i].name, number(value), number(half),
               parameter_unit(base.form, static_cast<int>(i)),
               value != 0 ? fmt::format("{:.2g} %", 100 * half / std::abs(value)) : ""});
  }
  table.print();
  if (!found.out.empty()) print_text("\n{}: motion for --motion\n", found.out);
}

Json motion_json(const BaseParameters& base, const FoundMotion& found) {
  const Excitation& result = *found.motion;
  const RandomBest& random = found.random;
  Json json;
  json["period"] = finite(result.period);
  json["condition"] = finite(result.quality.condition);
  json["condition_scaling"] = "weighted columns scaled to length one";
  json["si_condition"] = finite(result.quality.si_condition);
  json["log_det"] = finite(result.quality.log_det);
  json["mean_variance"] = finite(result.quality.mean_variance);
  json["evaluations"] = result.evaluations;
  if (random.count > 0)
    json["random"] = {{"count", random.count},
                      {"best_condition", finite(random.condition)},
                      {"best_log_det", finite(random.log_det)},
                      {"best_mean_variance", finite(random.mean_variance)},
                      {"better_condition", random.better_condition},
                      {"better_mean_variance", random.better_variance}};
  json["noise"] = array(result.noise);
  json["parameters"] = Json::array();
  for (std::size_t i = 0; i < base.base.size(); ++i) {
    if (!std::isfinite(result.deviations[static_cast<int>(i)])) continue;
    json["parameters"].push_back({{"name", base.form.parameters()[i].name},
                                  {"model", finite(base.base[i].value)},
                                  {"half_width", finite(1.96 * result.deviations[static_cast<int>(i)])},
                                  {"unit", parameter_unit(base.form, static_cast<int>(i))}});
  }
  json["out"] = found.out.empty() ? Json(nullptr) : Json(found.out);
  return json;
}

// Robot and options on which a search depends, in one line.
std::string problem_of(const Robot& robot, const ExciteOptions& o, ExcitationPart part) {
  return fmt::format(
      "{} {} part {} criterion {} space {} harmonics {} period {} reach {} clearance {} rate {} "
      "repetitions {} noise {} starts {} evaluations {} friction {} elemental [{}] seed {}",
      robot.mechanism().name, version(), static_cast<int>(part), o.criterion, o.space, o.harmonics, o.period, o.reach,
      o.clearance, o.rate, o.repetitions, o.noise, o.starts, o.evaluations, static_cast<int>(o.form.friction),
      joined(o.form.elemental), o.form.seed);
}

// "x.yaml" -> "x-slow.yaml".
std::string with_suffix(const std::string& file, const char* suffix) {
  if (file.empty()) return file;
  const std::filesystem::path path(file);
  return (path.parent_path() / (path.stem().string() + suffix + path.extension().string())).string();
}

const char* suffix_of(ExcitationPart part) {
  return part == ExcitationPart::friction ? "-slow" : part == ExcitationPart::bodies ? "-fast" : "";
}

constexpr std::size_t most_state_bytes = std::size_t{1} << 24;

void search(const Robot& robot, const ExciteOptions& options, const BaseParameters& base, FoundMotion& found) {
  ExcitationOptions used = excitation_options(robot, options);
  used.part = found.part;
  const std::string problem = problem_of(robot, options, found.part);
  const std::string state = with_suffix(options.resume, suffix_of(found.part));
  if (!state.empty()) {
    std::error_code none;
    if (std::filesystem::exists(state, none))
      used.resume =
          parse_state(read_input(state, "the state of a search", most_state_bytes, InputUse::replaced), problem, state);
    used.keep = [&](const ExcitationState& now) { write_atomically(state, print_state(now, problem)); };
  }
  Progress progress("looking for an excitation");
  const auto start = std::chrono::steady_clock::now();
  double before = -1;
  used.progress = [&](double done, double) {
    if (before < 0) before = done;
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double share = done - before;
    progress.tell(
        fmt::format("excitation: {:.0f} %, {:.0f} s left", 100 * done, share > 0 ? spent * (1 - done) / share : 0));
    return true;
  };
  found.motion = excite(base, used);
  progress.tell("random excitations");
  if (options.random > 0) found.random = best_of(random_excitations(base, used, options.random), found.motion->quality);
}

}  // namespace

int run_excite(const ExciteOptions& options) {
  const Robot robot = robot_of(options);
  require_motors(robot);
  warn_of_idle_spins(robot);
  const BaseParameters base =
      find_base_parameters(LinearForm(robot, form_options(robot, options.form)), base_options(options.form));
  std::vector<FoundMotion> motions;
  if (options.separate) {
    motions.push_back({ExcitationPart::friction, with_suffix(options.out, "-slow"), {}, {}});
    motions.push_back({ExcitationPart::bodies, with_suffix(options.out, "-fast"), {}, {}});
  } else {
    motions.push_back({ExcitationPart::all, options.out, {}, {}});
  }
  std::vector<std::string> outputs;
  for (const FoundMotion& found : motions) {
    outputs.push_back(found.out);
    outputs.push_back(with_suffix(options.resume, suffix_of(found.part)));
  }
  check_distinct(outputs);
  for (FoundMotion& found : motions) {
    search(robot, options, base, found);
    if (!found.out.empty())
      write_atomically(found.out, print_excitation(*found.motion, "excitation", options.repetitions));
  }
  if (options.json) {
    Json json = answer("excite", robot);
    if (options.separate) {
      json["slow"] = motion_json(base, motions[0]);
      json["fast"] = motion_json(base, motions[1]);
    } else {
      json.update(motion_json(base, motions[0]));
    }
    print_json(json);
    return exit_ok;
  }
  for (std::size_t i = 0; i < motions.size(); ++i) {
    if (i > 0) print_text("\n");
    print_answer(robot, options, base, motions[i]);
  }
  if (options.separate)
    print_text("\nRecord both, then: identify MODEL --method two-stage --slow-log SLOW --log FAST\n");
  return exit_ok;
}

}  // namespace jourdain::cli
