// The linear form of the motors' forces at many states.
#include "analyses/analysis.hpp"
#include "analyses/form_arguments.hpp"
#include "analyses/row_run.hpp"
#include "analyses/words.hpp"
#include "jourdain/answer/options.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

struct RegressorOptions {
  FormArguments form;
  MotionArguments motion;
  std::string out;
  bool base = false, at_rest = false;
};

void show_fields(OptionVisitor& visitor, RegressorOptions& options) {
  show_fields(visitor, options.motion, Order::acceleration, true, StateWays::none);
  visitor.flag({.name = "static", .help = "Velocities and accelerations that the file does not have are zero"},
               options.at_rest);
  visitor.flag({.name = "base", .help = "Only the columns of base parameters"}, options.base);
  show_fields(visitor, options.form);
  visitor.file({.name = "out",
                .help = "CSV file to write: state, t, motor, known, and a column for each parameter; of any length",
                .group = "Answer"},
               FileRole::output, options.out);
}

// Y and known of a state, a line for each driving motor.
class RegressorSolver final : public RowSolver {
 public:
  RegressorSolver(const LinearForm& form, const MotionArguments& arguments)
      : form_(form), arguments_(arguments), memory_(form), Y_(form.rows(), form.columns()), known_(form.rows()) {}

  void solve(const MotionTable& motion, std::size_t row, Workspace& ws, double* to) override {
    const Robot& robot = form_.robot();
    go_to(robot, arguments_, motion, row, ws, Order::acceleration);
    if (regressor(form_, ws, memory_, Y_) != Status::ok || known_forces(form_, ws, memory_, known_) != Status::ok)
      refuse_row(robot, arguments_, motion, row, ws);
    // Rows of a file are counted below its header.
    const double state = arguments_.states.empty() ? static_cast<double>(row + 1) : motion.lines()[row] - 1.0;
    for (int k = 0; k < form_.rows(); ++k) {
      *to++ = state;
      if (!motion.time().empty()) *to++ = motion.time()[row];
      *to++ = driving_motors(robot)[k] + 1.0;
      *to++ = known_[k];
      for (int j = 0; j < form_.columns(); ++j) *to++ = Y_(k, j);
    }
  }

 private:
  const LinearForm& form_;
  const MotionArguments& arguments_;
  LinearFormWorkspace memory_;
  MatrixX Y_;
  VectorX known_;
};

Answer regressor_answer(const Subject& subject, const RegressorOptions& options, const Job& job) {
  Answer answer;
  const Robot robot = form_robot(subject, options.form, answer.warnings);
  if (!options.base && (!options.form.keep.empty() || !options.form.drop.empty()))
    throw Error(ErrorKind::usage, "--keep and --drop choose a base: they go with --base");
  if (!has_rows(options.motion))
    throw Error(ErrorKind::usage, "expected states: a file with --states, or a motion with --motion");
  LinearForm form(robot, form_options(robot, options.form));
  if (options.base) form = find_base_parameters(form, base_options(options.form)).form;
  StateRows rows(robot, options.motion, options.at_rest ? Order::position : Order::acceleration, RowKind::any,
                 answer.warnings);
  RowQuestion question{.lines = static_cast<std::size_t>(form.rows()), .out = options.out};
  question.columns.push_back({"state", Measure::count});
  if (rows.has_time()) question.columns.push_back({"t", Measure::time});
  question.columns.push_back({"motor", Measure::count});
  question.columns.push_back({"known"});
  for (const Parameter& parameter : form.parameters()) question.columns.push_back({parameter.name});
  question.make_solver = [&] { return std::make_unique<RegressorSolver>(form, options.motion); };
  KeptRows kept(question);
  question.begin = [&] { kept.begin(); };
  question.take = [&](const AnsweredRow& row) { kept.add(row); };
  const RowTotals totals = rows.run(question, answer.warnings, job);
  warn_of_bad_rows(options.motion, totals.bad, answer.warnings);
  answer.title = marked_name(robot.mechanism());
  answer.model = robot.mechanism().name;
  answer.subtitle = fmt::format("{}: {}", source_name(options.motion), counted(static_cast<int>(totals.rows), "state"));
  Facts facts{"run", ""};
  add_counts(options.motion, totals, facts);
  facts.facts.push_back({"rows", "motors", count_of(form.rows()), "a row for each"});
  facts.facts.push_back({"parameters", "parameters", count_of(form.columns()), "a column for each"});
  answer.add(std::move(facts));
  kept.fill(answer);
  if (options.out.empty()) answer.printed = "states";
  if (options.motion.skip_bad) answer.add(skipped_rows(totals.bad));
  return answer;
}

}  // namespace

extern constinit const Analysis regressor_analysis{
    .name = "regressor",
    .what =
        "Regressor of many states: motor forces = Y p + known, one row per state and driving motor, one column per "
        "parameter; known is what springs and counterbalances do. With --base only the columns of the base parameters.",
    .examples = "jourdain regressor delta --states path.csv --out regressor.csv --base",
    .ask = QuestionOf<RegressorOptions, regressor_answer>::ask};

}  // namespace jourdain
