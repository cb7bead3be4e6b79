// The smallest set of parameters of a hexapod, with names, and the forces as a product with the regressor.
#include "jourdain/linear_form/base_parameters.hpp"

#include <cstdio>

int main() try {
  const jourdain::Robot robot = jourdain::Robot::from_file("palida");
  const jourdain::BaseParameters base = find_base_parameters(jourdain::LinearForm(robot));
  std::printf("%d inertial parameters and %d of friction describe all motions\n", base.count(false), base.count(true));
  jourdain::VectorX values(base.base.size());
  for (std::size_t i = 0; i < base.base.size(); ++i) {
    values[static_cast<int>(i)] = base.base[i].value;
    if (i < 10) std::printf("%10.6f = %s\n", base.base[i].value, base.base[i].expression.c_str());
  }

  // Forces are linear in them: tau = Y p.
  jourdain::PlatformState motion;
  motion.pose = robot.home_pose();
  motion.twist.v = {0.3, -0.2, 0.1};
  motion.acceleration.a = {1, 2, -3};
  jourdain::Workspace workspace(robot);
  jourdain::LinearFormWorkspace memory(base.form);
  jourdain::Forces forces(robot);
  jourdain::MatrixX Y(base.form.rows(), base.form.columns());
  if (inverse_dynamics(robot, motion, workspace, forces) != jourdain::Status::ok ||
      inverse_kinematics(robot, motion, workspace) != jourdain::Status::ok ||
      regressor(base.form, workspace, memory, Y) != jourdain::Status::ok)
    return 1;
  const double difference = (Y * values - forces).cwiseAbs().maxCoeff();
  std::printf("Y p gives the forces: %s\n", difference < 1e-9 * forces.norm() ? "yes" : "no");
} catch (const jourdain::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
