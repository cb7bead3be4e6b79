// Motions of the legs' ball joints on the platform, in the fewest operations for the plan.
#pragma once

#include "legs/plan.hpp"

namespace jourdain {

// What all legs see of the platform: columns are its axes, their rates and accelerations.
template <typename T>
struct PlatformAxes {
  Vector3T<T> p, v, a;  // of the point that tips are given from
  Matrix3T<T> R, wR, WR;
};

// Motions of all ball joints against the legs' centres. `arm` leads to the platform's origin from the point that the
// balance is about: in general the first leg's ball joint, else plan.origin. `arms` lead to the ball joints, in general
// from that of the first leg, else from the platform's origin. Of a platform that only translates, all joints have its
// motion.
template <typename T>
struct BallMotions {
  PlatformAxes<T> axes;
  Vector3T<T> arm;
  std::array<TipMotion<T>, most_legs> joints;
  std::array<Vector3T<T>, most_legs> arms;
  Vector3 reference = Vector3::Zero();  // the point of the platform that axes.p is at
};

template <typename T>
BallMotions<T> ball_motions(const Plan& plan, const PlatformStateT<T>& motion);

// The ball joint of a leg alone, and the arm to it from the platform's point moved.reference.
template <typename T>
void single_motion(const Plan& plan, const BallMotions<T>& moved, const Vector3T<T>& w, const RobotLeg& leg,
                   TipMotion<T>& joint, Vector3T<T>& arm);

}  // namespace jourdain
