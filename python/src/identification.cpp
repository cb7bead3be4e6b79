// Identification from logs, excitation, simulated logs.
#include "bindings.hpp"

#include "jourdain/identification/excitation.hpp"
#include "jourdain/identification/identify.hpp"
#include "jourdain/identification/log.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain::python {
namespace {

IdentifyOptions identify_options(const std::string& method, nb::handle validation, int average, double period,
                                 double bandwidth, nb::handle map, bool essential, bool trust_log) {
  IdentifyOptions options;
  choose(method, {"ols", "wls", "irls", "consistent"}, "method");
  options.consistent = method == "consistent";
  options.estimator.method = options.consistent ? Method::wls : parse_method(method);
  options.estimator.essential = essential;
  if (essential && options.consistent) throw nb::value_error("essential: does not go with method 'consistent'");
  if (average < 1) throw nb::value_error("average: expected at least 1");
  if (!(std::isfinite(period) && period >= 0)) throw nb::value_error("period: expected seconds, or 0");
  if (!(std::isfinite(bandwidth) && bandwidth >= 0)) throw nb::value_error("bandwidth: expected Hz, or 0");
  options.average = average;
  options.period = period;
  options.log.bandwidth = bandwidth;
  options.trust_log = trust_log;
  if (!map.is_none()) options.log.map = read_log_map(path_text(map, "map"));
  if (!validation.is_none()) options.validation = read_log(validation, "validation");
  return options;
}

Identification identified(const Robot& robot, nb::object log, const std::string& method, nb::object validation,
                          int average, double period, double bandwidth, nb::object map, bool essential,
                          bool trust_log) {
  IdentifyOptions options = identify_options(method, validation, average, period, bandwidth, map, essential, trust_log);
  const LogSource source = read_log(log, "log");
  std::optional<Identification> found;
  run_job([&](const Job& job) {
    options.job = job;
    found = identify(robot, source, options);
  });
  return *found;
}

Dict residual_dict(const ResidualReport& report) {
  nb::dict result;
  const auto motors = [&](auto&& get) {
    Output<double> out({report.motors.size()});
    std::ranges::transform(report.motors, out.data(), get);
    return out.take();
  };
  result["rms"] = motors([](const MotorResidual& motor) { return motor.rms; });
  result["largest"] = motors([](const MotorResidual& motor) { return motor.largest; });
  result["measured_rms"] = motors([](const MotorResidual& motor) { return motor.measured_rms; });
  result["explained"] = motors([](const MotorResidual& motor) { return motor.explained; });
  result["correlation"] = motors([](const MotorResidual& motor) { return motor.correlation; });
  result["equations"] = report.equations;
  return result;
}

Dict validated(const Robot& robot, nb::object log, double bandwidth, nb::object map, bool trust_log) {
  IdentifyOptions options = identify_options("wls", nb::none(), 1, 0, bandwidth, map, false, trust_log);
  const LogSource source = read_log(log, "log");
  std::optional<Validation> found;
  run_job([&](const Job& job) {
    options.job = job;
    found = validate(robot, source, options);
  });
  nb::dict result = residual_dict(found->residuals);
  result["samples"] = found->samples;
  result["refused"] = found->refused;
  return result;
}

template <typename Get>
Array of_parameters(const Identification& result, Get&& get) {
  Output<double> out({result.estimate.parameters.size()});
  std::ranges::transform(result.estimate.parameters, out.data(), get);
  return out.take();
}

std::vector<std::string> names_of(const BaseParameters& base) {
  std::vector<std::string> names;
  for (const Parameter& parameter : base.form.parameters()) names.push_back(parameter.name);
  return names;
}

List reasons(const Identification& result) {
  nb::list list;
  for (const Reason& reason : result.verdict.reasons)
    list.append(nb::make_tuple(std::string(to_string(reason.limits)), reason.text));
  return list;
}

SimulatedLogOptions sensor_options(const Motion& motion, double rate, nb::handle noise, nb::handle resolution,
                                   double correlation, std::uint64_t seed) {
  const std::size_t motors = motion.robot().motor_joints().size();
  SimulatedLogOptions options;
  options.rate = rate;
  if (!noise.is_none()) options.noise = read_vector(noise, "noise", motors);
  if (!resolution.is_none()) options.resolution = read_vector(resolution, "resolution", motors);
  options.correlation = correlation;
  options.seed = seed;
  return options;
}

Dict log_written(const Motion& motion, nb::object path, double rate, nb::object noise, nb::object resolution,
                 double correlation, std::uint64_t seed) {
  const SimulatedLogOptions options = sensor_options(motion, rate, noise, resolution, correlation, seed);
  const std::string file = path_text(path, "path");
  SimulatedLog log;
  {
    const nb::gil_scoped_release released;
    log = write_simulated_log(motion, options, file);
  }
  nb::dict result;
  result["samples"] = log.samples;
  result["noise"] = to_array(log.noise);
  result["resolution"] = to_array(log.resolution);
  return result;
}

Dict log_in_memory(const Motion& motion, double rate, nb::object noise, nb::object resolution, double correlation,
                   std::uint64_t seed) {
  const SimulatedLogOptions options = sensor_options(motion, rate, noise, resolution, correlation, seed);
  LogTable log;
  {
    const nb::gil_scoped_release released;
    log = simulated_log(motion, options);
  }
  nb::dict result;
  for (std::size_t c = 0; c < log.names.size(); ++c) result[log.names[c].c_str()] = to_array(log.columns[c]);
  return result;
}

Excitation excited(const BaseParameters& base, const std::string& space, const std::string& criterion, int harmonics,
                   double period, double reach, int starts, int evaluations, std::uint64_t seed, double rate,
                   double repetitions) {
  ExcitationOptions options;
  options.space = choose_among(space, std::array{Space::platform, Space::motors}, "space");
  options.criterion = choose_one<ExcitationCriterion>(criterion, "criterion");
  options.harmonics = harmonics;
  options.period = period;
  options.reach = reach;
  options.starts = starts;
  options.evaluations = evaluations;
  options.seed = seed;
  options.rate = rate;
  options.repetitions = repetitions;
  std::optional<Excitation> found;
  run_job([&](const Job& job) {
    options.job = job;
    found = excite(base, options);
  });
  return *found;
}

nb::class_<Identification> bind_result(nb::module_& m) {
  return nb::class_<Identification>(m, "Identification", "What a log says about the parameters.")
      .def_prop_ro(
          "names", [](const Identification& r) { return names_of(r.base); }, "Names of the base parameters.")
      .def_prop_ro(
          "values", [](const Identification& r) { return to_array(r.values); }, "Base parameters, identified.")
      .def_prop_ro(
          "model_values",
          [](const Identification& r) { return of_parameters(r, [](const ParameterEstimate& p) { return p.model; }); },
          "Base parameters of the model.")
      .def_prop_ro(
          "deviations",
          [](const Identification& r) {
            return of_parameters(r, [](const ParameterEstimate& p) { return p.deviation; });
          },
          "Standard deviations; 0 where a parameter was held.")
      .def_prop_ro(
          "half_widths",
          [](const Identification& r) {
            return of_parameters(r, [](const ParameterEstimate& p) { return p.half_width; });
          },
          "Half widths of the 95 % intervals.")
      .def_prop_ro(
          "outcomes",
          [](const Identification& r) {
            std::vector<std::string> words;
            for (const ParameterEstimate& p : r.estimate.parameters) words.emplace_back(to_string(p.outcome));
            return words;
          },
          "What became of each parameter: estimated, not moved, dependent, insignificant.")
      .def_prop_ro(
          "covariance", [](const Identification& r) { return to_array(r.estimate.covariance); },
          "Of the base parameters.")
      .def_prop_ro(
          "condition", [](const Identification& r) { return r.estimate.condition; },
          "Condition number of the scaled regressor.")
      .def_prop_ro(
          "residuals", [](const Identification& r) { return residual_dict(r.residuals); },
          "Measured less predicted forces, one entry per driving motor.")
      .def_prop_ro(
          "validation",
          [](const Identification& r) {
            return r.validation ? std::optional<Dict>(residual_dict(*r.validation)) : std::nullopt;
          },
          "Residuals of the second log, or None.")
      .def_prop_ro(
          "verdict", [](const Identification& r) { return r.verdict.sentence; }, "What it may be used for.")
      .def_prop_ro(
          "use", [](const Identification& r) { return std::string(to_string(r.verdict.use)); },
          "'nothing', 'feedforward' or 'simulation'.")
      .def_prop_ro("reasons", &reasons, "What speaks for and against: (most use that it allows, text).")
      .def_prop_ro(
          "base", [](const Identification& r) { return r.base; }, "The base parameters and their form.")
      .def_prop_ro(
          "robot", [](const Identification& r) { return r.model ? std::optional<Robot>(*r.model) : std::nullopt; },
          "The robot with the identified parameters as real bodies, or None; model_problem says why.")
      .def_ro("model_problem", &Identification::model_problem,
              "Why there is no robot of real bodies; empty if there is one.")
      .def_ro("samples", &Identification::samples, "Samples of the log.")
      .def_ro("refused", &Identification::refused, "Samples that the robot cannot reach.");
}

void bind_excitation(nb::module_& m) {
  nb::class_<Excitation>(m, "Excitation", "A motion that tells much about the parameters.")
      .def_prop_ro(
          "motion", [](const Excitation& e) { return e.motion; }, "One period, repeated for ever.")
      .def_prop_ro(
          "condition", [](const Excitation& e) { return e.quality.condition; },
          "Condition number of the scaled regressor.")
      .def_prop_ro(
          "log_det", [](const Excitation& e) { return e.quality.log_det; },
          "Logarithm of the information matrix' determinant.")
      .def_prop_ro(
          "deviations", [](const Excitation& e) { return to_array(e.deviations); },
          "Expected standard deviations of the base parameters.")
      .def_ro("period", &Excitation::period, "Length of a period, s.")
      .def_ro("evaluations", &Excitation::evaluations, "Evaluations of the criterion.")
      .def("motion_file", &print_excitation, "name"_a, "repetitions"_a = 3.0,
           "The series as a motion file, with a period before and behind in which it grows and fades.");
  m.def("excite", &excited, "base"_a, nb::kw_only(), "space"_a = "platform", "criterion"_a = "balanced",
        "harmonics"_a = 5, "period"_a = 0.0, "reach"_a = 0.15, "starts"_a = 3, "evaluations"_a = 400, "seed"_a = 1,
        "rate"_a = 1000.0, "repetitions"_a = 3.0, "Optimises an exciting motion within the robot's limits.");
}

}  // namespace

void bind_identification(nb::module_& m) {
  bind_result(m).def("__repr__",
                     [](const Identification& r) { return "<jourdain.Identification: " + r.verdict.sentence + ">"; });
  robot_function(m, "identify", &identified,
                 "Identifies the base parameters from a log, a file (CSV, text or MAT) or a dict of arrays with the\n"
                 "same columns: docs/identification.md tells which are understood. `method`: 'ols', 'wls', 'irls' or "
                 "'consistent' (real bodies). `period`: the\n"
                 "motion repeats itself after so many seconds and is averaged.",
                 "log"_a, nb::kw_only(), "method"_a = "wls", "validation"_a = nb::none(), "average"_a = 1,
                 "period"_a = 0.0, "bandwidth"_a = 0.0, "map"_a = nb::none(), "essential"_a = false,
                 "trust_log"_a = false);
  robot_function(m, "validate", &validated, "Residuals of a log for the robot's own parameters.", "log"_a,
                 nb::kw_only(), "bandwidth"_a = 0.0, "map"_a = nb::none(), "trust_log"_a = false);
  m.def("write_simulated_log", &log_written, "motion"_a, "path"_a, nb::kw_only(), "rate"_a = 1000.0,
        "noise"_a = nb::none(), "resolution"_a = nb::none(), "correlation"_a = 0.0, "seed"_a = 1,
        "Writes the log that the motion's robot would record: columns t, <motor>, <motor>_force.");
  m.def("simulated_log", &log_in_memory, "motion"_a, nb::kw_only(), "rate"_a = 1000.0, "noise"_a = nb::none(),
        "resolution"_a = nb::none(), "correlation"_a = 0.0, "seed"_a = 1,
        "The same as a dict of arrays, for identify().\n\n>>> robot = jourdain.load(\"five-bar\")\n>>> log = "
        "jourdain.simulated_log(robot.load_motion(\"circle radius=30mm turns=8 duration=8s\"), rate=250)\n>>> "
        "robot.identify(log).samples > 1000\nTrue");
  bind_excitation(m);
}

}  // namespace jourdain::python
