// The simulated robot itself: what it keeps, and how fast it is.
#include "analyses/papers/loop_trials.hpp"
#include "analyses/papers/paper_list.hpp"
#include "analyses/papers/results.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/motion/motion_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

void require_ok(Status status, const Workspace& ws) {
  if (status != Status::ok) throw Error(ErrorKind::numerical, ws.explain());
}

// Without friction, springs at the motors that keep the robot near home; `square`: of each motor's own frequency,
// 1/s^2.
Robot swinging_robot(const std::string& name, double square) {
  const Robot robot = without_friction(catalogue_robot_named(name));
  Mechanism m = robot.mechanism();
  Workspace ws(robot);
  const int n = static_cast<int>(robot.motor_joints().size());
  VectorX still(n), pushed(n), forces(n);
  require_ok(forward_dynamics(robot, VectorX::Zero(n), ws, still), ws);
  const auto spring = [&](int k) -> Spring& { return m.joints[robot.motor_joints()[k]].axes[0].spring; };
  for (int k = 0; k < n; ++k) {
    ws.reset();
    require_ok(forward_dynamics(robot, VectorX::Unit(n, k), ws, pushed), ws);
    spring(k).stiffness += square / std::abs(pushed[k] - still[k]);
    spring(k).rest = robot.home_motors()[k];
  }
  // Their preload carries the weight.
  const Robot held(m);
  Workspace home(held);
  require_ok(inverse_dynamics(held, home, forces), home);
  for (int k = 0; k < n; ++k) spring(k).preload -= forces[k];
  return Robot(std::move(m));
}

struct FreeSwing {
  double energy = 0;   // largest change over the largest kinetic energy
  double closure = 0;  // largest, over the size
  long steps = 0;
};

FreeSwing swing(const std::string& name, double duration) {
  const Robot robot = swinging_robot(name, 200);
  Workspace ws(robot);
  const int n = static_cast<int>(robot.motor_joints().size());
  VectorX start = robot.home_motors();
  const VectorX zero = VectorX::Zero(n);
  for (int k = 0; k < n; ++k) {
    const Joint& joint = robot.mechanism().joints[robot.motor_joints()[k]];
    start[k] += 0.02 * (is_length(joint.type, 0) ? robot.size() : 1.0) * (k % 2 ? 1 : -0.6);
  }
  require_ok(forward_kinematics(robot, start, zero, zero, ws, Order::velocity), ws);
  PlantOptions options;
  options.tolerance = 1e-11;
  Plant plant(robot, options);
  const ConstantForces forces(zero);
  require_ok(plant.start(ws, 0, forces), plant.workspace());
  const auto energy = [&] {
    return kinetic_energy(robot, plant.workspace()) + potential_energy(robot, plant.workspace());
  };
  const double first = energy();
  double kinetic = 0, worst = 0;
  FreeSwing result;
  for (int k = 1; k <= 200; ++k) {
    require_ok(plant.advance(duration * k / 200, forces, false), plant.workspace());
    kinetic = std::max(kinetic, kinetic_energy(robot, plant.workspace()));
    worst = std::max(worst, std::abs(energy() - first));
    result.closure = std::max(result.closure, plant.workspace().closure_error(Order::position));
  }
  result.energy = worst / kinetic;
  result.steps = plant.counters().steps;
  return result;
}

}  // namespace

PaperResult plant_energy(const ReproduceOptions& options) {
  PaperResult result = new_result("plant-energy");
  const double duration = options.brief ? 2 : 60;
  result.setting = fmt::format(
      "no friction, springs at the motors, {:.0f} s of free motion from a deflection; Dormand-Prince, tolerance 1e-11",
      duration);
  ResultTable table{
      "energy", "largest changes", {"robot", "energy over largest kinetic energy", "closure over size", "steps"}, {}};
  double energy = 0, closure = 0;
  for (const char* name : {"delta", "hexapod", "3rps"}) {
    const FreeSwing one = swing(name, duration);
    energy = std::max(energy, one.energy), closure = std::max(closure, one.closure);
    table.rows.push_back({name, one.energy, one.closure, static_cast<double>(one.steps)});
  }
  result.tables.push_back(std::move(table));
  result.claims.push_back({"energy is kept to 1e-6 and closure to 1e-9",
                           fmt::format("energy to {:.0e}, closure to {:.0e}", energy, closure),
                           energy < 1e-6 && closure < 1e-9, ""});
  result.remarks = {
      "Not from a paper: what the simulated robot must keep for the experiments above to mean something."};
  return result;
}

namespace {

// The loop without a record for its time, or with one for its places.
SimulatedRun run_hexapod(SimulatedLoop& trial, Law law, const Motion& motion, double tolerance, bool compiled,
                         bool recorded) {
  trial.loop.plant.tolerance = tolerance;
  trial.loop.plant.compiled = trial.laws.compiled = compiled;
  return simulate(trial, law, motion, recorded);
}

double largest_distance(const std::vector<Placement>& a, const std::vector<Placement>& b) {
  double largest = a.size() == b.size() ? 0 : unlimited;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) largest = std::max(largest, (a[k].p - b[k].p).norm());
  return largest;
}

}  // namespace

PaperResult plant_speed(const ReproduceOptions& options) {
  PaperResult result = new_result("plant-speed");
  result.setting =
      "hexapod with dry and viscous friction in drives and cardan joints, stiction, drives of 1 ms, 1 kHz control, "
      "circle of 100 mm inclined by 30 degrees at 0.5 m/s, tolerance 1e-7; one core, no log, set-up not counted";
  const Robot robot = catalogue_robot_named("hexapod");
  SimulatedLoop trial = loop_trial(robot, 1e-3);
  const auto turns = [&](int count) {
    return load_motion(trial.believed, fmt::format("circle radius=100mm speed=0.5m/s tilt=30deg turns={}", count))
        .motion;
  };
  const Motion once = turns(1), often = turns(options.brief ? 1 : 10);
  ResultTable table{"speed",
                    "simulated over processor time",
                    {"law", "plant", "times real time", "wanted", "evaluations per period", "error over size"},
                    {}};
  double error = 0, slowest[2] = {unlimited, unlimited};
  for (const Law law : {Law::pd, Law::feedforward}) {
    const LoopRecord fine = run_hexapod(trial, law, once, 1e-11, options.compile, true).record;
    for (const bool compiled : {false, true}) {
      if (compiled && !options.compile) continue;
      const LoopReport report = run_hexapod(trial, law, often, 1e-7, compiled, false).report;
      if (compiled && !report.compiled) {
        result.remarks.push_back("No generated code: " + report.note);
        continue;
      }
      const LoopRecord places = run_hexapod(trial, law, once, 1e-7, compiled, true).record;
      const double off = largest_distance(places.output, fine.output) / robot.size();
      const double factor = often.duration() / std::max(report.processor_time, 1e-9);
      slowest[compiled] = std::min(slowest[compiled], factor);
      error = std::max(error, off);
      table.rows.push_back({std::string(to_string(law)), compiled ? "generated code" : "engine", measured_cell(factor),
                            compiled ? 200 : 20,
                            static_cast<double>(report.plant.evaluations) / static_cast<double>(report.periods), off});
    }
  }
  result.tables.push_back(std::move(table));
  result.claims.push_back({"the error of the integration stays below 1e-6 of the size",
                           fmt::format("{:.0e}, against a tolerance 10 000 times as fine", error), error < 1e-6, ""});
  const auto speed_claim = [&](const char* text, double factor, double wanted) {
    result.claims.push_back({text, fmt::format("{:.0f} times on this machine as it is busy now", factor),
                             factor >= wanted, "it depends on the machine and on what else it does", true});
  };
  speed_claim("at least 20 times real time with the engine", slowest[0], 20);
  if (std::isfinite(slowest[1])) speed_claim("at least 200 times real time with generated code", slowest[1], 200);
  result.remarks.emplace_back("Not from a paper: what the simulated robot is asked for.");
  return result;
}

}  // namespace jourdain
