// The legs of a platform, and the elimination of their ball joints: what both rivals need beside their own engine.
#pragma once

#include "oracles/mechanism.hpp"

#include <Eigen/Dense>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace peer {

using Vector3 = Eigen::Vector3d;

// Joints from the ground to the platform; each body is body b of the joint before it.
struct Leg {
  int joint[3] = {};
  int body[3] = {};
  int ball = 0;
  int motor = 0;  // which of the three
};

inline std::vector<Leg> find_legs(const oracle::Mechanism& mechanism, int platform) {
  std::vector<Leg> legs;
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    if (mechanism.joints[j].body_b != platform) continue;
    Leg leg;
    leg.ball = static_cast<int>(j);
    int body = mechanism.joints[j].body_a, count = 3;
    while (body != 0 && count > 0) {
      for (std::size_t i = 0; i < mechanism.joints.size(); ++i) {
        if (mechanism.joints[i].body_b != body) continue;
        leg.joint[--count] = static_cast<int>(i);
        leg.body[count] = body;
        if (mechanism.joints[i].actuated) leg.motor = count;
        if (mechanism.joints[i].rotor != 0 || mechanism.joints[i].axes[0].stiffness != 0)
          throw std::runtime_error("the rivals know neither rotors nor springs");
        body = mechanism.joints[i].body_a;
        break;
      }
    }
    if (body != 0 || count != 0 || mechanism.joints[j].kind != oracle::JointKind::spherical)
      throw std::runtime_error("every leg must have three joints and a ball");
    legs.push_back(leg);
  }
  if (legs.size() != 6) throw std::runtime_error("the platform must hang on six legs");
  return legs;
}

inline double friction(const oracle::Axis& axis, double rate) {
  return (rate != 0 ? std::copysign(axis.coulomb, rate) : 0) + axis.viscous * rate + axis.offset;
}

// Moment that a ball resists the angular velocity w with.
inline Vector3 ball_friction(const oracle::Axis& axis, const Vector3& w) {
  const double speed = w.norm();
  return ((speed > 0 ? axis.coulomb / speed : 0) + axis.viscous) * w;
}

// Velocity of the ball by the rates of the leg's joints, and the forces that the joints of the open leg need.
struct LegBlock {
  Vector3 column[3];
  Vector3 ball;
  double force[3] = {};
};

// sum_k tau_k (row_k; arm_k x row_k) = wrench on the platform and the legs' forces at the balls.
inline void solve_leg_blocks(const std::vector<Leg>& legs, const std::vector<LegBlock>& blocks, const Vector3& origin,
                             Vector3 force, Vector3 moment, double* forces) {
  Eigen::Matrix<double, 6, 6> B;
  for (int k = 0; k < 6; ++k) {
    const LegBlock& block = blocks[k];
    const Vector3* c = block.column;
    Vector3 row[3] = {c[1].cross(c[2]), c[2].cross(c[0]), c[0].cross(c[1])};
    const double scale = 1 / c[0].dot(row[0]);
    const Vector3 arm = block.ball - origin;
    Vector3 at_ball = Vector3::Zero();
    for (int i = 0; i < 3; ++i) {
      row[i] *= scale;
      at_ball += block.force[i] * row[i];
    }
    force += at_ball;
    moment += arm.cross(at_ball);
    const Vector3& motor = row[legs[k].motor];
    B.col(k) << motor, arm.cross(motor);
  }
  Eigen::Matrix<double, 6, 1> wrench;
  wrench << force, moment;
  Eigen::Map<Eigen::Matrix<double, 6, 1>> result(forces);
  result = B.partialPivLu().solve(wrench);
}

}  // namespace peer
