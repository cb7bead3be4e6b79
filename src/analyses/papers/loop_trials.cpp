#include "analyses/papers/loop_trials.hpp"

namespace jourdain {
namespace {

Robot with_drive(const Robot& robot, double time_constant, double encoder_step) {
  Mechanism m = robot.mechanism();
  for (const int joint : robot.motor_joints()) {
    DriveModel& drive = m.joints[joint].motor->drive;
    drive.time_constant = time_constant;
    drive.encoder_step = encoder_step;
  }
  return Robot(std::move(m));
}

}  // namespace

SimulatedLoop loop_trial(const Robot& robot, double time_constant, double encoder_step, double period) {
  const Robot driven = with_drive(robot, time_constant, encoder_step);
  SimulatedLoop trial(driven);
  trial.loop.timing.period = period;
  trial.loop.plant.integrator = Integrator::bogacki_shampine;
  trial.loop.plant.tolerance = 1e-7;
  trial.laws.timing = trial.loop.timing;
  return trial;
}

Robot with_rotors(const Robot& robot, double inertia) {
  Mechanism m = robot.mechanism();
  for (const int joint : robot.motor_joints()) {
    m.joints[joint].motor->rotor_inertia = inertia;
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
    if (joint.motor) joint.motor->rotor_inertia *= rigid, joint.motor->drive.gain *= gain;
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

}  // namespace jourdain
