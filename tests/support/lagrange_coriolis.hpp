// Coriolis and centrifugal forces as Lagrange has them, [Codourey98] (15): c = dM/dt dq - 1/2 d(dq^T M dq)/dq, in the
// coordinates of the driving motors, to compare with coriolis_forces. The derivatives of M are differences of sixth
// order, of configurations in which one motor is moved by up to 0.006 (radians, lengths over size).
#pragma once

#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "legs/robot_data.hpp"

#include <array>

namespace jourdain {

// Step of the differences: radians, lengths over size. Its sixth power, and round-off over it, are both near 1e-13.
inline constexpr double lagrange_step = 2e-3;

// M with one driving motor moved by -3 to 3 steps; the middle is not needed.
struct MassMatrixSamples {
  std::array<MatrixX, 7> at;

  // First derivative of sixth and of fourth order.
  MatrixX sixth(double h) const { return (45 * (at[4] - at[2]) - 9 * (at[5] - at[1]) + (at[6] - at[0])) / (60 * h); }
  MatrixX fourth(double h) const { return (8 * (at[4] - at[2]) - (at[5] - at[1])) / (12 * h); }
};

// The terms of one coordinate: dM/dq_k dq_k dq in the sum, and -1/2 dq^T dM/dq_k dq in its own entry.
inline void add_lagrange_terms(const MatrixX& by_k, const VectorX& rates, int k, VectorX& c) {
  c += rates[k] * (by_k * rates);
  c[k] -= 0.5 * rates.dot(by_k * rates);
}

struct LagrangeCoriolis {
  VectorX c;         // one entry per driving motor
  double error = 0;  // estimate, from differences of fourth order: largest entry of their difference
};

// At the workspace's motion, which stays. Status as mass_matrix at the moved configurations; then nothing is written.
inline Status coriolis_by_lagrange(const Robot& robot, const Workspace& workspace, LagrangeCoriolis& result,
                                   bool payload = true) {
  if (&data_of(workspace.robot()) != &data_of(robot) || driving_motors(robot).empty()) return Status::inconsistent;
  const int n = static_cast<int>(driving_motors(robot).size());
  MotionEquations equations(robot);
  VectorX x(2 * n), dx(2 * n);
  if (const Status status = equations.read_state(workspace, x); status != Status::ok) return status;
  const VectorX rates = x.tail(n), idle = VectorX::Zero(static_cast<Eigen::Index>(robot.motor_joints().size()));
  VectorX c = VectorX::Zero(n), coarse = c;
  for (int k = 0; k < n; ++k) {
    const int motor = driving_motors(robot)[k];
    const auto joint = static_cast<std::size_t>(robot.motor_joints()[motor]);
    const bool slides = is_length(robot.mechanism().joints[joint].type, 0);
    const double step = lagrange_step * (slides ? robot.size() : 1.0);
    MassMatrixSamples M;
    for (int i = -3; i <= 3; ++i) {
      // The equations of motion bring the workspace to a state given by the driving motors.
      Workspace there = workspace;
      VectorX moved = x;
      moved[k] += i * step;
      MatrixX& sample = M.at[i + 3];
      sample.resize(n, n);
      Status status = equations.derivative(moved, idle, there, dx);
      if (status == Status::ok) status = mass_matrix(robot, there, sample, Coordinates::motors, payload);
      if (status != Status::ok) return status;
    }
    add_lagrange_terms(M.sixth(step), rates, k, c);
    add_lagrange_terms(M.fourth(step), rates, k, coarse);
  }
  result.error = (c - coarse).cwiseAbs().maxCoeff();
  result.c = c;
  return Status::ok;
}

}  // namespace jourdain
