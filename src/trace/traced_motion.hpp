// The motion of a robot as inputs of a graph.
#pragma once

#include "dynamics/leg_plan.hpp"
#include "trace/pivot_order.hpp"

#include "jourdain/expression/guard.hpp"
#include "jourdain/trace/trace_dynamics.hpp"

namespace jourdain {

// A tree in motion on the traced scalar, with the memory of its solvers.
struct TracedMotion {
  TracedMotion(const Robot& robot, Graph& graph);

  const RobotData& robot;
  Graph& graph;
  Guard<Expression> guard;
  PivotOrders orders;
  TreeStateT<Expression> tree;
  SolverMemory<Expression> memory;
};

// Name of a tree node's position input: "joint" or "joint[i]"; "platform" for the free node.
std::string node_name(const RobotData& robot, int node);

// Names of the output's coordinates, rates and changes, in the order of Move.
inline constexpr const char* position_names[] = {"x", "y", "z", "rx", "ry", "rz"};
inline constexpr const char* rate_names[] = {"vx", "vy", "vz", "wx", "wy", "wz"};
inline constexpr const char* change_names[] = {"ax", "ay", "az", "bx", "by", "bz"};

// Names the inputs and computes positions, rates and accelerations of all nodes. Leaves the limbs factored, or the
// dense system for the output.
void trace_motion(PoseInput pose, TracedMotion& motion);

// Pose, twist and acceleration of a platform as inputs.
PlatformMotion<Expression> trace_platform_motion(const RobotData& robot, PoseInput pose, Graph& graph);

}  // namespace jourdain
