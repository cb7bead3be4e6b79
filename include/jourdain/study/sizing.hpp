// What a motion asks of the motors: peak and RMS force, speed and power of each, at the joint and at the motor side of
// its gear. States are added one by one.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/study/along_motion.hpp"

namespace jourdain {

// Demands on one motor, seen at the joint or at the motor's shaft. Forces are moments for turning motors.
struct MotorDemand {
  Peak force;  // of largest magnitude, with its sign
  double force_rms = 0;
  Peak speed;
  double speed_rms = 0;
};

struct MotorSizing {
  int joint = -1;
  MotorDemand at_joint;
  // Speed times gear; the force is what the rotor needs and what goes into the gear, whose losses the motor bears when
  // it drives and the load when it brakes. In the motor's sense of turning.
  MotorDemand at_motor;
  Peak driving_power;  // largest power that the motor gives, not negative
  Peak braking_power;  // most negative power, which the motor takes up; not positive
  double power_rms = 0;
  double driving_energy = 0;  // integrals of positive and of negative power over time; 0 without times
  double braking_energy = 0;
  // Of what the motor can: peaks over max_force and max_speed, RMS force over rated_force, and the largest force over
  // that of the force-speed line when driving; 0 without such a limit.
  double force_share = 0;
  double speed_share = 0;
  double rated_share = 0;
  Peak line_share;
  double inertia_ratio = 0;  // largest inertia of the load over the rotor's, both at the shaft; 0 without a rotor
};

struct SizingReport {
  std::vector<MotorSizing> motors;  // in the order of Robot::actuators()
  long states = 0;                  // all, refused ones too
  long refused = 0;
  std::vector<RefusedState> refusals;  // the first of them, at most StateLog::named_refusals
  double duration =
      0;  // if not 0, RMS values are weighed by time (trapezoid rule between good neighbours), else equally
  int force_limited = -1;  // the actuators that use most of max_force and of max_speed; -1 if no limit is used at all
  int speed_limited = -1;
  int rated_limited = -1;
  int line_limited = -1;
  double largest_share = 0;  // of all shares; above 1 the motion is too much for a motor
};

class Sizing {
 public:
  explicit Sizing(const Robot& robot);

  // Adds the workspace's motion with these actuator forces, as inverse_dynamics gives them. Times must grow, and either
  // all states have one or none. A control loop may call this. Status: inconsistent (foreign workspace, wrong size,
  // time that does not grow or is missing), not_finite; then the state counts as refused.
  Status add(const Workspace& workspace, const VectorX& forces, std::optional<double> time = {});

  // Inverse dynamics of a motion, and then the same. A control loop may call this. A state whose inverse dynamics fails
  // counts as refused, with its status.
  Status add(const Motion& motion, Workspace& workspace, const DynamicsOptions& options = {},
             std::optional<double> time = {});

  // Adds the load's inertia at the state that was added last: M as mass_matrix gives it, by the rates of all actuators.
  void add_inertia(const MatrixX& M);

  // Counts a state that has no answer.
  void refuse(Status status, std::optional<double> time = {}) { log_.refuse(status, time); }

  // The demands so far; allocates.
  SizingReport report() const;

 private:
  struct Sums {
    Peak force, speed, driving, braking, shaft_force, line_share;
    RmsSum force_rms, speed_rms, power_rms, shaft_rms;
    double inertia_ratio = 0;
    double power = 0;  // of the last state
    double driving_energy = 0, braking_energy = 0;
  };
  MotorSizing motor_sizing(std::size_t actuator) const;

  Robot robot_;
  VectorX forces_;
  std::vector<Sums> sums_;  // one per actuator
  StateLog log_;
};

// Which motors limit the motion, and which states were refused, as a sentence.
std::string explain(const Robot& robot, const SizingReport& report);

}  // namespace jourdain
