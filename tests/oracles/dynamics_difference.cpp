#include "oracles/dynamics_difference.hpp"

#include "support/full_model.hpp"

#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/kinematics/kinematics.hpp"

namespace jourdain {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Entries in units of their own.
double scaled_difference(const MatrixX& ours, const MatrixX& theirs, const MatrixX& unit) {
  const double apart = (ours - theirs).cwiseQuotient(unit).cwiseAbs().maxCoeff();
  const double largest = theirs.cwiseQuotient(unit).cwiseAbs().maxCoeff();
  if (std::isnan(apart) || std::isnan(largest)) return unlimited;
  return apart == 0 ? 0 : apart / largest;
}

// The rates that a mass matrix belongs to: 1 or a length.
double matrix_difference(const MatrixX& ours, const oracle::Matrix& theirs, const VectorX& rates) {
  const MatrixX unit = rates.cwiseInverse() * rates.cwiseInverse().transpose();
  return scaled_difference(ours, Eigen::Map<const RowMajor>(theirs.at.data(), ours.rows(), ours.cols()), unit);
}

VectorX motor_units(const Robot& robot, const std::vector<int>& motors) {
  VectorX unit(static_cast<int>(motors.size()));
  for (std::size_t i = 0; i < motors.size(); ++i) unit[static_cast<int>(i)] = motor_unit(robot, motors[i]);
  return unit;
}

std::vector<int> all_motors(const Robot& robot) {
  std::vector<int> all(robot.motor_joints().size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  return all;
}

double output_matrix_difference(Workspace& workspace, const oracle::Mechanism& mechanism,
                                const oracle::Equations& equations, bool payload) {
  const Robot& robot = workspace.robot();
  const Output& output = *robot.mechanism().output;
  const int n = static_cast<int>(output.moves.size());
  std::vector<oracle::Coordinate> coordinates;
  VectorX unit(n);
  for (const Move move : output.moves) {
    unit[static_cast<int>(coordinates.size())] = move < Move::rx ? robot.size() : 1;
    coordinates.push_back(static_cast<oracle::Coordinate>(move));
  }
  MatrixX M(n, n);
  EXPECT_EQ(mass_matrix(robot, workspace, M, Coordinates::output, payload), Status::ok) << workspace.explain();
  return matrix_difference(
      M, oracle::frame_mass_matrix(mechanism, equations, output.body, oracle::to_frame(output.frame), coordinates),
      unit);
}

}  // namespace

double force_difference(Workspace& workspace, const oracle::Mechanism& mechanism, const oracle::Equations& equations,
                        const DynamicsOptions& options) {
  const VectorX ours = forces_at(workspace, options);
  const std::vector<double> found = oracle::motor_forces(mechanism, equations, oracle::to_loads(options));
  return scaled_difference(ours, Eigen::Map<const VectorX>(found.data(), ours.size()), VectorX::Ones(ours.size()));
}

double acceleration_difference(const Workspace& workspace, const oracle::Mechanism& mechanism,
                               const oracle::Equations& equations, const DynamicsOptions& options,
                               const VectorX& acting) {
  const Robot& robot = workspace.robot();
  Workspace moved = workspace;
  VectorX accelerations(acting.size());
  EXPECT_EQ(forward_dynamics(robot, acting, moved, accelerations, options), Status::ok) << moved.explain();
  const std::vector<double> found = oracle::motor_accelerations(mechanism, equations, oracle::to_loads(options),
                                                                {acting.data(), acting.data() + acting.size()});
  return scaled_difference(accelerations, Eigen::Map<const VectorX>(found.data(), accelerations.size()),
                           motor_units(robot, all_motors(robot)));
}

double mass_matrix_difference(Workspace& workspace, const oracle::Mechanism& mechanism,
                              const oracle::Equations& equations, bool payload) {
  const Robot& robot = workspace.robot();
  const std::vector<int>& driving = driving_motors(robot);
  const int n = static_cast<int>(driving.size());
  MatrixX M(n, n);
  EXPECT_EQ(mass_matrix(robot, workspace, M, Coordinates::motors, payload), Status::ok) << workspace.explain();
  const double of_motors =
      matrix_difference(M, oracle::motor_mass_matrix(mechanism, equations, driving), motor_units(robot, driving));
  if (!robot.mechanism().output) return of_motors;
  return std::max(of_motors, output_matrix_difference(workspace, mechanism, equations, payload));
}

VectorX random_motor_forces(const Robot& robot, Random& random) {
  const double weight = 9.81 * total_mass(robot.mechanism());
  VectorX forces = motor_units(robot, all_motors(robot));
  for (double& force : forces) force = uniform(random, 0.5 * weight * robot.size() / force);
  return forces;
}

}  // namespace jourdain
