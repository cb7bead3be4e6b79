// Motion through time under constant motor forces whose energy is accounted for in every step.
#pragma once

#include "jourdain/dynamics/forward_dynamics.hpp"

namespace jourdain {

// What became of the energy since the start, in J.
struct EnergyAccount {
  double kinetic = 0, potential = 0;  // now
  double change = 0;                  // of their sum since the start
  double motors = 0;                  // work of the motors
  double friction = 0;                // taken by friction
  double loads = 0;                   // work of the process loads
  double open = 0;                    // change - motors + friction - loads: error of the steps
};

// Steps of MotionEquations. After each one the change of kinetic and potential energy is compared with the work of
// motors, friction and loads. A step that leaves a difference, or has no answer, is halved, up to 2^deepest parts. What
// then still does not balance is refused: the step has jumped to another branch, or over a place where there is no
// motion. No allocation after the constructor.
class CheckedMotion {
 public:
  static constexpr int deepest = 8;
  // Energies are compared with the largest kinetic energy so far, with the robot's weight over its size, and with the
  // motors' forces over its size or a radian.
  static constexpr double step_tolerance = 1e-5;   // of one step
  static constexpr double total_tolerance = 1e-2;  // of all
  static constexpr double work_tolerance = 2e-2;   // of the work of friction and loads in the step: trapezoidal rule

  CheckedMotion(const Robot& robot, const VectorX& forces, const DynamicsOptions& options = {});

  // Starts at the workspace's motion, which then has its accelerations. Status as MotionEquations::derivative.
  Status start(Workspace& workspace);

  // Goes on by dt. Status as MotionEquations::step; not_converged with is_open() if the energy does not balance. On
  // failure the workspace is at the last good state, by advanced() behind the start of this step.
  Status advance(double dt, Workspace& workspace);

  const EnergyAccount& account() const { return account_; }
  bool is_open() const { return open_; }
  double open_energy() const { return open_energy_; }  // J, of the refused step
  double advanced() const { return advanced_; }        // s
  int most_parts() const { return most_parts_; }       // into which a step had to be cut so far

 private:
  struct Power {
    double friction = 0, loads = 0;
  };
  Power power(const Workspace& workspace) const;
  double energy_scale() const;
  // The account after a step of length dt to the workspace; false if it does not balance.
  bool balance(double dt, const Workspace& workspace, EnergyAccount& account, Power& power);

  Robot robot_;
  DynamicsOptions options_;
  MotionEquations equations_;
  VectorX forces_, x_, x_before_, dx_, motors_;
  Workspace before_;
  double start_energy_ = 0, still_scale_ = 0, largest_kinetic_ = 0;
  double open_energy_ = 0, advanced_ = 0;
  bool open_ = false;
  int most_parts_ = 1;
  EnergyAccount account_;
  Power power_;
};

}  // namespace jourdain
