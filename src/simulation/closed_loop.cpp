#include "jourdain/simulation/closed_loop.hpp"

#include "control/reference_source.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ctime>

namespace jourdain {
namespace {

// A shared friction set of the file may have other values in different joints of a plant with errors, and does no harm.
class LoopRun {
 public:
  LoopRun(const Robot& robot, Controller& controller, const Motion& motion, const LoopOptions& options)
      : robot_(robot),
        controller_(controller),
        options_(options),
        motors_(static_cast<int>(robot.motor_joints().size())),
        references_(motion, options.timing.lead(), options.plant.compiled),
        plant_(robot, plant_options(options)),
        drives_(robot, options.seed),
        positions_(VectorX::Zero(motors_)),
        last_(positions_),
        rates_(positions_),
        commands_(positions_),
        forces_(positions_),
        losses_(positions_),
        sums_(static_cast<std::size_t>(motors_)) {
    has_output_ = robot.mechanism().output.has_value();
    duration_ = options.duration > 0 ? options.duration : motion.duration();
    check();
  }

  LoopReport run(const std::function<void(const LoopSample&)>& record, const Job& job) {
    start();
    const std::clock_t begin = std::clock();
    const long periods = static_cast<long>(std::ceil(duration_ / options_.timing.period - 1e-9));
    for (long k = 0; k <= periods && !report_.lost; ++k) {
      if (k % 64 == 0) {
        stop_if_cancelled(job);
        job.advance(static_cast<double>(k) / static_cast<double>(periods));
      }
      const double time = static_cast<double>(k) * options_.timing.period;
      if (!sample(k, time)) break;
      if (record) {
        if (const Status status = plant_.body_motions(); status != Status::ok) {
          lose(time, status, plant_refusal(status));
          break;
        }
        drives_.at(time, plant_.motor_rates(), forces_, losses_);
        record({time, plant_.workspace(), references_.wanted(), positions_, commands_, forces_, controller_});
      }
      if (k < periods) advance(time, static_cast<double>(k + 1) * options_.timing.period);
    }
    report_.processor_time = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    return finish();
  }

 private:
  struct Sums {
    Peak error, force;
    RmsSum error_rms, force_rms;
    long saturated = 0;
  };

  static PlantOptions plant_options(const LoopOptions& options) {
    PlantOptions plant = options.plant;
    if (!(plant.horizon > 0)) plant.horizon = 10 * options.timing.period;
    return plant;
  }

  void check() const {
    const LoopTiming& t = options_.timing;
    if (!(t.period > 0 && std::isfinite(t.period))) throw Error(ErrorKind::usage, "the period must be positive");
    constexpr double fewest_periods = 4;
    if (!(duration_ >= fewest_periods * t.period * (1 - 1e-9)))
      throw Error(ErrorKind::usage, fmt::format("a sampling period of {:.4g} s is too long for {:.4g} s of motion: "
                                                "expected at most {:.4g} s",
                                                t.period, duration_, duration_ / fewest_periods));
    if (!(t.delay >= 0 && t.delay <= 100 * t.period)) {
      throw Error(ErrorKind::usage, "the delay must not be negative, and at most a hundred periods");
    }
    if (!(duration_ / t.period <= 1e7)) throw Error(ErrorKind::usage, "more than ten million periods");
  }

  [[noreturn]] void refuse(const std::string& what) const { throw Error(ErrorKind::numerical, what); }

  // The plant at the beginning of the reference, with the forces that hold it on its way.
  void start() {
    if (references_.at(0) != Status::ok) {
      refuse(fmt::format("the motion cannot begin: {}", references_.workspace().explain()));
    }
    const Reference& wanted = references_.wanted();
    Workspace ws(robot_);
    Status status = has_output_ ? inverse_kinematics(robot_, wanted.output, ws)
                                : forward_kinematics(robot_, wanted.positions, wanted.rates, wanted.accelerations, ws);
    if (status == Status::ok) status = inverse_dynamics(robot_, ws, forces_);
    if (status != Status::ok) refuse(fmt::format("the plant cannot begin: {}", ws.explain()));
    drives_.start(0, forces_);
    if (plant_.start(ws, 0, drives_) != Status::ok || plant_.advance(0, drives_) != Status::ok) {
      refuse(fmt::format("the plant cannot begin: {}", plant_.workspace().explain()));
    }
    drives_.measure(plant_.motor_positions(), positions_);
    last_ = positions_ - wanted.positions;
    rates_ = wanted.rates;
    status = controller_.start(input(0));
    if (status != Status::ok) refuse(fmt::format("the law '{}' cannot begin: {}", controller_.name(), explain(status)));
  }

  ControlInput input(double time) const {
    return {time, positions_, rates_, references_.wanted(), references_.ahead()};
  }

  void lose(double time, Status status, const std::string& reason) {
    report_.lost = true;
    report_.lost_at = time;
    report_.status = status;
    report_.reason = reason;
  }

  // Measurement, law and account of one period; false if the robot is lost.
  bool sample(long k, double time) {
    apply_events(time);
    if (const Status status = references_.at(time, controller_.looks_ahead()); status != Status::ok) {
      lose(time, status, fmt::format("the reference has no answer: {}", references_.workspace().explain()));
      return false;
    }
    if (k > 0) {
      drives_.measure(plant_.motor_positions(), positions_);
      if (options_.timing.differenced_rates) {
        // The wanted rate less the error's: the difference of a moving target is no half period late.
        rates_ =
            references_.wanted().rates + (positions_ - references_.wanted().positions - last_) / options_.timing.period;
      } else {
        rates_ = plant_.motor_rates();
      }
    }
    last_ = positions_ - references_.wanted().positions;
    if (const Status status = controller_.step(input(time), commands_); status != Status::ok) {
      lose(time, status, fmt::format("the law has no answer: {}", explain(status)));
      return false;
    }
    account(time);
    return !report_.lost;
  }

  void apply_events(double time) {
    while (next_payload_ < options_.payloads.size() && options_.payloads[next_payload_].time <= time) {
      plant_.set_payload(options_.payloads[next_payload_++].payload);
    }
    bool changed = false;
    for (const TimedLoad& load : options_.loads) {
      const double last = time - options_.timing.period;
      changed = changed || (load.begin <= time && load.begin > last) || (load.end <= time && load.end > last);
    }
    if (!changed) return;
    active_.clear();
    for (const TimedLoad& load : options_.loads) {
      if (load.begin <= time && time < load.end) active_.push_back(load.load);
    }
    plant_.set_loads(active_);
  }

  // Errors and forces of this instant.
  void account(double time) {
    log_.accept(time);
    const Reference& wanted = references_.wanted();
    drives_.at(time, plant_.motor_rates(), forces_, losses_);
    for (int i = 0; i < motors_; ++i) {
      Sums& sums = sums_[i];
      const double error = plant_.motor_positions()[i] - wanted.positions[i];
      keep_largest(sums.error, error, log_);
      sums.error_rms.add(error, log_);
      keep_largest(sums.force, forces_[i], log_);
      sums.force_rms.add(forces_[i], log_);
      sums.saturated += drives_.is_saturated(i, time, plant_.motor_rates()[i]);
      const int joint = robot_.motor_joints()[i];
      const bool slides = is_length(robot_.mechanism().joints[joint].type, 0);
      const double bound = options_.lost * (slides ? robot_.size() : 2.5);
      if (std::abs(error) > bound && !report_.lost) {
        lose(time, Status::limit,
             fmt::format("the error of {} is {:.3g} {}", robot_.mechanism().joints[joint].name, error,
                         slides ? "m" : "rad"));
      }
    }
    if (!has_output_) return;
    const Placement pose = plant_.output_pose();
    const double distance = (pose.p - wanted.output.pose.p).norm();
    const double angle = vector_from_rotation(pose.R * wanted.output.pose.R.transpose()).norm();
    keep_largest(report_.position_error, distance, log_);
    keep_largest(report_.rotation_error, angle, log_);
    position_.add(distance, log_);
    rotation_.add(angle, log_);
  }

  // One period of the plant; commands come into force after the delay.
  void advance(double from, double until) {
    const double at = from + options_.timing.delay;
    queue_.push_back({at, commands_});
    bool jump = true;
    while (!queue_.empty() && queue_.front().time < until - 1e-12) {
      if (queue_.front().time > plant_.time() && !go_on(queue_.front().time, jump)) return;
      drives_.command(plant_.time(), queue_.front().forces);
      queue_.erase(queue_.begin());
      jump = drives_.jumps();
    }
    go_on(until, jump);
  }

  bool go_on(double until, bool jump) {
    const Status status = plant_.advance(until, drives_, jump);
    if (options_.most_evaluations > 0 && plant_.counters().evaluations > options_.most_evaluations) {
      lose(
          plant_.time(), Status::not_converged,
          fmt::format("the simulation takes more than {} evaluations of the accelerations", options_.most_evaluations));
      return false;
    }
    if (status == Status::ok) return true;
    lose(plant_.time(), status, plant_refusal(status));
    return false;
  }

  // The workspace knows why its own computation failed; whether a step of the integrator did, only the status tells.
  std::string plant_refusal(Status status) const {
    const Workspace& workspace = plant_.workspace();
    const std::string why = workspace.report().status == Status::ok
                                ? fmt::format("{}: {}", to_string(status), explain(status))
                                : workspace.explain();
    return "the plant has no motion: " + why;
  }

  LoopReport finish() {
    report_.periods = log_.states();
    for (int i = 0; i < motors_; ++i) {
      const Sums& sums = sums_[i];
      MotorTracking motor;
      motor.joint = robot_.motor_joints()[i];
      motor.error = sums.error;
      motor.error_rms = sums.error_rms.value(log_);
      motor.force = sums.force;
      motor.force_rms = sums.force_rms.value(log_);
      motor.saturated =
          report_.periods > 0 ? static_cast<double>(sums.saturated) / static_cast<double>(report_.periods) : 0;
      report_.motors.push_back(motor);
    }
    report_.position_rms = position_.value(log_);
    report_.rotation_rms = rotation_.value(log_);
    report_.plant = plant_.counters();
    report_.sticking = plant_.sticking();
    report_.compiled = plant_.is_compiled();
    report_.note = plant_.note();
    return std::move(report_);
  }

  struct Command {
    double time;
    VectorX forces;
  };

  const Robot& robot_;
  Controller& controller_;
  const LoopOptions& options_;
  int motors_;
  double duration_ = 0;
  bool has_output_ = false;
  ReferenceSource references_;
  Plant plant_;
  Drives drives_;
  VectorX positions_, last_, rates_, commands_, forces_, losses_;
  std::vector<Sums> sums_;
  RmsSum position_, rotation_;
  StateLog log_;
  std::vector<Command> queue_;
  std::vector<BodyLoad> active_;
  std::size_t next_payload_ = 0;
  LoopReport report_;
};

}  // namespace

LoopReport run_closed_loop(const Robot& plant, Controller& controller, const Motion& motion, const LoopOptions& options,
                           const std::function<void(const LoopSample&)>& record, const Job& job) {
  return LoopRun(plant, controller, motion, options).run(record, job);
}

}  // namespace jourdain
