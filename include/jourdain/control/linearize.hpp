// The robot near a pose at which it is held: a linear system, its modes, and how fast a control loop may be there.
#pragma once

#include "jourdain/control/laws.hpp"

#include <complex>
#include <vector>

namespace jourdain {

// A motion that the robot has by itself, motors free under the forces that hold it.
struct Mode {
  std::complex<double> pole;                           // 1/s
  double frequency() const { return std::abs(pole); }  // rad/s
  double damping() const { return frequency() > 0 ? -pole.real() / frequency() : 1; }
};

// dx = A x + B u for deviations x = (positions, rates) of the driving motors and u of their forces from those that hold
// the pose. Dry friction is left out: it is what a linear system cannot have.
struct LinearModel {
  std::vector<int> driving;  // motors, see driving_motors
  MatrixX M, K, D;           // mass, stiffness (weight, springs) and viscous damping of the motors' coordinates
  MatrixX A, B;
  VectorX holding;          // forces of all motors that hold the pose
  std::vector<Mode> modes;  // of A, slowest first
  VectorX inertias;         // eigenvalues of M in its own diagonal's units, rising: 1 for motors that do not meet
  double coupling = 1;      // 1 over the smallest: by how much motors help each other
};

// At the workspace's configuration, at rest. Set-up code: throws Error(numerical) near a singularity, Error(usage) for
// robots without a motor for every freedom.
LinearModel linearize(const Robot& robot, Workspace& workspace);

// A loop of a unit inertia under PD with lag, delay and sampling.
struct LoopMargin {
  double crossover = 0;     // rad/s, where the loop's gain is 1
  double phase_margin = 0;  // rad
  double delay_margin = 0;  // s, further delay until it swings
};
LoopMargin loop_margin(double frequency, double damping, const LoopTiming& timing);

}  // namespace jourdain
