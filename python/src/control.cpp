// Control laws and closed loops.
#include "bindings.hpp"

#include "jourdain/control/linearize.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/simulation/closed_loop.hpp"
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

const std::vector<std::string>& law_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> words;
    for (const Law law : all_laws()) words.emplace_back(to_string(law));
    return words;
  }();
  return names;
}

double positive(double value, const char* name, bool zero = false) {
  if (std::isfinite(value) && (value > 0 || (zero && value == 0))) return value;
  throw nb::value_error(
      (std::string(name) + ": expected a " + (zero ? "non-negative" : "positive") + " number").c_str());
}

LoopTiming timing_of_loop(const Robot& robot, double period, double delay, bool exact_rates) {
  LoopTiming timing;
  timing.period = positive(period, "period");
  timing.delay = positive(delay, "delay", true);
  timing.lag = largest_lag(robot.mechanism());
  timing.differenced_rates = !exact_rates;
  return timing;
}

// What a loop recorded.
struct Record {
  std::vector<double> time;
  std::vector<double> positions, wanted, measured, commands, forces, output, wanted_output;

  void add(const Robot& robot, const LoopSample& sample) {
    time.push_back(sample.time);
    for (int k = 0; k < static_cast<int>(robot.actuators().size()); ++k) {
      positions.push_back(sample.plant.actuator_position(k));
      wanted.push_back(sample.wanted.positions[k]);
      measured.push_back(sample.positions[k]);
      commands.push_back(sample.commands[k]);
      forces.push_back(sample.forces[k]);
    }
    if (!robot.mechanism().output) return;
    add_pose(sample.plant.output_pose(), output);
    add_pose(sample.wanted.output.pose, wanted_output);
  }
  static void add_pose(const Placement& pose, std::vector<double>& to) {
    to.insert(to.end(), pose.p.begin(), pose.p.end());
    const Vector3 angles = cardan_from_rotation(pose.R);
    to.insert(to.end(), angles.begin(), angles.end());
  }
};

Array table(const std::vector<double>& values, std::size_t rows) {
  Output<double> out({rows, rows == 0 ? 0 : values.size() / rows});
  std::ranges::copy(values, out.data());
  return out.take();
}

Dict loop_dict(const LoopReport& report, const Record& record) {
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
  result["positions"] = table(record.positions, rows);
  result["wanted"] = table(record.wanted, rows);
  result["measured"] = table(record.measured, rows);
  result["commands"] = table(record.commands, rows);
  result["forces"] = table(record.forces, rows);
  result["output"] = table(record.output, rows);
  result["wanted_output"] = table(record.wanted_output, rows);
  return result;
}

LawOptions law_options(const LoopTiming& timing, std::optional<double> frequency, double damping,
                       const std::string& model, double adaptation) {
  LawOptions options;
  options.timing = timing;
  if (frequency) options.frequency = positive(*frequency, "frequency");
  options.damping = positive(damping, "damping");
  options.adaptation = positive(adaptation, "adaptation", true);
  options.model = static_cast<ModelChoice>(choose(model, {"full", "codourey58", "lumped"}, "model"));
  return options;
}

// The law, by its word or as a function, and the loop.
Dict closed_loop(const Robot& robot, nb::object law, const Trajectory& trajectory, const Robot* plant, double period,
                 double delay, std::optional<double> frequency, double damping, const std::string& model,
                 double adaptation, std::optional<double> duration, std::uint64_t seed, bool exact_rates,
                 double tolerance, bool compiled, bool record) {
  LoopOptions options;
  options.timing = timing_of_loop(robot, period, delay, exact_rates);
  options.seed = seed;
  if (duration) options.duration = positive(*duration, "duration");
  options.plant.tolerance = positive(tolerance, "tolerance");
  if (tolerance > 1e-3 || tolerance < 1e-14) throw nb::value_error("tolerance: expected 1e-14 to 1e-3");
  options.plant.integrator = Integrator::bogacki_shampine;
  options.plant.compiled = compiled;
  const LawOptions laws = law_options(options.timing, frequency, damping, model, adaptation);
  const Trajectory motion = trajectory.on(robot);

  std::unique_ptr<PythonLaw> own;
  std::optional<Law> known;
  if (nb::isinstance<nb::str>(law)) {
    known = static_cast<Law>(choose(nb::cast<std::string>(law), law_names(), "law"));
  } else if (PyCallable_Check(law.ptr())) {
    own = std::make_unique<PythonLaw>(law, static_cast<int>(robot.actuators().size()));
  } else {
    throw nb::type_error("law: expected a name of laws(), or a function of six arguments that returns forces");
  }
  LoopReport report;
  Record rows;
  try {
    const nb::gil_scoped_release released;
    std::unique_ptr<Controller> made;
    if (known) {
      Workspace start(robot);
      Follower follow(motion);
      if (follow(0, start, Order::position) != Status::ok)
        throw Error(ErrorKind::numerical, "the motion cannot begin: " + start.explain());
      made = make_controller(*known, robot, start, laws);
    }
    Controller& controller = own ? static_cast<Controller&>(*own) : *made;
    report = run_closed_loop(plant ? *plant : robot, controller, motion, options, [&](const LoopSample& sample) {
      if (record) rows.add(robot, sample);
    });
  } catch (...) {
    if (own) own->rethrow();
    throw;
  }
  if (own) own->rethrow();
  return loop_dict(report, rows);
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
                 "Simulates the robot under a control law along a trajectory: a dict with errors, forces and the\n"
                 "record, one row per period. `law` is a name of laws(), or a function\n"
                 "forces = law(time, positions, rates, wanted_positions, wanted_rates, wanted_accelerations).\n"
                 "`plant` is the robot that moves, if it differs from what the controller knows; see with_errors().\n\n"
                 ">>> robot = jourdain.load('five-bar')\n"
                 ">>> motion = robot.load_motion('line by={x: 20 mm, y: 10 mm} duration=0.2s')\n"
                 ">>> pd = robot.run_closed_loop('pd', motion)\n"
                 ">>> ff = robot.run_closed_loop('feedforward', motion)\n"
                 ">>> bool(ff['position_rms'] < pd['position_rms'])\n"
                 "True\n",
                 "law"_a, "trajectory"_a, nb::kw_only(), "plant"_a = nb::none(), "period"_a = 1e-3, "delay"_a = 0.0,
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
