// Inverse dynamics of a platform on legs that end in ball joints: one force per leg at its ball joint, and one balance
// of wrenches. The fewest operations for robots whose legs are recognised; the same forces as the general engine.
#pragma once

#include "dynamics/legs/ball_leg.hpp"
#include "dynamics/wrench.hpp"
#include "expression/repeat.hpp"

namespace jourdain {

// How the legs' shares are found.
enum class LegBalance {
  general,   // six equations about the ball joint of the first leg
  plane,     // all centres in one plane across the vertical axis: three equations have constant coefficients
  mirrored,  // and in pairs, mirrored at a plane of two base axes: those three have sums or differences only
};

struct LegPlan {
  std::vector<BallLeg> legs;  // empty: the robot's legs are not recognised
  int vertical = 2;
  LegBalance balance = LegBalance::general;
  std::vector<int> pivots;           // order of the equations, in general the vertical force first
  std::vector<int> columns;          // order of the legs; mirrored: pair after pair
  Vector3 origin = Vector3::Zero();  // in the centres' plane, what its moments are about

  // With centres in one plane: the first leg follows from the vertical force, the next two from the moments across it.
  Eigen::Matrix2d solved = Eigen::Matrix2d::Zero();                          // inverse of their coefficients
  Eigen::Matrix<double, 2, 3> shares = Eigen::Matrix<double, 2, 3>::Zero();  // that times those of the others

  int across = 1;        // the base axis across the mirror plane
  int tips_across = -1;  // the platform's axis across a mirror plane of the pairs' tips, -1: they have none
  int thin = 2;          // the platform's axis along which tips spread least
  // Which way the ball joints' motions take fewer operations: from the first leg's instead of the platform's origin,
  // velocities from the columns w x R_i instead of w x arm.
  bool tips_from_first = false, tips_from_columns = false;
};

LegPlan make_leg_plan(const RobotData& robot);

// Platform motion: pose, twist and acceleration of its origin in base axes.
template <typename T>
struct PlatformMotion {
  PlacementT<T> pose;
  TwistT<T> twist;
  AccelerationT<T> acceleration;
};

// What all legs see of the platform: columns are its axes, their rates and accelerations.
template <typename T>
struct PlatformAxes {
  Vector3T<T> p, v, a;  // of the point that tips are given from
  Matrix3T<T> R, wR, WR;
};

// Motions of all ball joints against the legs' centres. `arm` leads to the platform's origin from the point that the
// balance is about: in general the first leg's ball joint, else plan.origin. `arms` lead to the ball joints, in general
// from that of the first leg, else from the platform's origin.
template <typename T>
struct BallMotions {
  PlatformAxes<T> axes;
  Vector3T<T> arm;
  std::vector<JointMotion<T>> joints;
  std::vector<Vector3T<T>> arms;
  Vector3 reference = Vector3::Zero();  // the point of the platform that axes.p is at
};

template <typename T>
BallMotions<T> ball_motions(const LegPlan& plan, const PlatformMotion<T>& motion);

// The platform with the legs' masses at its ball joints, about its origin and in its axes, and what gravity pulls at
// beyond those: mass and first moment. What vanishes in the model is 0.
template <typename T>
struct LoadedPlatform {
  FrameInertia<T> moved;
  T more = T(0);
  Vector3T<T> more_s = Vector3T<T>::Zero();
};
template <typename T>
LoadedPlatform<T> loaded_platform(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                                  bool payload);

// The same with all entries.
template <typename T>
LoadedPlatform<T> sum_on_platform(const RobotData& robot, const std::vector<BallLeg>& legs,
                                  const TreeParameters<T>& parameters, bool payload);

// The wrench that it needs for its motion, about the point that the balance is about; `linear` as below.
template <typename T>
Wrench<T> loaded_platform_wrench(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                                 bool payload, const PlatformMotion<T>& motion, const BallMotions<T>& moved,
                                 bool linear = false);

// Forces of all actuators. Guards: what the legs' kernels need. They are not finite where a leg is horizontal. The
// linear form has the parameters as plain factors: more operations, but fewer in its derivatives by them. `repeat` runs
// the legs; in stages each of them finds the motion of its ball joint itself.
template <typename T>
void inverse_dynamics_by_legs(const RobotData& robot, const LegPlan& plan, const TreeParameters<T>& parameters,
                              bool friction, bool payload, const PlatformMotion<T>& motion, const DeadBands<T>& bands,
                              Guard<T>& guard, T* forces, bool linear = false, const Repeat<T>& repeat = Repeat<T>());

}  // namespace jourdain
