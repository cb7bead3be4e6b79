#include "jourdain/trace/trace_dynamics.hpp"

#include "dynamics/actuator_projection.hpp"
#include "dynamics/wrenches.hpp"
#include "trace/traced_motion.hpp"
#include "trace/traced_parameters.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

namespace jourdain {

Program trace_inverse_dynamics(const Robot& robot, const TraceOptions& options) {
  const RobotData& data = robot.data();
  if (data.driving.empty() || data.driving.size() != data.actuators.size()) {
    throw Error(ErrorKind::input,
                fmt::format("'{}' cannot be traced: it needs one motor for each freedom, not {} for {}",
                            data.mechanism.name, data.actuators.size(), data.mobility.freedoms()));
  }
  Graph graph;
  TracedMotion motion(robot, graph);
  trace_motion(options.pose, motion);
  const TreeParameters<Expression> parameters = tree_parameters(
      data.mechanism, data.tree, traced_parameters(data.mechanism, data.tree, options.parameters, graph));
  // The steps of inverse_dynamics().
  const Applied<Expression> applied{
      .friction = options.friction, .springs = options.springs, .payload = options.payload, .loads = {}};
  collect_wrenches(data, parameters, applied, motion.tree, motion.memory);
  project_wrenches(data, motion.tree, motion.memory);
  motion.memory.dense.follow(motion.orders.dense_motors);
  project_on_motors(data, motion.tree, motion.memory);
  std::vector<Expression> forces(data.actuators.size());
  for (std::size_t k = 0; k < data.driving.size(); ++k) {
    forces[data.driving[k]] = motion.memory.motor_forces[static_cast<int>(k)];
  }
  return make_program(graph, forces);
}

}  // namespace jourdain
