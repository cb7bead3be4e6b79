// What the algorithms know about a robot, made once.
#pragma once

#include "legs/delta_type.hpp"
#include "legs/lane_plan.hpp"
#include "legs/limb_kernel.hpp"
#include "legs/point_limb.hpp"
#include "legs/two_arms.hpp"
#include "structure/tree_parameters.hpp"
#include "structure/tree_state.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/model/mechanism.hpp"
#include "jourdain/structure/structure.hpp"

#include <array>
#include <optional>
#include <vector>

namespace jourdain {

// Most freedoms that a robot may have, and how well redundant motors must agree (lengths over size, radians).
inline constexpr int max_drives = 64;
inline constexpr double redundant_motor_tolerance = 1e-8;

// The motor that is the motor of a limb's closed form, an index into RobotData::motor_joints; -1: the limb is passive.
struct LimbMotor {
  int index = -1;
  bool driving = false;
};

struct RobotData {
  Mechanism mechanism;
  std::vector<Diagnostic> warnings;  // of the file, and of the analysis
  SpanningTree tree;
  Mobility mobility;
  std::vector<IdleSpin> idle_spins;
  std::vector<LimbSummary> limbs;
  double size = 1;
  double slow_rate = 1;  // 1/s: what standstill is measured by, lengths over size

  VectorX home;         // tree coordinates
  Placement home_pose;  // of the output frame
  VectorX home_motors;
  std::vector<std::array<double, 3>>
      home_joints;  // angles of the joints outside the tree, from which turns are counted

  std::vector<Motor> motors;
  std::vector<int> motor_joints;  // joints
  std::vector<int> motor_nodes;   // their nodes
  std::vector<int> driving;       // as many motors as freedoms, independent: those that drive forward kinematics

  // The output frame: its node, place in the node, and the nodes that move it.
  int output_node = 0;
  double output_length = 1;  // weighs turns against translations of the output: mean distance of its joints
  Placement output_in_node;
  std::vector<int> output_path;
  std::vector<int> moves;                 // 0 to 5: x y z rx ry rz
  bool pose_explicit = false;             // the other coordinates are constant:
  std::array<double, 6> constant_pose{};  // x y z and Cardan angles

  std::vector<int> independent_rows;        // of the closure equations, nv - freedoms of them
  std::vector<LimbKernel> kernels;          // one per limb
  std::vector<PointLimb> point_limbs;       // one per limb
  std::vector<std::vector<int>> limb_rows;  // rows of each limb that determine its rates from the platform's
  bool has_redundant_rows = false;          // more closure equations than limb coordinates
  bool block_rates = false;                 // rates limb by limb from the platform twist
  bool closed_inverse = false;              // explicit pose and every limb in closed form
  std::optional<TwoArms> two_arms;          // an end point in closed form
  bool closed_forward = false;              // three spheres
  std::vector<DeltaLimb> delta_limbs;       // of a robot of DELTA type, else empty
  bool kernel_forward = false;              // Newton on the pose with the limbs' closed forms
  int forward_sign = 0;               // side of the second-type singularities on which home lies; 0 if home is singular
  double forward_side = 1;            // home's side of the plane through the sphere centres
  bool limb_motors = false;           // block_rates, and as many motors as moves, each in a limb:
  std::vector<int> driving_limb;      // limb of each driving motor
  std::vector<LimbMotor> limb_motor;  // of each limb with a closed form

  TreeParameters<double> parameters;  // masses, friction, springs, rotors

  Plan plan;                 // of the dynamics by legs, if there is one
  LanePlan loaded, empty;    // ready to run, with and without the payload
  bool plan_defers = false;  // joints and bodies are sure to follow from what it has answered
  bool plan_turns = false;   // some motor turns
};

// True if the coordinate of a motor is a length.
inline bool motor_slides(const RobotData& robot, int index) {
  return robot.tree.nodes[robot.motor_nodes[index]].kind == NodeKind::prismatic;
}

// The output frame in the base frame.
template <typename T>
inline PlacementT<T> output_placement(const RobotData& robot, const TreeStateT<T>& state) {
  const NodeMotion<T>& n = state.n[robot.output_node];
  return {n.R * robot.output_in_node.R.template cast<T>(), node_point(n, robot.output_in_node.p)};
}

// Inertia of node i, with the payload if it carries it and the payload counts.
template <typename T>
inline const FrameInertia<T>& node_inertia(const RobotData& robot, const TreeParameters<T>& parameters, bool payload,
                                           int i) {
  return payload && i == robot.output_node ? parameters.loaded_output : parameters.nodes[i];
}

// Bands of dry friction of the robot's joints.
template <typename T>
inline DeadBands<T> dead_bands(const RobotData& robot, bool single_precision = false) {
  return dead_bands<T>(robot.slow_rate, robot.size, single_precision);
}

}  // namespace jourdain
