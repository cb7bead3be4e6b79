// How far the motion of all bodies and joints in a workspace is from that of an oracle.
#pragma once

#include "oracles/simbody_oracle.hpp"

#include "jourdain/kinematics/workspace.hpp"

#include <cmath>

namespace jourdain {

// The largest deviations from Simbody, each without unit: lengths over the robot's size, rates over the largest
// rate of any body, accelerations likewise.
struct Difference {
  double position = 0;
  double velocity = 0;
  double acceleration = 0;

  void add(const Difference& other) {
    add(position, other.position);
    add(velocity, other.velocity);
    add(acceleration, other.acceleration);
  }
  // Not a number counts as the largest.
  static void add(double& largest, double value) {
    if (!(value <= largest)) largest = std::isnan(value) ? unlimited : value;
  }
};

// What the motion of a configuration is measured with.
struct Scale {
  double length = 1;
  double rate = 0;
  double acceleration = 0;

  Scale(double size, const oracle::Result& truth);
  Difference of_length(double p, double v, double a) const { return of_angle(p / length, v / length, a / length); }
  Difference of_angle(double p, double v, double a) const { return {p, v / rate, a / acceleration}; }
};

Difference compare(const Workspace& workspace, const oracle::Result& truth);

inline Vector3 vector(const double (&x)[3]) { return Eigen::Map<const Vector3>(x); }
inline Matrix3 matrix(const double (&R)[3][3]) {
  return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(R[0]);
}

}  // namespace jourdain
