#include "simulated_curves.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "report/plot.hpp"

namespace jourdain::cli {

void SimulatedCurves::add(const Robot& robot, const Workspace& workspace, double at) {
  const int motors = static_cast<int>(robot.actuators().size());
  VectorX& q = positions.emplace_back(motors);
  VectorX& dq = rates.emplace_back(motors);
  for (int k = 0; k < motors; ++k) q[k] = workspace.actuator_position(k), dq[k] = workspace.actuator_velocity(k);
  time.push_back(at);
  poses.push_back(workspace.output_pose());
  kinetic.push_back(kinetic_energy(robot, workspace));
  potential.push_back(potential_energy(robot, workspace));
}

std::string SimulatedCurves::svg(const Robot& robot, const std::string& source) const {
  MotionPlot plot(robot, "motion under constant forces", source, time, time.size());
  plot.add_output(poses);
  plot.add(MotorQuantity::position, positions);
  plot.add(MotorQuantity::rate, rates);
  std::vector<double> change;
  for (double energy : potential) change.push_back(energy - potential.front());
  plot.add("energy", "J", {"kinetic", "change of potential"}, {kinetic, change});
  return plot_svg(plot.plot());
}

}  // namespace jourdain::cli
