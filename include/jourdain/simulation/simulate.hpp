// A simulated run in one call: what moves, what its controller takes it for, a law, a motion, and the record.
#pragma once

#include "jourdain/simulation/closed_loop.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace jourdain {

// Puts something around a law, such as sensors between it and the loop.
using WrapController = std::function<std::unique_ptr<Controller>(std::unique_ptr<Controller>)>;

// A robot under control, ready to run.
struct SimulatedLoop {
  // A controller that knows the robot, and the lag of its drives.
  explicit SimulatedLoop(const Robot& robot);

  Robot plant;      // what moves
  Robot believed;   // what the controller takes it for
  LawOptions laws;  // their timing is that of the loop
  LoopOptions loop;
  WrapController wrap;  // may be empty
};

// What happened, by period: columns of equal length, SI units.
struct LoopRecord {
  std::vector<double> time;
  // By motor, in the order of Robot::motor_joints().
  std::vector<std::vector<double>> positions, wanted, measured, commands, forces;
  std::vector<Placement> output, wanted_output;  // empty for robots without one
  // What the law learned, by parameter; empty for laws that do not learn.
  std::vector<std::string> parameter_names;
  std::vector<double> first_parameters;  // what it began with
  std::vector<std::vector<double>> parameters;

  // From what is wanted: of a motor with its sign, the largest magnitude of some motors, the distance of the output.
  std::vector<double> errors(std::size_t motor) const;
  std::vector<double> largest_errors(const std::vector<std::size_t>& motors) const;
  std::vector<double> largest_errors() const;
  std::vector<double> output_errors() const;
};

struct SimulatedRun {
  std::string law;
  LoopReport report;
  JointGains gains;      // of single joints, at the pose where the motion begins
  double frequency = 0;  // of the law's loop, rad/s
  LoopRecord record;

  // Of all motors (m, rad, N or N m): the largest magnitude, the largest RMS error, force and share of saturation.
  double largest_error() const;
  double largest_error_rms() const;
  double largest_force() const;
  double largest_saturated() const;
};

// Runs a law along a motion, which may be that of another model of the robot. Each `record_every`-th period is
// recorded, none for 0. Throws Error for what is wrong from the beginning.
SimulatedRun simulate(const SimulatedLoop& loop, Law law, const Motion& motion, long record_every = 1,
                      const Job& job = {});

// The same under a law of one's own, without gains and frequency.
SimulatedRun simulate(const SimulatedLoop& loop, Controller& controller, const Motion& motion, long record_every = 1,
                      const Job& job = {});

// The pose at which a motion begins. Throws Error(numerical) if there is none.
Workspace start_of(const Robot& robot, const Motion& motion);

}  // namespace jourdain
