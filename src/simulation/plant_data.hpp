// The integrator of a plant: steps, and the events of dry friction.
#pragma once

#include "simulation/box_problem.hpp"
#include "simulation/embedded_steps.hpp"
#include "simulation/mechanics.hpp"

#include <vector>

namespace jourdain {

struct Plant::Data {
  Data(const Robot& robot, const PlantOptions& wanted);

  // What a joint with dry friction does: it moves in this direction, or rests.
  enum class Mode : signed char { backward = -1, rests = 0, forward = 1 };

  // dy at (t, at): positions and rates, motors, friction, accelerations.
  // `rates_too`: those of the axes are needed, which generated code does not tell by the way.
  Status evaluate(double t, const VectorX& at, const MotorForces& motors, VectorX& dy, bool rates_too = true);

  // The friction of resting joints that keeps them at rest, and dy with it; after the accelerations of the last one.
  Status correct_resting(const VectorX& at, VectorX& dy);

  // One step of length h from (time, y, slopes[0]) to trial, with its error; slopes.back() is the slope there.
  Status step(double h, const MotorForces& motors, double& error);

  // Steps with controlled error, up to the next event at most. False: it came to a stop before the end.
  Status advance_once(double until, const MotorForces& motors);

  // Where between low_rates (0) and high_rates (1) the first axis turns.
  double first_crossing() const;

  // Shortens a step after which joints have turned round, so that it ends where the first of them rests.
  Status locate_stop(double h, const MotorForces& motors, double& located);

  // Which joints at rest stay there, which go and whereto. y and the workspace are at the present state.
  Status decide_modes(const MotorForces& motors);
  bool has_turned(int axis, double rate) const;
  bool has_broken_away() const;
  void find_resting();
  Status measure_response(const MotorForces& motors);
  void hold_resting();

  // Forces, losses and resistances of the axes that move, at the workspace's rates.
  Status read_motors(double t, const MotorForces& motors, bool rates_too = true);

  Mechanics mechanics;
  PlantOptions options;
  const RungeKuttaPair& pair;
  PlantCounters counters;
  std::string note;
  double time = 0, next_step = 0, horizon = 1;
  bool has_stribeck = false;
  bool fresh = false;  // slopes[0] belongs to the present state
  bool stale = false;  // A belongs to a state so far away that corrections no longer end soon

  VectorX y, trial, stage;
  std::vector<VectorX> slopes;
  VectorX motor_positions, rates, forces, losses;  // of the motors
  VectorX resistance, bound;  // of the axes: dry friction against positive rates, and its largest value at rest
  VectorX axis_rates, axis_accelerations, start_rates, resistance_at_start;
  VectorX low_rates, high_rates;  // of the axes, at the ends of the time in which a joint comes to rest
  VectorX tolerance;              // rates below it are rest, one per axis
  std::vector<Mode> modes;
  std::vector<int> resting;  // axes with Mode::rests
  std::vector<BodyLoad> loads;

  // r'' = free - A f of the resting axes; columns of R are what a unit resistance takes from the rates' changes.
  MatrixX A, R;
  BoxProblem box;
  VectorX free_accelerations, f, f_bound, before;
};

}  // namespace jourdain
