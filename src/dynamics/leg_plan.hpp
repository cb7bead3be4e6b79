// Inverse dynamics of a platform on legs that end in ball joints: one force per leg at its ball joint, and one balance
// of wrenches. The fewest operations for robots whose legs are recognised; the same forces as the general engine.
#pragma once

#include "dynamics/legs/telescopic_leg.hpp"

#include "jourdain/core/elimination.hpp"

namespace jourdain {

struct LegPlan {
  std::vector<TelescopicLeg> legs;  // empty: the robot's legs are not recognised
  int vertical = 2;
  bool shared_tips =
      false;  // tips have so many coordinates in common that velocities are cheaper by the platform's axes
  // The balance in general: about the ball joint of the first leg.
  std::vector<int> pivots;   // order of the equations, the vertical force first
  std::vector<int> columns;  // order of the legs

  // With all centres in one plane across the vertical axis: the vertical force and the moments across it have constant
  // coefficients, and give the first three legs' shares from the other three's.
  bool coplanar_base = false;
  double height = 0;                 // of that plane
  Matrix3 solved = Matrix3::Zero();  // inverse of the constant coefficients of the first three legs
  Matrix3 shares = Matrix3::Zero();  // that times those of the others
};

LegPlan make_leg_plan(const RobotData& robot);

// Platform motion: pose, twist and acceleration of its origin in base axes.
template <typename T>
struct PlatformMotion {
  PlacementT<T> pose;
  TwistT<T> twist;
  AccelerationT<T> acceleration;
};

// Forces of all actuators. Guards: no leg is horizontal or of no length.
template <typename T>
void inverse_dynamics_by_legs(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                              bool friction, bool payload, const PlatformMotion<T>& motion, const T& standstill,
                              T* forces);

}  // namespace jourdain
