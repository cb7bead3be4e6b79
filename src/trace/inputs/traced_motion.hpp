// The motion of a robot as inputs of a graph.
#pragma once

#include "dynamics/wrenches.hpp"
#include "kinematics/drive.hpp"
#include "legs/ball_motions.hpp"
#include "trace/functions/pivot_order.hpp"

#include "expression/guard.hpp"
#include "trace/functions/trace_dynamics.hpp"

namespace jourdain {

// A tree in motion on the traced scalar, with the memory of its solvers.
struct TracedMotion {
  // The orders of pivots are found by sampling; where several programs of a robot are traced, they are found once.
  TracedMotion(const Robot& of, Graph& into) : TracedMotion(of, choose_pivot_orders(of), into) {}
  TracedMotion(const Robot& of, const PivotOrders& chosen, Graph& into);

  const RobotData& robot;
  Graph& graph;
  Guard<Expression> guard;
  PivotOrders orders;
  TreeStateT<Expression> tree;
  SolverMemory<Expression> memory;
};

// The velocity coordinate of a motor.
inline int motor_coordinate(const RobotData& robot, std::size_t motor) {
  return robot.tree.nodes[robot.motor_nodes[motor]].v;
}

// The independent velocities of a traced robot: the output's, or without one the driving motors'.
Drive traced_drive(const RobotData& robot);

// Which forces act.
inline Applied<Expression> applied_by(const TraceOptions& options) {
  return {.friction = options.friction,
          .springs = options.springs,
          .payload = options.payload,
          .single_precision = options.single_precision,
          .loads = {}};
}

// Declares the inputs that are needed and computes positions, then rates, of all nodes. Rates leave the limbs factored,
// or the dense system for traced_drive().
void trace_positions(PoseInput pose, TracedMotion& motion);
void trace_rates(TracedMotion& motion);

// The factors alone, and those of the dense system for a drive.
void trace_factors(TracedMotion& motion);
void factor_dense(Drive drive, TracedMotion& motion);

// Accelerations of all nodes from those of the independent velocities, after trace_rates.
void set_accelerations(const std::vector<Expression>& du, TracedMotion& motion);

// Positions, rates and accelerations, all from inputs.
void trace_motion(PoseInput pose, TracedMotion& motion);

// The output's pose: the coordinates in `moves` are inputs, the others constants.
PlacementT<Expression> trace_pose(const RobotData& robot, PoseInput pose, Graph& graph);

// Pose and twist of a platform as inputs; and its acceleration, too.
PlatformStateT<Expression> trace_platform_velocity(const RobotData& robot, PoseInput pose, Graph& graph);
PlatformStateT<Expression> trace_platform_motion(const RobotData& robot, PoseInput pose, Graph& graph);

}  // namespace jourdain
