// What a plan makes of the parameters, once for each set of them: those of all legs, and the platform with the legs'
// masses at its joints.
#pragma once

#include "legs/plan.hpp"

namespace jourdain {

// The platform with the legs' masses at its joints, about its origin and in its axes, and what gravity pulls at beyond
// those: mass and first moment.
template <typename T>
struct LoadedPlatform {
  FrameInertia<T> moved;
  T gravity_only = T(0);
  Vector3T<T> gravity_only_s = Vector3T<T>::Zero();
};

// The platform as a mass, dipoles L_ij along its axes at a centre, and a ball that only turns: the second moments are
// those of I = tr(L) - L, of which an equal part on all axes is the ball's. The centre is that of mass, where s
// vanishes, or the origin, where all this is linear in the parameters.
template <typename T>
struct PlatformMasses {
  T m, weight;  // what is moved and what gravity pulls at
  Vector3T<T> centre;
  Matrix3T<T> L;
  T ball;
  Vector3T<T> gravity_only_s;  // first moment about the centre of the weight beyond that of the masses
  Vector3T<T> s;               // first moment of the masses about the centre
};

template <typename T>
struct PlanParameters {
  std::vector<LegKernel<T>> legs;
  LoadedPlatform<T> platform;  // what vanishes in the model is 0
  PlatformMasses<T> masses;    // the same for its wrench
  Vector3T<T> gravity;
  DeadBands<T> bands;   // of dry friction
  bool linear = false;  // parameters are plain factors: more operations, but fewer in derivatives by them
  DroppedSums<T> dropped;
};

// With or without the payload. Set-up code.
template <typename T>
PlanParameters<T> plan_parameters(const RobotData& robot, const Plan& plan, const TreeParameters<T>& parameters,
                                  bool payload, const DeadBands<T>& bands, bool linear = false);

// Second moments L = integral of x x^T of an inertia I = tr(L) - L.
template <typename T>
Matrix3T<T> second_moments(const FrameInertia<T>& inertia) {
  Matrix3T<T> L = -inertia.I;
  const T half = T(0.5) * inertia.I.trace();
  for (int i = 0; i < 3; ++i) L(i, i) += half;
  return L;
}

}  // namespace jourdain
