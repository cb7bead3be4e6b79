#include "dynamics/loads.hpp"

#include "legs/robot_data.hpp"

#include <algorithm>

namespace jourdain {

Applied<double> applied(const DynamicsOptions& options) {
  return {.friction = options.friction, .springs = options.springs, .payload = options.payload, .loads = options.loads};
}

Status check_loads(const Robot& robot, const DynamicsOptions& options) {
  for (const BodyLoad& load : options.loads) {
    if (!load.force.allFinite() || !load.moment.allFinite()) return Status::not_finite;
    if (load.body < 0 || load.body >= static_cast<int>(robot.mechanism().bodies.size())) return Status::inconsistent;
  }
  return Status::ok;
}

Status check_idle_rods(const RobotData& robot, const TreeState& tree, const DynamicsOptions& options, Report& report) {
  constexpr double held = 1e-9;  // share of a load's moments that is round-off
  report.idle_spin = -1;
  if (options.loads.empty()) return Status::ok;
  const auto at = [&](int body, const Vector3& x) {
    return node_point(tree.n[robot.tree.bodies[body].node], robot.tree.bodies[body].in_node * x);
  };
  for (std::size_t k = 0; k < robot.idle_spins.size(); ++k) {
    const IdleSpin& spin = robot.idle_spins[k];
    const Joint &one = robot.mechanism.joints[spin.joint_a], &two = robot.mechanism.joints[spin.joint_b];
    const Vector3 centre = at(one.body_a, one.in_a.p);
    const Vector3 e = (at(two.body_a, two.in_a.p) - centre).normalized();
    double about = 0, scale = 0;
    for (const BodyLoad& load : options.loads) {
      if (std::find(spin.bodies.begin(), spin.bodies.end(), load.body) == spin.bodies.end()) continue;
      about += e.dot(load.moment + (at(load.body, Vector3::Zero()) - centre).cross(load.force));
      scale += load.moment.norm() + robot.size * load.force.norm();
    }
    if (std::abs(about) <= held * scale) continue;
    report.idle_spin = static_cast<int>(k);
    report.value = about;
    return Status::inconsistent;
  }
  return Status::ok;
}

double counterbalance_energy(const Counterbalance& c, double distance) {
  return 0.5 * c.stiffness * (distance - c.length) * (distance - c.length) + c.force * distance;
}

}  // namespace jourdain
