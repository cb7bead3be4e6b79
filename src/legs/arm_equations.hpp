// The equations of a platform that only translates on three arms, given where these are.
#pragma once

#include "legs/plan.hpp"
#include "structure/node_motion.hpp"

namespace jourdain {

// An arm's part in the equations of a platform that only translates, M a = forces, under the motor's force: with q'' =
// d.a / lever the motor's inertia and the elbow's momentum act on the platform. Upper triangle.
template <typename T>
void add_arm(const ArmShape<T>& leg, const ArmParameters<T>& masses, const ArmForce<T>& arm, const T& force,
             Matrix3T<T>& M, Vector3T<T>& forces) {
  const Vector3T<T> row = arm.at.d / arm.at.lever, momentum = elbow_motion<T>(leg, arm.at, masses.CB);
  const Vector3T<T> driven = momentum + masses.turning * row;
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) M(i, j) += row[i] * driven[j] + momentum[i] * row[j];
  }
  forces += (force - arm.load) * row - arm.f;
}

// Three arms as the mass matrix of their motors' rates sees them: bar and lever, the elbow's momentum per rate, and
// the inertia of the motor's own.
template <typename T>
struct ArmsAtRest {
  Vector3T<T> d[3], momentum[3];
  T lever[3], turning[3];

  // Of three bars that span a volume, with a platform of mass m; row by row in the order of motors.
  void mass_matrix(const Plan& plan, const T& m, T* matrix) const {
    Vector3T<T> velocity[3];
    // The platform's velocity per rate of a motor is across the two other bars: d.v = lever q'.
    for (int k = 0; k < 3; ++k) {
      const Vector3T<T> across = cross<T>(d[(k + 1) % 3], d[(k + 2) % 3]);
      const T volume = d[k].dot(across);
      velocity[k] = lever[k] / volume * across;
    }
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) {
        T entry = (m * velocity[i] + momentum[i]).dot(velocity[j]) + momentum[j].dot(velocity[i]);
        if (i == j) entry += turning[i];
        const int row = plan.legs[i].index, column = plan.legs[j].index;
        matrix[3 * row + column] = matrix[3 * column + row] = entry;
      }
    }
  }
};

}  // namespace jourdain
