#include "oracles/equations.hpp"

#include "oracles/linear_systems.hpp"

#include <algorithm>
#include <cmath>

namespace oracle {
namespace {

using Vector3 = Eigen::Vector3d;
using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix3 = Eigen::Matrix3d;
using VectorX = Eigen::VectorXd;
using MatrixX = Eigen::MatrixXd;

// Rates below this share of the fastest body's count as standstill.
constexpr double standstill = 1e-9;

Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> map(const Matrix& m) {
  return {m.at.data(), static_cast<Eigen::Index>(m.rows), static_cast<Eigen::Index>(m.columns)};
}
Eigen::Map<const VectorX> map(const std::vector<double>& x) { return {x.data(), static_cast<Eigen::Index>(x.size())}; }
Vector3 map(const double (&x)[3]) { return Eigen::Map<const Vector3>(x); }
Vector6 map(const double (&x)[6]) { return Eigen::Map<const Vector6>(x); }
Matrix3 map(const double (&R)[3][3]) { return Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(R[0]); }

// One freedom of a joint: its coordinate, and its rate as a component of (w; v).
struct Freedom {
  Vector6 direction = Vector6::Zero();
  double position = 0;
  bool slides = false;
};

std::vector<Freedom> freedoms(const Joint& joint, const PlatformState& m) {
  const Matrix3 R = map(m.pose.R);
  const double about_z = std::atan2(R(1, 0), R(0, 0));
  const auto turn = [](const Vector3& axis, double q) {
    Freedom f;
    f.direction.head<3>() = axis;
    f.position = q;
    return f;
  };
  const auto slide = [&](int axis) {
    Freedom f;
    f.direction[3 + axis] = 1;
    f.position = m.pose.p[axis];
    f.slides = true;
    return f;
  };
  const Vector3 z = Vector3::UnitZ();
  switch (joint.kind) {
    case JointKind::revolute:
    case JointKind::helical: return {turn(z, about_z)};
    case JointKind::prismatic: return {slide(2)};
    case JointKind::cylindrical: return {turn(z, about_z), slide(2)};
    case JointKind::universal: return {turn(z, about_z), turn(R.col(0), std::atan2(R(2, 1), R(2, 2)))};
    case JointKind::planar: return {slide(0), slide(1), turn(z, about_z)};
    case JointKind::spherical:
    case JointKind::fixed: break;
  }
  return {};
}

double fastest(const Mechanism& mechanism, const Equations& equations) {
  double rate = 0;
  for (const FrameEquations& body : equations.bodies)
    rate = std::max({rate, map(body.motion.w).norm(), map(body.motion.v).norm() / mechanism.length});
  return rate;
}

// What a joint does to its body b, as (moment; force) on J_B in axes of J_A.
Vector6 joint_wrench(const Joint& joint, const PlatformState& m, const Loads& loads, double slow, double length) {
  Vector6 wrench = Vector6::Zero();
  if (joint.kind == JointKind::spherical) {
    const Vector3 w = map(m.w);
    if (loads.friction && w.norm() > slow) wrench.head<3>() -= joint.axes[0].coulomb * w.normalized();
    if (loads.friction) wrench.head<3>() -= joint.axes[0].viscous * w;
    return wrench;
  }
  Vector6 velocity;
  velocity << map(m.w), map(m.v);
  const std::vector<Freedom> all = freedoms(joint, m);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Freedom& f = all[i];
    const Axis& axis = joint.axes[i];
    const double rate = f.direction.dot(velocity);
    const double q = f.slides ? f.position : axis.near + std::remainder(f.position - axis.near, 2 * M_PI);
    double force = 0;
    if (loads.friction) {
      if (std::abs(rate) > slow * (f.slides ? length : 1)) force -= std::copysign(axis.coulomb, rate);
      force -= axis.viscous * rate + axis.offset;
    }
    if (loads.springs) force -= axis.stiffness * (q - axis.rest) + axis.preload;
    wrench += force * f.direction;
  }
  return wrench;
}

// A force at a point of a body, the point in body axes.
void add_force(const FrameEquations& body, const Vector3& at, const Vector3& force, VectorX& sum) {
  Vector6 wrench;
  wrench << (map(body.motion.pose.R) * at).cross(force), force;
  sum += map(body.J).transpose() * wrench;
}

void add_counterbalance(const Counterbalance& c, const Equations& equations, VectorX& sum) {
  const FrameEquations& a = equations.bodies[c.body_a];
  const FrameEquations& b = equations.bodies[c.body_b];
  const auto place = [](const FrameEquations& body, const double(&at)[3]) -> Vector3 {
    return map(body.motion.pose.p) + map(body.motion.pose.R) * map(at);
  };
  const Vector3 way = place(b, c.at_b) - place(a, c.at_a);
  const Vector3 pull = (c.stiffness * (way.norm() - c.length) + c.force) * way.normalized();
  add_force(a, map(c.at_a), pull, sum);
  add_force(b, map(c.at_b), -pull, sum);
}

// Everything that acts but motors, gravity and constraints.
VectorX applied_forces(const Mechanism& mechanism, const Equations& equations, const Loads& loads) {
  VectorX sum = VectorX::Zero(static_cast<Eigen::Index>(equations.h.size()));
  const double slow = standstill * fastest(mechanism, equations);
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Vector6 wrench = joint_wrench(mechanism.joints[j], equations.joints[j].motion, loads, slow, mechanism.length);
    sum += map(equations.joints[j].J).transpose() * wrench;
  }
  for (const Load& load : loads.on_bodies) {
    Vector6 wrench;
    wrench << map(load.moment), map(load.force);
    sum += map(equations.bodies[load.body].J).transpose() * wrench;
  }
  if (loads.springs)
    for (const Counterbalance& c : mechanism.counterbalances) add_counterbalance(c, equations, sum);
  return sum;
}

// Rates of the motors B u, with what their accelerations have besides B du, and the rotors.
struct Motors {
  Motors(const Mechanism& mechanism, const Equations& equations) {
    const auto n = static_cast<Eigen::Index>(equations.h.size());
    Eigen::Index k = 0;
    for (const Joint& joint : mechanism.joints) k += joint.actuated;
    B = MatrixX::Zero(k, n), bias = rotor = VectorX::Zero(k);
    k = 0;
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const Joint& joint = mechanism.joints[j];
      if (!joint.actuated) continue;
      const Vector6 direction = freedoms(joint, equations.joints[j].motion)[0].direction;
      B.row(k) = direction.transpose() * map(equations.joints[j].J);
      bias[k] = direction.dot(map(equations.joints[j].bias));
      rotor[k] = joint.rotor;
      ++k;
    }
  }
  MatrixX B;
  VectorX bias;
  VectorX rotor;
};

// What is left to move: du = x_0 + N y.
Solutions freedoms_of(const Equations& equations) {
  const Eigen::Index n = map(equations.h).size();
  if (equations.A.rows == 0) return {VectorX::Zero(n), MatrixX::Identity(n, n)};
  return solutions(map(equations.A), map(equations.b));
}

std::vector<double> to_std(const VectorX& x) { return {x.data(), x.data() + x.size()}; }

// Kinetic energy of bodies and rotors by independent rates: y = (rates N)^-1 of them.
Matrix mass_matrix_of(const MatrixX& rates, const Equations& equations, const Motors& motors) {
  const Solutions freedoms = freedoms_of(equations);
  const MatrixX M = map(equations.M) + motors.B.transpose() * motors.rotor.asDiagonal() * motors.B;
  const MatrixX G = freedoms.N * solve(rates * freedoms.N, MatrixX::Identity(rates.rows(), rates.rows()));
  const MatrixX found = G.transpose() * M * G;
  Matrix result(static_cast<std::size_t>(found.rows()), static_cast<std::size_t>(found.cols()));
  for (std::size_t i = 0; i < result.rows; ++i)
    for (std::size_t j = 0; j < result.columns; ++j)
      result(i, j) = found(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  return result;
}

}  // namespace

std::vector<double> motor_forces(const Mechanism& mechanism, const Equations& equations, const Loads& loads) {
  const Motors motors(mechanism, equations);
  const Solutions freedoms = freedoms_of(equations);
  const auto du = map(equations.du);
  const VectorX needed = map(equations.M) * du + map(equations.h) - applied_forces(mechanism, equations, loads);
  const VectorX rotors = motors.rotor.cwiseProduct(motors.B * du + motors.bias);
  const VectorX rest = freedoms.N.transpose() * (needed + motors.B.transpose() * rotors);
  const MatrixX by_motors = (motors.B * freedoms.N).transpose();
  return to_std(solutions(by_motors, rest).x_0);
}

std::vector<double> motor_accelerations(const Mechanism& mechanism, const Equations& equations, const Loads& loads,
                                        const std::vector<double>& forces) {
  const Motors motors(mechanism, equations);
  const Solutions freedoms = freedoms_of(equations);
  const MatrixX& N = freedoms.N;
  const MatrixX M = map(equations.M) + motors.B.transpose() * motors.rotor.asDiagonal() * motors.B;
  const VectorX of_motors = motors.B.transpose() * (map(forces) - motors.rotor.cwiseProduct(motors.bias));
  const VectorX surplus = of_motors + applied_forces(mechanism, equations, loads) - map(equations.h);
  const VectorX y = solve(N.transpose() * M * N, N.transpose() * (surplus - M * freedoms.x_0));
  return to_std(motors.B * (freedoms.x_0 + N * y) + motors.bias);
}

Matrix motor_mass_matrix(const Mechanism& mechanism, const Equations& equations, const std::vector<int>& chosen) {
  const Motors motors(mechanism, equations);
  MatrixX rates(static_cast<Eigen::Index>(chosen.size()), motors.B.cols());
  for (std::size_t i = 0; i < chosen.size(); ++i) rates.row(static_cast<Eigen::Index>(i)) = motors.B.row(chosen[i]);
  return mass_matrix_of(rates, equations, motors);
}

Matrix frame_mass_matrix(const Mechanism& mechanism, const Equations& equations, int body, const Frame& in_body,
                         const std::vector<Coordinate>& coordinates) {
  const FrameEquations& frame = equations.bodies[body];
  const MatrixX J = map(frame.J);
  const Vector3 arm = map(frame.motion.pose.R) * map(in_body.p);
  MatrixX velocity = J.bottomRows(3);
  for (Eigen::Index j = 0; j < J.cols(); ++j) velocity.col(j) += Vector3(J.col(j).head<3>()).cross(arm);
  MatrixX rates(static_cast<Eigen::Index>(coordinates.size()), J.cols());
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const int c = static_cast<int>(coordinates[i]);
    if (c < 3)
      rates.row(static_cast<Eigen::Index>(i)) = velocity.row(c);
    else
      rates.row(static_cast<Eigen::Index>(i)) = J.row(c - 3);
  }
  return mass_matrix_of(rates, equations, Motors(mechanism, equations));
}

}  // namespace oracle
