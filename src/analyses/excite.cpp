// A motion for identification.
#include "jourdain/identification/excitation.hpp"

#include "analyses/analysis.hpp"
#include "analyses/form_arguments.hpp"
#include "analyses/load_case.hpp"
#include "analyses/words.hpp"
#include "core/joined.hpp"
#include "identification/excitation/excitation_answer.hpp"
#include "io/atomic_file.hpp"
#include "io/input_file.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <limits>

namespace jourdain {

namespace {

enum class SeriesSpace { automatic, platform, motors };
std::span<const std::string_view> words(SeriesSpace) {
  static constexpr std::string_view all[] = {"auto", "platform", "motors"};
  return all;
}

struct ExciteQuestion {
  FormArguments form;
  SeriesSpace space = SeriesSpace::automatic;
  ExcitationCriterion criterion = ExcitationCriterion::balanced;
  std::int64_t harmonics = 5, starts = 3, evaluations = 400, random = 0;
  double period = std::numeric_limits<double>::quiet_NaN();
  double reach = 0.15, clearance = 0.3, rate = 1000, repetitions = 3;
  std::string noise, out, resume;
  bool separate = false;
};

void show_fields(OptionVisitor& visitor, ExciteQuestion& options) {
  constexpr std::string_view motion = "Motion", search = "Search", log = "Log that is to come";
  visitor.one_of({.name = "space",
                  .help = "Coordinates of the series; auto: of the platform where there is one",
                  .type = "SPACE",
                  .group = motion},
                 options.space);
  visitor.one_of({.name = "criterion",
                  .help = "balanced (condition number times the root of the mean variance), condition (smallest "
                          "condition number) or d-optimal (smallest ellipsoid of the parameters)",
                  .type = "WORD",
                  .group = search},
                 options.criterion);
  visitor.flag({.name = "separate",
                .help = "Two motions: a slow one for the friction, FILE-slow, and a fast one for the bodies, FILE-fast",
                .group = motion},
               options.separate);
  visitor.file({.name = "resume",
                .help = "Keep the state of the search in this file, and go on from it if it is there",
                .group = search},
               FileRole::output, options.resume);
  visitor.whole({.name = "harmonics", .help = "Of the series, 1 to 50", .group = motion}, {1, 50}, options.harmonics);
  visitor.number({.name = "period",
                  .help = "Of the first harmonic; default: accelerations about that of gravity",
                  .type = "TIME",
                  .group = motion},
                 Measure::time, positive, options.period);
  visitor.number({.name = "reach",
                  .help = "Largest way from home: robot sizes, and twice as many radians",
                  .type = "SHARE",
                  .group = motion},
                 Measure::number, {1e-3, 10}, options.reach);
  visitor.number({.name = "clearance",
                  .help = "Least distance to singularities, as a share of home's",
                  .type = "SHARE",
                  .group = motion},
                 Measure::number, {0, 0.99}, options.clearance);
  visitor.number({.name = "rate", .help = "Sampling rate", .type = "FREQUENCY", .group = log}, Measure::frequency,
                 positive, options.rate);
  visitor.number({.name = "repetitions", .help = "Periods", .type = "N", .group = log}, Measure::number, {1, 1e6},
                 options.repetitions);
  visitor.text({.name = "noise",
                .help = "Standard deviation of the motors' forces, one value each; default: 1 % of the largest force "
                        "of the motion",
                .type = "LIST",
                .group = log},
               options.noise);
  visitor.whole({.name = "starts", .help = "Of the search", .group = search}, {1, 1000}, options.starts);
  visitor.whole({.name = "evaluations", .help = "Of the criterion per start", .group = search}, {1, 10000000},
                options.evaluations);
  visitor.whole({.name = "random", .help = "Compare with this many random series", .group = search}, {0, 1000000},
                options.random);
  visitor.file({.name = "out", .help = "Motion file to write (.yaml)"}, FileRole::output, options.out);
  show_fields(visitor, options.form);
}

ExcitationOptions excitation_options(const Robot& robot, const ExciteQuestion& options, ExcitationPart part) {
  ExcitationOptions result;
  const bool motors =
      options.space == SeriesSpace::automatic ? !robot.mechanism().output : options.space == SeriesSpace::motors;
  result.space = motors ? Space::motors : Space::platform;
  result.criterion = options.criterion;
  result.part = part;
  result.harmonics = static_cast<int>(options.harmonics);
  if (std::isfinite(options.period)) result.period = options.period;
  result.reach = options.reach;
  result.clearance = options.clearance;
  result.starts = static_cast<int>(options.starts);
  result.evaluations = static_cast<int>(options.evaluations);
  result.seed = static_cast<std::uint64_t>(options.form.seed);
  result.rate = options.rate;
  result.repetitions = options.repetitions;
  if (options.noise.empty()) return result;
  const VectorX all = parse_forces(robot, "--noise", options.noise);
  if (!(all.minCoeff() > 0)) throw Error(ErrorKind::usage, "--noise: expected a positive value for every motor");
  const std::vector<int>& driving = driving_motors(robot);
  result.noise = VectorX(static_cast<int>(driving.size()));
  for (std::size_t k = 0; k < driving.size(); ++k) (*result.noise)[static_cast<int>(k)] = all[driving[k]];
  return result;
}

// Robot and options on which a search depends, in one line.
std::string search_problem(const Robot& robot, const ExciteQuestion& o, ExcitationPart part) {
  const auto word = [](auto choice) { return words(choice)[static_cast<std::size_t>(choice)]; };
  return fmt::format(
      "{} {} part {} criterion {} space {} harmonics {} period {} reach {} clearance {} rate {} repetitions {} noise "
      "{} starts {} evaluations {} friction {} elemental [{}] seed {}",
      robot.mechanism().name, version(), static_cast<int>(part), word(o.criterion), word(o.space), o.harmonics,
      o.period, o.reach, o.clearance, o.rate, o.repetitions, o.noise, o.starts, o.evaluations, word(o.form.friction),
      joined(o.form.elemental), o.form.seed);
}

// A motion that is looked for. Files: "x.yaml" -> "x-slow.yaml".
struct SoughtMotion {
  ExcitationPart part;
  const char *key, *suffix, *what;

  std::string file(const std::string& name) const {
    if (name.empty() || !*suffix) return name;
    const std::filesystem::path path(name);
    return (path.parent_path() / (path.stem().string() + suffix + path.extension().string())).string();
  }
};
constexpr SoughtMotion one_motion{ExcitationPart::all, "", "", ""};
constexpr SoughtMotion slow_motion{ExcitationPart::friction, "slow", "-slow", "slow motion for the friction"};
constexpr SoughtMotion fast_motion{ExcitationPart::bodies, "fast", "-fast", "fast motion for the bodies"};

// The answer of one motion; its file is that of `out`.
Answer sought_answer(const BaseParameters& base, const ExciteQuestion& options, const SoughtMotion& sought,
                     const Job& job, std::vector<AnswerFile>& files) {
  const Robot& robot = base.full.robot();
  ExcitationOptions used = excitation_options(robot, options, sought.part);
  const std::string problem = search_problem(robot, options, sought.part);
  if (const std::string state = sought.file(options.resume); !state.empty()) {
    constexpr std::size_t most_bytes = std::size_t{1} << 24;
    std::error_code none;
    if (std::filesystem::exists(state, none))
      used.resume =
          parse_state(read_input(state, "the state of a search", most_bytes, InputUse::replaced), problem, state);
    used.keep = [&problem, state](const ExcitationState& now) { write_atomically(state, print_state(now, problem)); };
  }
  used.job = job;
  job.tell("looking for an excitation");
  const Excitation found = excite(base, used);
  RandomSeries random;
  if (options.random > 0) {
    job.tell("random excitations");
    random = best_of_random(random_excitations(base, used, static_cast<int>(options.random)), found.quality);
  }
  Answer answer = excitation_answer(base, used, found, random);
  answer.key = sought.key;
  answer.title = fmt::format("{}{}{} harmonics, period {:.6g} s", sought.what, *sought.what ? ", " : "",
                             options.harmonics, found.period);
  if (const std::string out = sought.file(options.out); !out.empty())
    files.push_back({out, "", false, print_excitation(found, "excitation", options.repetitions)});
  return answer;
}

Answer excite_answer(const Subject& subject, const ExciteQuestion& options, const Job& job) {
  Warnings warnings;
  const Robot robot = form_robot(subject, options.form, warnings);
  require_motors(robot);
  const std::vector<SoughtMotion> sought =
      options.separate ? std::vector<SoughtMotion>{slow_motion, fast_motion} : std::vector<SoughtMotion>{one_motion};
  std::vector<std::string> outputs;
  for (const SoughtMotion& motion : sought)
    outputs.insert(outputs.end(), {motion.file(options.out), motion.file(options.resume)});
  check_distinct(outputs);
  job.tell("looking for base parameters");
  const BaseParameters base =
      find_base_parameters(LinearForm(robot, form_options(robot, options.form)), base_options(options.form));
  std::vector<AnswerFile> files;
  Answer answer;
  const std::string name = marked_name(robot.mechanism());
  if (options.separate) {
    answer.title = fmt::format("{}: two motions for identification", name);
    for (const SoughtMotion& motion : sought)
      answer.sections.push_back(sought_answer(base, options, motion, job, files));
    answer.add(Text{"next", "Record both, then: identify MODEL --method two-stage --slow-log SLOW --log FAST"});
  } else {
    answer = sought_answer(base, options, one_motion, job, files);
    answer.title = fmt::format("{}: {}", name, answer.title);
  }
  answer.model = robot.mechanism().name;
  answer.warnings = std::move(warnings);
  answer.files = std::move(files);
  return answer;
}

}  // namespace

extern constinit const Analysis excite_analysis{
    .name = "excite",
    .what =
        "A motion for identification: a finite Fourier series whose base parameters can be told best, as large as "
        "joints, motors and singularities allow along the whole path; with the interval of every parameter that a log "
        "with the stated noise will give.",
    .examples =
        "jourdain excite five-bar --out excitation.yaml\n"
        "jourdain excite five-bar --harmonics 3 --random 100 --seed 7\n"
        "jourdain excite five-bar --separate --evaluations 60 --starts 1 --out both.yaml",
    .ask = QuestionOf<ExciteQuestion, excite_answer>::ask};

}  // namespace jourdain
