// Coordinates, rates and accelerations of a joint from the motion of the frames on its two sides, whether it belongs to
// the tree or not. Nothing here allocates or throws.
#pragma once

#include "legs/robot_data.hpp"

#include "jourdain/kinematics/workspace.hpp"

#include <cmath>

namespace jourdain {

// The joint frame J_A or J_B in the base frame.
Placement frame_on_a(const Mechanism& mechanism, const SpanningTree& tree, const TreeState& state, int joint);
Placement frame_on_b(const Mechanism& mechanism, const SpanningTree& tree, const TreeState& state, int joint);

// The angle with this sine and cosine (of any common length) that is within half a turn of `near`, without a jump
// there.
template <typename T>
inline T angle_near(double near, const T& s, const T& c) {
  using std::atan2;
  const T cn(std::cos(near)), sn(std::sin(near));
  return T(near) + atan2(s * cn - c * sn, c * cn + s * sn);
}

// Positions for the frames J_A and J_B; angles within half a turn of `near`, one per freedom.
JointState relative_position(const Joint& joint, const Placement& A, const Placement& B,
                             const std::array<double, 3>& near = {});

// Angle between the z axes of both frames.
double cone_angle(const Vector3& z_a, const Vector3& z_b);

// Rates of the joint's freedoms for the motions of the nodes that carry its bodies, and their accelerations; three
// entries at most.
void joint_rates(JointType type, const Placement& A, const Placement& B, const NodeMotion<double>& a,
                 const NodeMotion<double>& b, double* rates);
void joint_accelerations(JointType type, const Placement& A, const Placement& B, const NodeMotion<double>& a,
                         const NodeMotion<double>& b, double* accelerations);

}  // namespace jourdain
