// Forces that act on bodies beside gravity: process loads and counterbalances.
#pragma once

#include "dynamics/wrenches.hpp"

#include <cmath>

namespace jourdain {

Applied<double> applied(const DynamicsOptions& options);

// ok if all process loads are finite and act on bodies of the mechanism.
Status check_loads(const Robot& robot, const DynamicsOptions& options);

// Status::inconsistent, with a report, if the loads turn an idle rod about its line, where nothing holds it.
Status check_idle_rods(const RobotData& robot, const TreeState& tree, const DynamicsOptions& options, Report& report);

// Energy of a counterbalance whose ends are this far apart.
double counterbalance_energy(const Counterbalance& c, double distance);

// Calls visit(body, x, force, moment) for each wrench that acts on a body at x: loads and, with springs,
// counterbalances. Base axes.
template <typename Visit>
void visit_applied_wrenches(const Robot& robot, const Workspace& workspace, const DynamicsOptions& options,
                            Visit visit) {
  for (const BodyLoad& load : options.loads)
    visit(load.body, workspace.body_pose(load.body).p, load.force, load.moment);
  if (!options.springs) return;
  const Vector3 zero = Vector3::Zero();
  for (const Counterbalance& c : robot.mechanism().counterbalances) {
    const Vector3 p_a = workspace.body_pose(c.body_a) * c.at_a, p_b = workspace.body_pose(c.body_b) * c.at_b;
    const Vector3 pull = counterbalance_pull<double>(c, p_a, p_b);
    visit(c.body_a, p_a, pull, zero);
    visit(c.body_b, p_b, Vector3(-pull), zero);
  }
}

}  // namespace jourdain
