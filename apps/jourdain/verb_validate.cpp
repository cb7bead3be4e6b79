// jourdain validate.
#include "identification_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain::cli {

int run_validate(const ValidateOptions& options) {
  const Robot robot = robot_of(options);
  require_motors(robot);
  warn_of_idle_spins(robot);
  IdentifyOptions used;
  used.form = form_options(robot, options.form);
  used.base = base_options(options.form);
  set_log_options(options.log, used);
  std::optional<ForceRecord> record;
  if (!options.out.empty()) record.emplace(robot, options.out);
  const Validation result = [&] {
    const Progress progress("reading " + options.log.log);
    return validate(robot, options.log.log, used, [&](const Equation& equation, const VectorX& predicted) {
      if (record) record->add(equation, predicted);
    });
  }();
  if (record) record->commit();
  warn_of_log(options.log.log, result.log, result.check);
  const bool good = std::ranges::all_of(result.residuals.motors, [](const MotorResidual& m) {
    return m.explained >= 0.8 && m.rms <= 0.15 * m.measured_range;
  });
  if (options.json) {
    Json json = answer("validate", robot);
    json["ok"] = good;
    json["log"] = log_json(options.log.log, result.log, result.check);
    json["refit"] = refit_json(robot, result.refit);
    json["samples"] = result.samples;
    json["refused"] = result.refused;
    json["residuals"] = residual_json(robot, result.residuals);
    json["share_of_range"] = finite(result.residuals.share());
    print_json(json);
  } else {
    print_text("{}\n", title(robot));
    print_log(options.log.log, result.log);
    heading("Residuals");
    print_residuals(robot, Numbers{std::min(options.digits, 6)}, result.residuals);
    print_text("\n{}\n", good ? "The model explains the log well enough for feedforward."
                              : "The model does not explain the log: of a motor less than 80 % of the variance, or a "
                                "residual above 15 % of its range.");
  }
  return good ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
