// Dynamic parameters of a mechanism, as the file gives them (per body and joint) and as the recursion over the tree
// needs them (per node). Templates on the scalar: numbers, or traced so that forces can be differentiated by them.
#pragma once

#include "jourdain/structure/structure.hpp"

#include <tuple>
#include <vector>

namespace jourdain {

template <typename T>
using Vector10T = Eigen::Matrix<T, 10, 1>;

// Mass, first moment and inertia tensor about the origin and in the axes of a frame.
template <typename T>
struct FrameInertia {
  bool any = false;  // false: nothing here has inertia, whatever the motion
  T m = T(0);
  Vector3T<T> s = Vector3T<T>::Zero();
  Matrix3T<T> I = Matrix3T<T>::Zero();
};

// The ten parameters p of a body whose frame sits at `place`, seen from the outer frame.
template <typename T>
FrameInertia<T> moved_inertia(const Vector10T<T>& p, const Placement& place);

template <typename T>
void add_inertia(const FrameInertia<T>& body, FrameInertia<T>& sum);

// Friction and spring of one freedom of a joint.
template <typename T>
struct AxisForces {
  T coulomb = T(0), viscous = T(0), offset = T(0);
  T stiffness = T(0), preload = T(0);
  double rest = 0;
  bool has_friction = false, has_spring = false;  // whether friction, springs are there at all

  template <typename To>
  AxisForces<To> cast() const {
    return {To(coulomb), To(viscous), To(offset), To(stiffness), To(preload), rest, has_friction, has_spring};
  }
  auto members() { return std::tie(coulomb, viscous, offset, stiffness, preload); }
};

// What a joint with friction or springs does to its freedoms.
template <typename T>
struct JointForces {
  int joint = 0;
  JointType type = JointType::revolute;
  int node = -1;               // first node of a joint of the tree
  int cut = -1;                // or the cut
  int node_a = 0, node_b = 0;  // nodes of its two bodies
  int axes = 0;
  AxisForces<T> axis[3];

  template <typename To>
  JointForces<To> cast() const {
    JointForces<To> to{joint, type, node, cut, node_a, node_b, axes, {}};
    for (int i = 0; i < axes; ++i) to.axis[i] = axis[i].template cast<To>();
    return to;
  }
};

// Parameters in the mechanism's own terms.
template <typename T>
struct ModelParameters {
  std::vector<Vector10T<T>> bodies;    // bodies[0] is the base
  Vector10T<T> payload;                // in the tool frame
  std::vector<JointForces<T>> joints;  // those with friction or springs
  std::vector<T> rotors;               // inertia at the motor side, one per motor
  Vector3T<T> gravity;
};

// The values of the file.
ModelParameters<double> model_parameters(const Mechanism& mechanism, const SpanningTree& tree);

// Parameters in the tree's terms.
template <typename T>
struct TreeParameters {
  std::vector<FrameInertia<T>> nodes;  // of all bodies on a node
  FrameInertia<T> loaded_output;       // of the output's node with the payload
  std::vector<JointForces<T>> joints;
  std::vector<T> rotors;  // at the joint, gear^2 times the motor side's; one per motor
  Vector3T<T> gravity = Vector3T<T>::Zero();
};

// Bodies, payload and rotors of the file, seen from the tree's nodes.
template <typename T>
TreeParameters<T> tree_parameters(const Mechanism& mechanism, const SpanningTree& tree,
                                  const ModelParameters<T>& parameters);

}  // namespace jourdain
