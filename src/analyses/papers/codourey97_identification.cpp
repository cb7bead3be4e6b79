// [Codourey97] (45): the seven parameters of the DELTA from a log.
#include "analyses/papers/paper_list.hpp"
#include "analyses/papers/recorded_log.hpp"
#include "analyses/papers/results.hpp"

#include "identification/verdict/identification_answer.hpp"
#include "jourdain/identification/excitation.hpp"
#include "linear_form/parameters/parameter_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {

PaperResult codourey97_identification(const ReproduceOptions& options) {
  PaperResult result = new_result("codourey97-identification");
  result.setting =
      "delta-lumped: forearms as points at their ends, arms with parameters of their own; the plant's masses are 1.3 "
      "times the model's; drives of 1 ms, encoders of 1e-5 rad, forces with noise of 1 %; log of 500 Hz under PID, "
      "three periods of an excitation by `excite`; least squares weighted by the motors' residuals";
  SimulatedLoop trial = loop_trial(catalogue_robot_named("delta-lumped"), 1e-3, 1e-5);
  const Robot model = trial.believed;
  trial.plant = with_factors(model, 1.3, 1);
  IdentifyOptions settings;
  settings.form.legs = LegSharing::independent;
  settings.log.bandwidth = 25;
  ExcitationOptions search;
  search.starts = 1;
  search.evaluations = options.brief ? 60 : 400;
  const BaseParameters base = find_base_parameters(LinearForm(model, settings.form));
  const Excitation excitation = excite(base, search);
  const Identification found =
      identify(base, record_log(trial, Law::pid, excitation_motion(excitation, 3), "log"), settings);

  const VectorX truth = base_values_of(trial.plant, found);
  ResultTable table{"parameters",
                    "the seven parameters of (45)",
                    {"parameter", "unit", "model", "plant", "identified", "+- 95 %", "over the plant's"},
                    {}};
  double worst = 0;
  for (std::size_t j = 0; j < found.base.base.size(); ++j) {
    const ParameterEstimate& p = found.estimate.parameters[j];
    const double value = truth[static_cast<int>(j)];
    worst = std::max(worst, std::abs(p.value / value - 1));
    table.rows.push_back({found.base.base[j].expression, parameter_unit(found.base.form, static_cast<int>(j)), p.model,
                          value, p.value, p.half_width, p.value / value});
  }
  result.tables.push_back(std::move(table));
  const int count = static_cast<int>(truth.size()), held = interval_coverage(found.estimate, truth).held;
  result.claims.push_back({"the linear form (45) serves to identify the dynamic parameters",
                           fmt::format("{} parameters, the worst {:.2g} % off, {} intervals of 95 % hold the plant's "
                                       "values; condition number {:.3g}, columns scaled to length one",
                                       count, 100 * worst, held, found.estimate.condition),
                           count == 7 && worst < 0.05 && held >= 5, ""});
  result.remarks = {"The paper identifies by adaptive control; codourey97-adaptive does so. Here a log is evaluated."};
  return result;
}

}  // namespace jourdain
