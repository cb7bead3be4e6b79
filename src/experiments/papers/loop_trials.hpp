// Closed loops as the experiments of the papers have them.
#pragma once

#include "jourdain/simulation/closed_loop.hpp"

#include <string>
#include <vector>

namespace jourdain {

// A robot, what its controller takes it for, and the loop between them.
struct LoopTrial {
  Robot plant, believed;
  LawOptions laws;
  LoopOptions loop;
};

// The robot with drives of this time constant (s) and encoder steps (m or rad), under control with this period.
LoopTrial loop_trial(const Robot& robot, double time_constant, double encoder_step = 0, double period = 1e-3);

// The same robot with other values: rotors at the motors' shafts, kg m^2.
Robot with_rotors(const Robot& robot, double inertia);
// Masses and inertias, friction, and gains of the drives times these factors.
Robot with_factors(const Robot& robot, double rigid, double friction, double gain = 1);
Robot without_friction(const Robot& robot);

// Errors over time, beside the report.
struct LoopCourse {
  LoopReport report;
  double frequency = 0;                             // of the law's loop, rad/s
  std::vector<double> time;                         // s
  std::vector<double> motor_error;                  // largest of all motors, m or rad
  std::vector<double> output_error;                 // m
  std::vector<std::vector<double>> errors, forces;  // of each motor, by time

  double largest_motor_error() const;  // of all motors and times
};

// The pose at which the trajectory of this robot begins. Throws Error(numerical) if there is none.
Workspace start_of(const Robot& robot, const Trajectory& trajectory);

// Gains are those of the pose at which the trajectory begins. The controller may be wrapped before it runs.
using WrapController = std::function<std::unique_ptr<Controller>(std::unique_ptr<Controller>)>;
LoopCourse run_loop(const LoopTrial& trial, Law law, const Trajectory& trajectory, const WrapController& wrap = {});

}  // namespace jourdain
