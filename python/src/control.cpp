// Control laws and closed loops.
#include "bindings.hpp"

#include "jourdain/control/linearize.hpp"
#include "jourdain/simulation/simulate.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cmath>

namespace jourdain::python {
namespace {

// A law written in Python: forces = function(time, positions, rates, wanted_positions, wanted_rates,
// wanted_accelerations).
class PythonLaw final : public Controller {
 public:
  PythonLaw(nb::object function, int motors) : function_(std::move(function)), motors_(motors) {}
  std::string_view name() const override { return "python"; }
  bool looks_ahead() const override { return false; }
  Status start(const ControlInput&) override { return Status::ok; }

  Status step(const ControlInput& input, VectorX& forces) noexcept override {
    const nb::gil_scoped_acquire acquired;
    try {
      const nb::object answer =
          function_(input.time, to_array(input.positions), to_array(input.rates), to_array(input.wanted.positions),
                    to_array(input.wanted.rates), to_array(input.wanted.accelerations));
      forces = read_vector(answer, "forces", static_cast<std::size_t>(motors_));
      return Status::ok;
    } catch (...) {
      problem_ = std::current_exception();
      return Status::inconsistent;
    }
  }

  // What the function threw.
  void rethrow() const {
    if (problem_) std::rethrow_exception(problem_);
  }

 private:
  nb::object function_;
  int motors_;
  std::exception_ptr problem_;
};

double positive(double value, const char* name, bool zero = false) {
  if (std::isfinite(value) && (value > 0 || (zero && value == 0))) return value;
  throw nb::value_error(
      (std::string(name) + ": expected a " + (zero ? "non-negative" : "positive") + " number").c_str());
}

// One row per period.
Array by_period(const std::vector<std::vector<double>>& columns, std::size_t rows) {
  Output<double> out({rows, rows == 0 ? 0 : columns.size()});
  double* next = out.data();
  for (std::size_t row = 0; row < rows; ++row)
    for (const std::vector<double>& column : columns) *next++ = column[row];
  return out.take();
}

Array by_period(const std::vector<Placement>& poses) {
  Output<double> out({poses.size(), poses.empty() ? 0 : std::size_t{6}});
  double* next = out.data();
  for (const Placement& pose : poses) {
    next = std::copy(pose.p.begin(), pose.p.end(), next);
    const Vector3 angles = cardan_from_rotation(pose.R);
    next = std::copy(angles.begin(), angles.end(), next);
  }
  return out.take();
}

Dict loop_dict(const SimulatedRun& run) {
  const LoopReport& report = run.report;
  const LoopRecord& record = run.record;
  nb::dict result;
  result["lost"] = report.lost;
  result["lost_at"] = report.lost_at;
  result["reason"] = report.reason;
  const auto motors = [&](auto&& get) {
    Output<double> out({report.motors.size()});
    std::ranges::transform(report.motors, out.data(), get);
    return out.take();
  };
  result["error_peak"] = motors([](const MotorTracking& motor) { return motor.error.value; });
  result["error_rms"] = motors([](const MotorTracking& motor) { return motor.error_rms; });
  result["force_peak"] = motors([](const MotorTracking& motor) { return motor.force.value; });
  result["force_rms"] = motors([](const MotorTracking& motor) { return motor.force_rms; });
  result["saturated"] = motors([](const MotorTracking& motor) { return motor.saturated; });
  result["position_error"] = report.position_error.value;
  result["position_rms"] = report.position_rms;
  result["rotation_error"] = report.rotation_error.value;
  result["rotation_rms"] = report.rotation_rms;
  result["periods"] = report.periods;
  result["compiled"] = report.compiled;
  result["note"] = report.note;
  const std::size_t rows = record.time.size();
  result["time"] = to_array(record.time);
  result["positions"] = by_period(record.positions, rows);
  result["wanted"] = by_period(record.wanted, rows);
  result["measured"] = by_period(record.measured, rows);
  result["commands"] = by_period(record.commands, rows);
  result["forces"] = by_period(record.forces, rows);
  result["output"] = by_period(record.output);
  result["wanted_output"] = by_period(record.wanted_output);
  return result;
}

// The law, by its word or as a function, and the loop.
Dict closed_loop(const Robot& robot, nb::object law, const Motion& motion, const Robot* plant, double period,
                 double delay, std::optional<double> frequency, double damping, const std::string& model,
                 double adaptation, std::optional<double> duration, std::uint64_t seed, bool exact_rates,
                 double tolerance, bool compiled, bool record) {
  SimulatedLoop setup(robot);
  if (plant) setup.plant = *plant;
  LoopOptions& loop = setup.loop;
  loop.timing.period = positive(period, "period");
  loop.timing.delay = positive(delay, "delay", true);
  loop.timing.differenced_rates = !exact_rates;
  loop.seed = seed;
  if (duration) loop.duration = positive(*duration, "duration");
  loop.plant.tolerance = positive(tolerance, "tolerance");
  if (tolerance > 1e-3 || tolerance < 1e-14) throw nb::value_error("tolerance: expected 1e-14 to 1e-3");
  loop.plant.integrator = Integrator::bogacki_shampine;
  loop.plant.compiled = compiled;
  if (frequency) setup.laws.frequency = positive(*frequency, "frequency");
  setup.laws.damping = positive(damping, "damping");
  setup.laws.adaptation = positive(adaptation, "adaptation", true);
  setup.laws.model = choose_one<ModelChoice>(model, "model");

  std::unique_ptr<PythonLaw> own;
  std::optional<Law> known;
  if (nb::isinstance<nb::str>(law)) {
    known = choose_one<Law>(nb::cast<std::string>(law), "law");
  } else if (PyCallable_Check(law.ptr())) {
    own = std::make_unique<PythonLaw>(law, static_cast<int>(robot.motor_joints().size()));
  } else {
    throw nb::type_error("law: expected a name of laws(), or a function of six arguments that returns forces");
  }
  SimulatedRun run;
  try {
    run_job([&](const Job& job) {
      run = known ? simulate(setup, *known, motion, record, job) : simulate(setup, *own, motion, record, job);
    });
  } catch (...) {
    if (own) own->rethrow();
    throw;
  }
  if (own) own->rethrow();
  return loop_dict(run);
}

Robot erroneous(const Robot& robot, double inertia, double friction, double gain, std::uint64_t seed) {
  const ModelErrors errors{positive(inertia, "inertia", true), positive(friction, "friction", true),
                           positive(gain, "gain", true)};
  return Robot(with_errors(robot.mechanism(), errors, seed));
}

Dict linear_model(const Robot& robot, const States& states) {
  if (!states.lead().empty()) throw nb::value_error("states: expected a single state");
  states.check(robot);
  Workspace workspace(robot);
  if (states.go_to(0, robot, workspace, Order::position) != Status::ok)
    throw Error(ErrorKind::numerical, workspace.explain());
  const LinearModel model = linearize(robot, workspace);
  nb::dict result;
  result["M"] = to_array(model.M);
  result["K"] = to_array(model.K);
  result["D"] = to_array(model.D);
  result["A"] = to_array(model.A);
  result["B"] = to_array(model.B);
  result["holding"] = to_array(model.holding);
  result["coupling"] = model.coupling;
  nb::list poles;
  for (const Mode& mode : model.modes)
    poles.append(nb::steal(PyComplex_FromDoubles(mode.pole.real(), mode.pole.imag())));
  result["poles"] = poles;
  return result;
}

Dict described_laws() {
  nb::dict result;
  for (const Law law : all_laws()) result[nb::str(std::string(to_string(law)).c_str())] = std::string(describe(law));
  return result;
}

}  // namespace

void bind_control(nb::module_& m) {
  m.def("laws", &described_laws, "The control laws by name, with a sentence about each.");
  robot_function(m, "run_closed_loop", &closed_loop,
                 "Simulates the robot under a control law along a motion: a dict with errors, forces and the\n"
                 "record, one row per period. `law` is a name of laws(), or a function\n"
                 "forces = law(time, positions, rates, wanted_positions, wanted_rates, wanted_accelerations).\n"
                 "`plant` is the robot that moves, if it differs from what the controller knows; see with_errors().\n\n"
                 ">>> robot = jourdain.load('five-bar')\n"
                 ">>> motion = robot.load_motion('line by={x: 20 mm, y: 10 mm} duration=0.2s')\n"
                 ">>> pd = robot.run_closed_loop('pd', motion)\n"
                 ">>> ff = robot.run_closed_loop('feedforward', motion)\n"
                 ">>> bool(ff['position_rms'] < pd['position_rms'])\n"
                 "True\n",
                 "law"_a, "motion"_a, nb::kw_only(), "plant"_a = nb::none(), "period"_a = 1e-3, "delay"_a = 0.0,
                 "frequency"_a = nb::none(), "damping"_a = 1.0, "model"_a = "full", "adaptation"_a = 1.0,
                 "duration"_a = nb::none(), "seed"_a = 1, "exact_rates"_a = false, "tolerance"_a = 1e-8,
                 "compiled"_a = false, "record"_a = true);
  robot_function(m, "with_errors", &erroneous,
                 "The robot with random errors of its parameters: relative standard deviations.", nb::kw_only(),
                 "inertia"_a = 0.0, "friction"_a = 0.0, "gain"_a = 0.0, "seed"_a = 1);
  robot_function(m, "linearize", &linear_model,
                 "The robot near a pose at which it is held: M, K, D, A, B, holding forces and poles.", "states"_a);
}

}  // namespace jourdain::python
