// Closed-form inverse kinematics of an end point that two arms of two joints each hold in a plane (five-bars: arms R-R,
// P-R and R-P in any combination). The arm that carries the end point follows from the point; it places the joint
// between the arms, from which the other arm follows. Each arm bends to one of two sides, its working mode.
#pragma once

#include "legs/limb_kernel.hpp"

#include <array>
#include <optional>

namespace jourdain {

struct RobotData;

struct TwoArms {
  std::array<LimbKernel, 2> arms;  // first the one that carries the end point
  int last = 0;                    // its last node, and there ...
  Vector3 tip = Vector3::Zero();   // ... the joint between the arms
  // The end point from the two given coordinates: p = origin + lift (given - origin's).
  std::array<int, 2> moves{};
  Vector3 origin = Vector3::Zero();
  Eigen::Matrix<double, 3, 2> lift = Eigen::Matrix<double, 3, 2>::Zero();
};

// The arms of the robot, with the modes of this configuration; none if it is built in another way.
std::optional<TwoArms> recognise_two_arms(const RobotData& robot, const TreeState& home);

// Working modes of the arms at a configuration, and at home.
using ArmModes = std::array<double, 2>;
inline ArmModes working_modes(const TwoArms& two, const TreeState& state) {
  return {working_mode(two.arms[0], state), working_mode(two.arms[1], state)};
}
inline ArmModes home_modes(const TwoArms& two) { return {two.arms[0].sign, two.arms[1].sign}; }

// Coordinates of all nodes from the wanted end point, of which only the given coordinates count; updates their
// positions too. A control loop may call this.
template <typename T>
void solve_two_arms(const SpanningTree& tree, const TwoArms& two, const ArmModes& modes, const Vector3T<T>& point,
                    double size, TreeStateT<T>& state, Guard<T>& guard) {
  PlacementT<T> target;
  const Vector3T<T> origin = two.origin.template cast<T>();
  target.p = origin;
  for (int k = 0; k < 2; ++k) {
    target.p += two.lift.col(k).template cast<T>() * (point[two.moves[k]] - origin[two.moves[k]]);
  }
  solve_limb(tree, two.arms[0], modes[0], target, size, state, guard);
  target.p = node_point(state.n[two.last], two.tip);
  solve_limb(tree, two.arms[1], modes[1], target, size, state, guard);
}

// The length by which an end point is out of reach of the arm that cannot follow; 0 if none.
double missing_length(const SpanningTree& tree, const TwoArms& two, const Vector3& point, const TreeState& state);

}  // namespace jourdain
