#include "jourdain/control/linearize.hpp"

#include "core/dense/decompositions.hpp"
#include "core/dense/eigenvalues.hpp"
#include "dynamics/potential_curvature.hpp"
#include "model/joint_freedoms.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/dynamics/statics.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Rates of all joint freedoms by those of the driving motors, and the same of all motors.
struct Rates {
  MatrixX joints, motors;
};

Rates rates_of(const Robot& robot, Workspace& workspace) {
  const std::vector<int> offsets = joint_offsets(robot);
  const int n = static_cast<int>(driving_motors(robot).size());
  Rates rates;
  rates.joints = MatrixX::Zero(offsets.back(), n);
  if (influence_coefficients(robot, workspace, rates.joints) != Status::ok) {
    throw Error(ErrorKind::numerical, "no linear model here: the pose is at or near a singularity");
  }
  rates.motors = MatrixX::Zero(static_cast<int>(robot.motor_joints().size()), n);
  for (std::size_t k = 0; k < robot.motor_joints().size(); ++k) {
    rates.motors.row(static_cast<int>(k)) = rates.joints.row(offsets[robot.motor_joints()[k]]);
  }
  return rates;
}

// The change of the holding forces with the motors: what the potential's second derivative along rates r of the motors
// is as a quadratic form, r^T K r.
MatrixX stiffness(const Robot& robot, const Workspace& workspace, const MatrixX& motors) {
  const auto n = motors.cols(), all = motors.rows();
  VectorX q(all);
  for (int i = 0; i < static_cast<int>(all); ++i) q[i] = workspace.motor_position(i);
  const auto form = [&](const VectorX& u) {
    Workspace moved = workspace;
    if (forward_kinematics(robot, q, motors * u, VectorX::Zero(all), moved) != Status::ok)
      throw Error(ErrorKind::numerical, fmt::format("no linear model here: {}", moved.explain()));
    return potential_curvature(robot, moved);
  };
  MatrixX K(n, n);
  for (int k = 0; k < static_cast<int>(n); ++k) {
    K(k, k) = form(VectorX::Unit(n, k));
    for (int i = 0; i < k; ++i)
      K(i, k) = K(k, i) = 0.5 * (form(VectorX::Unit(n, i) + VectorX::Unit(n, k)) - K(i, i) - K(k, k));
  }
  return K;
}

MatrixX viscous_damping(const Robot& robot, const MatrixX& joints) {
  const std::vector<int> offsets = joint_offsets(robot);
  MatrixX D = MatrixX::Zero(joints.cols(), joints.cols());
  const std::vector<Joint>& all = robot.mechanism().joints;
  for (std::size_t j = 0; j < all.size(); ++j) {
    for (std::size_t i = 0; i < all[j].axes.size(); ++i) {
      const int set = joint_kind(all[j].type).friction_of(static_cast<int>(i));
      const double viscous = all[j].axes[set].friction.viscous;
      const auto row = joints.row(offsets[j] + static_cast<int>(i));
      if (viscous != 0) D += viscous * row.transpose() * row;
    }
  }
  return D;
}

}  // namespace

LinearModel linearize(const Robot& robot, Workspace& workspace) {
  LinearModel model;
  model.driving = driving_motors(robot);
  const int n = static_cast<int>(model.driving.size());
  if (n == 0) {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' has no linear model: it has no motor for every freedom", robot.mechanism().name));
  }
  if (n != static_cast<int>(robot.motor_joints().size())) {
    throw Error(ErrorKind::usage,
                fmt::format("'{}' has redundant motors, for which there is no linear model", robot.mechanism().name));
  }
  const Rates rates = rates_of(robot, workspace);
  model.M = MatrixX::Zero(n, n);
  if (mass_matrix(robot, workspace, model.M) != Status::ok) {
    throw Error(ErrorKind::numerical, fmt::format("no linear model here: {}", workspace.explain()));
  }
  model.holding = VectorX::Zero(n);
  if (holding_forces(robot, workspace, model.holding) != Status::ok)
    throw Error(ErrorKind::numerical, fmt::format("the pose cannot be held: {}", workspace.explain()));
  model.K = stiffness(robot, workspace, rates.motors);
  model.D = viscous_damping(robot, rates.joints);
  const MatrixX inverse = dense::solve_square(model.M, MatrixX::Identity(n, n));
  model.A = MatrixX::Zero(2 * n, 2 * n);
  model.A.topRightCorner(n, n).setIdentity();
  model.A.bottomLeftCorner(n, n) = -inverse * model.K;
  model.A.bottomRightCorner(n, n) = -inverse * model.D;
  model.B = MatrixX::Zero(2 * n, n);
  model.B.bottomRows(n) = inverse;
  for (const std::complex<double>& pole : dense::eigenvalues(model.A)) model.modes.push_back({pole});
  std::sort(model.modes.begin(), model.modes.end(), [](const Mode& a, const Mode& b) {
    return std::pair(a.frequency(), a.pole.imag()) < std::pair(b.frequency(), b.pole.imag());
  });
  const VectorX scale = model.M.diagonal().cwiseSqrt().cwiseInverse();
  model.inertias = dense::symmetric_factors(scale.asDiagonal() * model.M * scale.asDiagonal(), false).values;
  model.coupling = 1 / model.inertias[0];
  return model;
}

LoopMargin loop_margin(double frequency, double damping, const LoopTiming& timing) {
  const double w = frequency, d = 2 * damping * w;
  // |(w^2 + d s) / s^2 / (1 + lag s)| falls: bisection.
  const auto gain = [&](double x) { return std::hypot(w * w, d * x) / (x * x) / std::hypot(1.0, timing.lag * x); };
  double low = 1e-3 * w, high = 1e3 * w;
  for (int k = 0; k < 200; ++k) {
    const double middle = std::sqrt(low * high);
    (gain(middle) > 1 ? low : high) = middle;
  }
  LoopMargin margin;
  margin.crossover = low;
  const double late = timing.delay + 0.5 * timing.period + (timing.differenced_rates ? 0.5 * timing.period : 0);
  margin.phase_margin = std::atan2(d * low, w * w) - std::atan(timing.lag * low) - late * low;
  margin.delay_margin = margin.phase_margin / low;
  return margin;
}

}  // namespace jourdain
