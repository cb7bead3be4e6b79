// What a motion asks of the motors, and what all sums along a motion share.
#pragma once

#include "jourdain/core/status.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/model/mechanism.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jourdain {

// What sums along a motion share: peaks, RMS values with or without times, and an account of states that have no
// answer. Memory does not depend on the number of states.

// An extreme value and where it occurs first: number of the state from 0 (refused states count too), and its time.
struct Peak {
  double value = 0;
  long state = -1;          // -1: never, no state was good
  double time = unlimited;  // unlimited without times
};

// A state without an answer.
struct RefusedState {
  long state = -1;
  double time = unlimited;
  Status status = Status::ok;
};

// The number and the times of the states, and which were refused. A control loop may call everything but refusals().
class StateLog {
 public:
  static constexpr int named_refusals = 16;

  // Whether a state may come now: ok; not_finite; inconsistent if the time does not grow, or if some states have times
  // and others none.
  Status check(std::optional<double> time) const;

  // The next state is good. Afterwards step() is the time since the last state if that was good too, else 0.
  void accept(std::optional<double> time);

  // The next state has no answer.
  void refuse(Status status, std::optional<double> time);

  long states() const { return states_; }  // all, refused ones too
  long refused() const { return refused_; }
  long good() const { return states_ - refused_; }
  double step() const { return step_; }
  double duration() const { return duration_; }  // covered by pairs of good neighbours
  Peak here(double value) const { return {value, states_ - 1, time_}; }

  // The first refused states, at most named_refusals.
  std::vector<RefusedState> refusals() const;

 private:
  enum class Times { open, none, given };
  Times times_ = Times::open;
  long states_ = 0, refused_ = 0;
  double last_time_ = -unlimited, time_ = unlimited;
  double step_ = 0, duration_ = 0;
  bool has_neighbour_ = false;  // the last state was good
  std::array<RefusedState, named_refusals> refusals_;
};

// RMS of a quantity: by the trapezoid rule over time where the log has a duration, else with equal weights.
class RmsSum {
 public:
  // After log.accept() of the same state.
  void add(double value, const StateLog& log);
  double value(const StateLog& log) const;

 private:
  double equal_ = 0, by_time_ = 0, last_ = 0;
};

// Keeps the value of largest magnitude, after log.accept() of the same state.
void keep_largest(Peak& peak, double value, const StateLog& log);

// "state 7, t = 0.35 s"; and the refused states as a sentence, "" if there are none.
std::string describe(long state, double time);
std::string describe_refusals(long states, long refused, const std::vector<RefusedState>& first);

// What a motion asks of the motors: peak and RMS force, speed and power of each, at the joint and at the motor side of
// its gear. States are added one by one.

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
  // Speed times gear; the force is what the rotor and the motor's own bearings need and what goes into the gear, whose
  // losses the motor bears when it drives and the load when it brakes. In the motor's sense of turning.
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
  std::vector<MotorSizing> motors;  // in the order of Robot::motor_joints()
  long states = 0;                  // all, refused ones too
  long refused = 0;
  std::vector<RefusedState> refusals;  // the first of them, at most StateLog::named_refusals
  double duration =
      0;  // if not 0, RMS values are weighed by time (trapezoid rule between good neighbours), else equally
  int force_limited = -1;  // the motors that use most of max_force and of max_speed; -1 if no limit is used at all
  int speed_limited = -1;
  int rated_limited = -1;
  int line_limited = -1;
  double largest_share = 0;  // of all shares; above 1 the motion is too much for a motor
};

// What the motors do at a state: forces at the joints, and how these move, of all motors.
struct MotorRow {
  std::span<const double> forces, rates, accelerations;
};

class Sizing {
 public:
  // `friction`: whether the forces that are added hold that of the joints.
  explicit Sizing(const Robot& robot, bool friction = true);

  // Adds the workspace's motion with these motor forces, as inverse_dynamics gives them. Times must grow, and either
  // all states have one or none. A control loop may call this. Status: inconsistent (foreign workspace, wrong size,
  // time that does not grow or is missing), not_finite; then the state counts as refused.
  Status add(const Workspace& workspace, const VectorX& forces, std::optional<double> time = {});

  // The same by the motors' rates and accelerations.
  Status add(const MotorRow& row, std::optional<double> time = {});

  // Inverse dynamics of a motion, and then the same. A control loop may call this. A state whose inverse dynamics fails
  // counts as refused, with its status.
  Status add(const PlatformState& motion, Workspace& workspace, const DynamicsOptions& options = {},
             std::optional<double> time = {});

  // Adds the load's inertia at the state that was added last: the diagonal of M as mass_matrix gives it, by the rates
  // of all motors.
  void add_inertia(std::span<const double> diagonal);

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
  // The force at the shaft of a motor, in the joint's sense of turning.
  double shaft_force(std::size_t motor, double force, double rate, double acceleration) const;
  MotorSizing motor_sizing(std::size_t motor) const;

  Robot robot_;
  bool friction_;
  VectorX forces_, rates_, accelerations_;
  std::vector<Sums> sums_;  // one per motor
  StateLog log_;
};

// Which motors limit the motion, and which states were refused, as a sentence.
std::string explain(const Robot& robot, const SizingReport& report);

}  // namespace jourdain
