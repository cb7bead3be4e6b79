// A robot's plan on numbers: two legs at a time, side by side in lanes, by the kernels that are traced for generated
// code, too. A control loop may call everything but make_lane_plan.
#pragma once

#include "core/lanes.hpp"
#include "legs/plan_parameters.hpp"

#include <array>

namespace jourdain {

// Two legs of one kind, or one leg in both lanes.
struct LegsInLanes {
  std::array<int, 2> legs{};  // indices into Plan::legs; twice the same: one leg
  std::array<int, 2> indices{};
  Vector3T<Lanes> centre, tip;  // tips from LanePlan::reference
  Lanes motor_unit;
  LegKernel<Lanes> kernel;

  int count() const { return legs[0] == legs[1] ? 1 : 2; }
};

// The plan with one set of parameters.
struct LanePlan {
  std::vector<LegsInLanes> lanes;
  Vector3 reference = Vector3::Zero();         // the point of the platform that moments are about: amidst the tips
  double inverse_length = 1;                   // one over what moments are measured by
  std::array<int, 6> place{0, 1, 2, 3, 4, 5};  // of forces and moments in the order of equations: home's pivots
  int flat_axis = 2;                           // the platform's axis along which tips spread least
  PlanParameters<double> parameters;
};

LanePlan make_lane_plan(const RobotData& robot, const Plan& plan, const PlanParameters<double>& parameters);

// How far a place is from where the plan's divisors vanish: 1 at best, 0 there.
struct PlanMargins {
  double stretch = 1;  // of a leg or rod along the axial axis, over its length
  double lever = 1;    // of a motor, over the best
  double pivots = 1;   // smallest over the largest of the balance

  // All of them are well away from 0: the recursion would answer, too.
  bool wide() const { return stretch > 0.05 && lever > 1e-2 && pivots > 1e-4; }
};

// What is known beside an answer. Elbows of turning arms: cosine and sine of their angles, times any length.
struct PlanReport {
  Status status = Status::ok;
  PlanMargins margins;
  std::array<std::array<double, 2>, most_legs> elbows;

  bool good() const { return status == Status::ok && margins.wide(); }
};

// Forces of all motors.
PlanReport inverse_dynamics_in_lanes(const Plan& plan, const LanePlan& lanes, bool friction,
                                     const PlatformState& motion, double* forces);

// The mass matrix of the motors' rates, square and row by row in the order of motors.
PlanReport mass_matrix_in_lanes(const Plan& plan, const LanePlan& lanes, const Placement& pose, double* matrix);

// Accelerations of all motors from the forces of all motors, and that of the platform's origin in base axes. The
// motion's own acceleration is left out of account.
PlanReport forward_dynamics_in_lanes(const Plan& plan, const LanePlan& lanes, bool friction,
                                     const PlatformState& motion, const double* forces, double* accelerations,
                                     Acceleration& platform);

}  // namespace jourdain
