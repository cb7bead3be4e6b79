// What the algorithms of the linear form know, made once, and the memory they use.
#pragma once

#include "legs/joint_friction.hpp"
#include "structure/idle_spin_inertia.hpp"
#include "structure/node_motion.hpp"

#include "jourdain/linear_form/linear_form.hpp"

#include <vector>

namespace jourdain {

// Where a standard parameter goes: the column gets `factor` times its column.
struct ColumnTerm {
  int column = 0;
  double factor = 1;
};

// A rigid body on a node, and its ten columns: terms[first[c]] to terms[first[c + 1]] for entry c. The spin of an idle
// rod is left out of them.
struct InertialBlock {
  int node = 0;
  Placement in_node;
  SpinInertia spin = SpinInertia(BodyNode{});
  int terms[11] = {};
};

// The motor of a motor, gear times as fast as its joint.
struct RotorBlock {
  int v = 0;  // velocity coordinate of the joint
  double gear_squared = 1;
  int term = 0, last = 0;
};

// A friction function on one freedom of a joint (all three of a ball joint).
struct FrictionColumn {
  ParameterKind kind = ParameterKind::coulomb;
  RateFunction function = RateFunction::tanh;
  double scale = 1;
  int term = 0, last = 0;
};

// A joint freedom with friction or a spring: a velocity coordinate of the tree, or the relative motion of two nodes.
struct JointSite {
  int joint = 0;
  int freedom = 0;
  int v = -1;  // -1: from the relative motion
  bool slides = false;
  bool ball = false;
  JointType type = JointType::revolute;
  int node_a = 0, node_b = 0;
  Placement in_a, in_b;  // joint frames in the nodes
  std::vector<FrictionColumn> columns;
  Spring spring;
};

struct LinearFormData {
  explicit LinearFormData(const Robot& r) : robot(r) {}
  Robot robot;
  LinearFormOptions options;
  std::vector<StandardParameter> standard;
  std::vector<Parameter> parameters;

  std::vector<ColumnTerm> terms;
  std::vector<InertialBlock> bodies;  // with a column each, payload included
  std::vector<RotorBlock> rotors;
  std::vector<JointSite> sites;
};

// The motion of a closed chain as the core needs it: nodes with velocities and accelerations, the velocity coordinates,
// and their influence coefficients.
template <typename T>
struct ChainMotion {
  const std::vector<NodeMotion<T>>* nodes = nullptr;
  const Eigen::Matrix<T, Eigen::Dynamic, 1>* rates = nullptr;          // velocity coordinates, nv
  const Eigen::Matrix<T, Eigen::Dynamic, 1>* accelerations = nullptr;  // their derivatives
  Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> G;                  // nv x driving motors
  DeadBands<T> bands;                                                  // of dry friction
  std::vector<TwistT<T>> partial;  // twist of node i for a unit rate of driving motor k at i * rows + k
};

struct LinearFormState {
  explicit LinearFormState(const LinearFormData& data);
  const LinearFormData* data;
  ChainMotion<double> motion;
  Eigen::Matrix<double, Eigen::Dynamic, 10> block;  // columns of one body
};

// Fills parameters, terms and blocks of a form whose robot, options and standard set are given.
void connect_columns(LinearFormData& data);

}  // namespace jourdain
