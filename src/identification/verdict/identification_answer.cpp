#include "identification/verdict/identification_answer.hpp"

#include "core/joined.hpp"
#include "identification/verdict/identification_plots.hpp"
#include "identification/verdict/log_answer.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "linear_form/parameters/parameter_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// How a column of numbers is called and taken.
struct MotorColumn {
  std::string key, title;
  std::function<Cell(const MotorResidual& motor, Measure force)> cell;
};

Table motor_rows(const Robot& robot, const std::string& key, const std::string& title, const ResidualReport& report,
                 const std::vector<MotorColumn>& wanted) {
  const auto place = [&](const MotorResidual& m) { return static_cast<std::size_t>(&m - report.motors.data()); };
  std::vector<ColumnOf<MotorResidual>> columns{
      {"motor", "motor", [&](const MotorResidual& m) { return Cell(driving_joint(robot, place(m)).name); }}};
  for (const MotorColumn& column : wanted)
    columns.push_back({column.key, column.title, [&](const MotorResidual& m) {
                         return column.cell(m, force_measure(driving_slides(robot, place(m))));
                       }});
  return table_of<MotorResidual>(key, title, report.motors, columns);
}

std::string colour_of_residual(const MotorResidual& m) {
  if (m.white >= 0.01) return "white";
  if (m.correlation_time < 1.5) return "slightly correlated";
  return fmt::format("correlated over {:.0f}", std::ceil(m.correlation_time));
}

std::string remark_on(const ParameterEstimate& p, const double* truth) {
  if (p.outcome != Outcome::estimated) return "";
  if (p.half_width > std::abs(p.value)) return "not told from zero";
  if (truth) return std::abs(p.value - *truth) <= p.half_width ? "holds the true value" : "misses the true value";
  return std::abs(p.value - p.model) > p.half_width ? "differs from the model" : "";
}

Table parameter_rows(const Identification& result, const VectorX* truth) {
  const Estimate& e = result.estimate;
  const auto place = [&](const ParameterEstimate& p) { return static_cast<int>(&p - e.parameters.data()); };
  const auto base = [&](const ParameterEstimate& p) -> const BaseParameter& { return result.base.base[place(p)]; };
  const auto has_interval = [](const ParameterEstimate& p) {
    return p.outcome == Outcome::estimated || p.outcome == Outcome::given;
  };
  using P = ParameterEstimate;
  std::vector<ColumnOf<P>> columns{
      {"name", "parameter", [&](const P& p) { return Cell(result.base.form.parameters()[place(p)].name); }},
      {"model", "model", [](const P& p) { return Cell(Number{p.model}); }},
      {"value", "identified", [](const P& p) { return Cell(Number{p.value}); }},
      {"half_width", fmt::format("+- {:g} %", 100 * e.confidence),
       [&](const P& p) { return has_interval(p) ? Cell(Number{p.half_width}) : Cell(); }},
      {"deviation", "deviation", [](const P& p) { return Cell(Number{p.deviation}); }},
      {"used", result.consistent ? "consistent" : "used",
       [&](const P& p) { return Cell(Number{result.values[place(p)]}); }}};
  if (truth) columns.push_back({"truth", "true value", [&](const P& p) { return Cell(Number{(*truth)[place(p)]}); }});
  columns.insert(
      columns.end(),
      {{"unit", "unit", [&](const P& p) { return Cell(parameter_unit(result.base.form, place(p))); }},
       {"outcome", "outcome",
        [](const P& p) {
          return Cell(std::string(to_string(p.outcome)), p.outcome == Outcome::estimated ? Tone::plain : Tone::caution);
        }},
       {"remark", "remark", [&](const P& p) { return Cell(remark_on(p, truth ? truth->data() + place(p) : nullptr)); }},
       {"expression", "is the sum of",
        [&](const P& p) { return base(p).groups.empty() ? Cell("itself") : Cell(base(p).expression); }}});
  Table table = table_of<P>("parameters", "Base parameters", e.parameters, columns);
  table.shown = 40;
  table.note = fmt::format("Intervals of {:g} %, by leaving out one of {} stretches of the log at a time.",
                           100 * e.confidence, e.blocks);
  if (result.consistent) table.note += " \"Consistent\" is what the identified model has.";
  if (truth)
    table.note += fmt::format(
        " Of such intervals {:.0f} in a hundred miss the true value; parameters that a motion "
        "shows mostly as sums and differences miss it together.",
        100 * (1 - e.confidence));
  return table;
}

Facts run_facts(const Identification& result) {
  const Estimate& e = result.estimate;
  double explained = 1;
  for (const MotorResidual& m : result.residuals.motors) explained = std::min(explained, m.explained);
  Facts facts{"run",
              "",
              {{"use", "may be used for", std::string(to_string(result.verdict.use))},
               {"explained", "variance explained", Number{explained}, "of the worst motor's force"},
               {"share_of_range", "residual", Number{result.residuals.share(), Measure::share},
                "of a motor's range, the worst"},
               {"condition", "condition number", Number{e.condition}, "weighted columns scaled to length one"},
               {"equations", "equations", count_of(e.instants)},
               {"samples", "samples", count_of(result.samples)},
               {"refused", "samples without an equation", count_of(result.refused)},
               {"equations_by", "equations by",
                result.equations_note.empty() ? std::string("general engine") : result.equations_note},
               {"blocks", "variance between", count_of(e.blocks), "stretches"},
               {"narrowness", "intervals", Number{e.plain_narrowness}, "times those of uncorrelated residuals"}}};
  const auto add = [&](bool there, Fact fact) {
    if (there) facts.facts.push_back(std::move(fact));
  };
  add(true, {"passes", "passes over the log", count_of(e.passes)});
  add(e.robust, {"outliers", "outliers", Number{e.outliers, Measure::share}, "lost half of their weight or more"});
  add(result.repetitions > 1, {"repetitions", "repetitions averaged", count_of(result.repetitions)});
  add(result.clock_corrected, {"clock_corrected", "clocks corrected", true});
  add(result.reference_distance > 0,
      {"reference_distance", "distance from the commanded motion", Number{result.reference_distance, Measure::share}});
  add(true, {"residual_equations", "residuals studied", count_of(result.residuals.equations)});
  add(!result.model_problem.empty(), {"model_problem", "no model", {result.model_problem, Tone::caution}});
  return facts;
}

Table dropped_rows(const Identification& result) {
  return table_of<DroppedEstimate>(
      "dropped", "Dropped", result.estimate.dropped,
      {{"name", "parameter", [&](const auto& d) { return Cell(result.base.form.parameters()[d.parameter].name); }},
       {"value", "value", [](const auto& d) { return Cell(Number{d.value}); }},
       {"deviation", "deviation", [](const auto& d) { return Cell(Number{d.deviation}); }},
       {"t", "|t|", [](const auto& d) { return Cell(Number{d.t}); }},
       {"rise", "rise of the squares", [](const auto& d) { return measured(d.rise, Measure::share); }}});
}

void add_friction_terms(const Robot& robot, const FrictionTerms& terms, Answer& answer) {
  Table table{"friction_terms",
              "Friction terms of the motors",
              {{"motor", "motor"},
               {"stribeck", "Stribeck"},
               {"stribeck_half_width", "+-"},
               {"stribeck_speed", "at speed"},
               {"stribeck_told", "told"},
               {"load", "by load"},
               {"load_half_width", "+-"},
               {"load_told", "told"}}};
  for (std::size_t k = 0; k < driving_motors(robot).size(); ++k) {
    const bool slides = driving_slides(robot, k);
    std::vector<Cell> row{driving_joint(robot, k).name};
    row.resize(table.columns.size());
    if (k < terms.stribeck.size()) {
      const FrictionTerm& s = terms.stribeck[k];
      row[1] = Number{s.value, force_measure(slides)};
      row[2] = Number{s.half_width, force_measure(slides)};
      row[3] = Number{s.speed, motion_measure(slides, 1)};
      row[4] = s.told;
    }
    if (k < terms.load.size()) {
      row[5] = Number{terms.load[k].value};
      row[6] = Number{terms.load[k].half_width};
      row[7] = terms.load[k].told;
    }
    table.rows.push_back(std::move(row));
  }
  table.note = fmt::format("{} samples; they take the residual to {:.4g} times what it was.", terms.samples,
                           terms.before > 0 ? terms.after / terms.before : 1);
  if (!terms.stribeck.empty())
    table.note +=
        "\nTold Stribeck terms are taken out of the forces, and are breakaway and stribeck_speed of the model.";
  if (!terms.load.empty())
    table.note +=
        "\nFriction by load is that of the model's constraint forces, in N or N m per N; models have no key "
        "for it.";
  answer.add(std::move(table));
  answer.add(Facts{"friction_fit",
                   "",
                   {{"friction_samples", "samples for friction terms", count_of(terms.samples)},
                    {"residual_before", "residual without them", Number{terms.before}},
                    {"residual_after", "with them", Number{terms.after}}}});
}

Facts body_facts(const ConsistentFit& fit) {
  const auto decided = [&](Decided by) { return count_of(std::ranges::count(fit.decided, by)); };
  Facts facts{"bodies",
              "Real bodies",
              {{"residual_rise", "residual rises by", Number{fit.residual_rise, Measure::share},
                "above that of plain least squares"}}};
  if (!fit.at_bound.empty()) facts.facts.push_back({"at_bound", "at a bound", joined(fit.at_bound)});
  if (!fit.on_face.empty()) facts.facts.push_back({"on_face", "without volume, as in the model", joined(fit.on_face)});
  facts.facts.insert(facts.facts.end(), {{"decided_by_data", "parameters decided by data", decided(Decided::data)},
                                         {"decided_by_both", "by data and model", decided(Decided::both)},
                                         {"decided_by_model", "by the model", decided(Decided::cad)},
                                         {"steps", "solved in steps", count_of(fit.steps)},
                                         {"kkt", "optimality", Number{fit.kkt}}});
  return facts;
}

Table body_rows(const LinearForm& form, const ConsistentFit& fit) {
  const std::vector<StandardParameter>& standard = form.standard();
  const auto place = [&](const StandardParameter& p) { return static_cast<std::size_t>(&p - standard.data()); };
  const auto at = [&](const VectorX& values, const StandardParameter& p) {
    return Cell(Number{values[static_cast<int>(place(p))]});
  };
  return table_of<StandardParameter>(
      "bodies", "Parameters of the bodies", standard,
      {{"name", "parameter", [](const auto& p) { return Cell(p.name); }},
       {"model", "model", [](const auto& p) { return Cell(Number{p.value}); }},
       {"value", "value", [&](const auto& p) { return at(fit.standard, p); }},
       {"deviation", "deviation", [&](const auto& p) { return at(fit.deviations, p); }},
       {"unit", "unit", [](const auto& p) { return Cell(p.unit); }},
       {"decided", "decided by", [&](const auto& p) { return Cell(std::string(to_string(fit.decided[place(p)]))); }}});
}

AnswerVerdict verdict_of(const Verdict& verdict) {
  AnswerVerdict result{verdict.use == Use::simulation    ? Tone::good
                       : verdict.use == Use::feedforward ? Tone::caution
                                                         : Tone::bad,
                       verdict.sentence};
  for (const Reason& reason : verdict.reasons)
    result.reasons.push_back(reason.limits == Use::simulation
                                 ? reason.text
                                 : fmt::format("{} (allows {} at most)", reason.text, to_string(reason.limits)));
  return result;
}

}  // namespace

Table residual_table(const Robot& robot, const std::string& key, const std::string& title,
                     const ResidualReport& report) {
  using M = MotorResidual;
  Table table = motor_rows(
      robot, key, title, report,
      {{"measured_rms", "measured RMS", [](const M& m, Measure force) { return measured(m.measured_rms, force); }},
       {"rms", "residual RMS", [](const M& m, Measure force) { return measured(m.rms, force); }},
       {"share_of_range", "of range",
        [](const M& m, Measure) {
          return measured(m.measured_range > 0 ? m.rms / m.measured_range : 0, Measure::share);
        }},
       {"explained", "explained", [](const M& m, Measure) { return Number{m.explained}; }},
       {"largest", "largest", [](const M& m, Measure force) { return measured(m.largest, force); }},
       {"largest_row", "at row", [](const M& m, Measure) { return count_of(m.largest_row); }},
       {"residual", "residual", [](const M& m, Measure) {
          return Cell(colour_of_residual(m), m.white < 0.01 ? Tone::caution : Tone::plain);
        }}});
  if (report.equations == IdentifyOptions{}.most_residuals)
    table.note = fmt::format("Of the first {} equations; --every-residual studies all.", report.equations);
  return table;
}

Table residual_details(const Robot& robot, const std::string& key, const ResidualReport& report) {
  using M = MotorResidual;
  return motor_rows(
      robot, key, "Residuals in numbers", report,
      {{"measured_range", "range of the force",
        [](const M& m, Measure force) { return measured(m.measured_range, force); }},
       {"rejected", "outliers", [](const M& m, Measure) { return measured(m.rejected, Measure::share); }},
       {"kurtosis", "kurtosis", [](const M& m, Measure) { return Number{m.kurtosis}; }},
       {"agreement", "measured with predicted", [](const M& m, Measure) { return Number{m.agreement}; }},
       {"correlation", "with the residual before", [](const M& m, Measure) { return Number{m.correlation}; }},
       {"correlation_time", "correlated over", [](const M& m, Measure) { return Number{m.correlation_time}; }},
       {"white", "probability of white noise", [](const M& m, Measure) { return Number{m.white}; }}});
}

IntervalCoverage interval_coverage(const Estimate& estimate, const VectorX& truth) {
  IntervalCoverage coverage;
  for (std::size_t i = 0; i < estimate.parameters.size(); ++i) {
    const ParameterEstimate& p = estimate.parameters[i];
    if (p.outcome != Outcome::estimated) continue;
    ++coverage.all;
    coverage.held += std::abs(p.value - truth[static_cast<int>(i)]) <= p.half_width;
  }
  return coverage;
}

Answer identification_answer(const Robot& robot, const Identification& result, const IdentificationExtras& extras) {
  Answer answer;
  answer.key = "identification";
  answer.verdict = verdict_of(result.verdict);
  answer.add(run_facts(result));
  if (extras.truth) {
    const IntervalCoverage coverage = interval_coverage(result.estimate, *extras.truth);
    answer.add(Facts{"coverage",
                     "",
                     {{"intervals_held", "intervals that hold the true value", count_of(coverage.held),
                       fmt::format("of {}, {:g} % each", coverage.all, 100 * result.estimate.confidence)}}});
  }
  if (extras.curves && !extras.curves->times.empty()) {
    answer.add(Picture{"fit", "", fit_plot(robot, *extras.curves), "log"});
    answer.add(Picture{"residual", "", residual_plot(robot, *extras.curves), "log"});
  }
  answer.add(parameter_rows(result, extras.truth));
  answer.add(Picture{"intervals", "", interval_plot(result.estimate)});
  answer.add(dropped_rows(result));
  if (result.friction) add_friction_terms(robot, *result.friction, answer);
  if (result.consistent) answer.add(body_facts(*result.consistent));
  answer.add(residual_table(robot, "residuals", "Residuals", result.residuals));
  if (Plot spectrum = spectrum_plot(robot, result.residuals); !spectrum.panels.empty())
    answer.add(Picture{"spectrum", "", std::move(spectrum)});
  if (result.validation)
    answer.add(residual_table(robot, "validation", "Residuals of the second log", *result.validation));

  answer.sections.push_back(log_answer("log", "Log", result.log, result.check));
  if (result.slow_log) answer.sections.push_back(log_answer("slow_log", "Log of slow motions", *result.slow_log));
  if (result.validation_log)
    answer.sections.push_back(log_answer("validation_log", "Second log", *result.validation_log));
  if (result.refit.looked) answer.sections.push_back(refit_answer(robot, result.refit));
  Answer details;
  details.key = "details";
  details.title = "Further numbers";
  details.folded = true;
  details.add(residual_details(robot, "residuals", result.residuals));
  if (result.validation) details.add(residual_details(robot, "validation", *result.validation));
  if (result.consistent) details.add(body_rows(result.base.full, *result.consistent));
  answer.sections.push_back(std::move(details));
  return answer;
}

}  // namespace jourdain
