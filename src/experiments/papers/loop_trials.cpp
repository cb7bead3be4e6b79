#include "experiments/papers/loop_trials.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/motion/follower.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

Robot with_drive(const Robot& robot, double time_constant, double encoder_step) {
  Mechanism m = robot.mechanism();
  for (const int joint : robot.actuators()) {
    DriveModel& drive = m.joints[static_cast<std::size_t>(joint)].actuator->drive;
    drive.time_constant = time_constant;
    drive.encoder_step = encoder_step;
  }
  return Robot(std::move(m));
}

}  // namespace

LoopTrial loop_trial(const Robot& robot, double time_constant, double encoder_step, double period) {
  const Robot driven = with_drive(robot, time_constant, encoder_step);
  LoopTrial trial{driven, driven, {}, {}};
  trial.loop.timing.period = period;
  trial.loop.timing.lag = time_constant;
  trial.loop.plant.integrator = Integrator::bogacki_shampine;
  trial.loop.plant.tolerance = 1e-7;
  trial.laws.timing = trial.loop.timing;
  return trial;
}

Robot with_rotors(const Robot& robot, double inertia) {
  Mechanism m = robot.mechanism();
  for (const int joint : robot.actuators()) {
    m.joints[static_cast<std::size_t>(joint)].actuator->rotor_inertia = inertia;
  }
  return Robot(std::move(m));
}

Robot with_factors(const Robot& robot, double rigid, double friction, double gain) {
  Mechanism m = robot.mechanism();
  const auto scale = [&](Inertial& inertial) { inertial.mass *= rigid, inertial.inertia *= rigid; };
  for (Body& body : m.bodies) scale(body.inertial);
  if (m.output) scale(m.output->payload);
  for (Joint& joint : m.joints) {
    for (JointAxis& axis : joint.axes) {
      axis.friction.coulomb *= friction;
      axis.friction.viscous *= friction;
      axis.friction.breakaway *= friction;
    }
    if (joint.actuator) joint.actuator->rotor_inertia *= rigid, joint.actuator->drive.gain *= gain;
  }
  return Robot(std::move(m));
}

Robot without_friction(const Robot& robot) {
  Mechanism m = robot.mechanism();
  for (Joint& joint : m.joints) {
    for (JointAxis& axis : joint.axes) axis.friction = {};
  }
  return Robot(std::move(m));
}

double LoopCourse::largest_motor_error() const {
  double largest = 0;
  for (const MotorTracking& motor : report.motors) largest = std::max(largest, std::abs(motor.error.value));
  return largest;
}

Workspace start_of(const Robot& robot, const Trajectory& trajectory) {
  Workspace start(robot);
  Follower follow(trajectory);
  if (follow(0, start, Order::position) != Status::ok) {
    throw Error(ErrorKind::numerical, "the motion cannot begin: " + start.explain());
  }
  return start;
}

LoopCourse run_loop(const LoopTrial& trial, Law law, const Trajectory& trajectory, const WrapController& wrap) {
  const Trajectory wanted = trajectory.on(trial.believed);
  Workspace start = start_of(trial.believed, wanted);
  std::unique_ptr<Controller> controller = make_controller(law, trial.believed, start, trial.laws);
  if (wrap) controller = wrap(std::move(controller));
  LoopCourse course;
  course.frequency = loop_frequency(law, trial.believed, start, trial.laws);
  const int motors = static_cast<int>(trial.plant.actuators().size());
  course.errors.resize(static_cast<std::size_t>(motors));
  course.forces.resize(static_cast<std::size_t>(motors));
  course.report = run_closed_loop(trial.plant, *controller, wanted, trial.loop, [&](const LoopSample& sample) {
    course.time.push_back(sample.time);
    double largest = 0;
    for (int k = 0; k < motors; ++k) {
      const double error = sample.plant.actuator_position(k) - sample.wanted.positions[k];
      largest = std::max(largest, std::abs(error));
      course.errors[static_cast<std::size_t>(k)].push_back(error);
      course.forces[static_cast<std::size_t>(k)].push_back(sample.forces[k]);
    }
    course.motor_error.push_back(largest);
    course.output_error.push_back((sample.plant.output_pose().p - sample.wanted.output.pose.p).norm());
  });
  return course;
}

}  // namespace jourdain
