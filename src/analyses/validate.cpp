// How well a model explains a log.
#include "analyses/analysis.hpp"
#include "analyses/form_arguments.hpp"
#include "analyses/load_case.hpp"
#include "analyses/log_arguments.hpp"
#include "analyses/words.hpp"
#include "identification/verdict/force_record.hpp"
#include "identification/verdict/identification_answer.hpp"
#include "identification/verdict/identification_plots.hpp"
#include "identification/verdict/log_answer.hpp"

#include <algorithm>

namespace jourdain {
namespace {

struct ValidateQuestion {
  FormArguments form;
  LogArguments log;
  std::string out;
};

void show_fields(OptionVisitor& visitor, ValidateQuestion& options) {
  show_fields(visitor, options.log);
  visitor.file({.name = "out", .help = "CSV file of measured and predicted forces"}, FileRole::output, options.out);
  show_fields(visitor, options.form);
}

Answer validate_answer(const Subject& subject, const ValidateQuestion& options, const Job& job) {
  Answer answer;
  const Robot robot = form_robot(subject, options.form, answer.warnings);
  require_motors(robot);
  IdentifyOptions used;
  used.form = form_options(robot, options.form);
  used.base = base_options(options.form);
  used.job = job;
  set_log_options(options.log, used);
  std::optional<ForceRecord> record;
  if (!options.out.empty()) record.emplace(robot, options.out);
  ForceCurves curves;
  const Validation found = validate(robot, options.log.log, used, [&](const Equation& e, const VectorX& predicted) {
    curves.add(e, predicted);
    if (record) record->add(e, predicted);
  });
  if (record) {
    record->commit();
    answer.files.push_back({options.out, "", true});
  }
  warn_of_log(found.log, found.check, answer.warnings);
  answer.title = marked_name(robot.mechanism());
  answer.model = robot.mechanism().name;
  if (std::ranges::all_of(found.residuals.motors, serves_feedforward)) {
    answer.verdict = {Tone::good, "The model explains the log well enough for feedforward."};
  } else {
    answer.verdict = {Tone::bad,
                      "The model does not explain the log: of a motor less than 80 % of the variance, or a residual "
                      "above 15 % of its range."};
  }
  answer.add(Facts{"run",
                   "",
                   {{"samples", "samples", count_of(found.samples)},
                    {"refused", "samples without an equation", count_of(found.refused)},
                    {"share_of_range", "residual", Number{found.residuals.share(), Measure::share},
                     "of a motor's range, the worst"}}});
  answer.add(residual_table(robot, "residuals", "Residuals", found.residuals));
  if (!curves.times.empty()) {
    answer.add(Picture{"fit", "", fit_plot(robot, curves), "log"});
    answer.add(Picture{"residual", "", residual_plot(robot, curves), "log"});
  }
  answer.sections.push_back(log_answer("log", "Log", found.log, found.check));
  if (found.refit.looked) answer.sections.push_back(refit_answer(robot, found.refit));
  Answer details{"details", "Further numbers"};
  details.folded = true;
  details.add(residual_details(robot, "residuals", found.residuals));
  answer.sections.push_back(std::move(details));
  return answer;
}

}  // namespace

extern constinit const Analysis validate_analysis{
    .name = "validate",
    .what =
        "Measured against predicted forces: how well the model as it is explains a recorded log. Exit code 1: not "
        "well enough for feedforward.",
    .examples = "jourdain validate monday/identified.yaml --log run2.csv --out forces.csv",
    .ask = QuestionOf<ValidateQuestion, validate_answer>::ask};

}  // namespace jourdain
