// Joints and chains of joints as screws seen from the base origin, [Gallardo03] sections 2 and 3. All functions
// allocate. An index that the robot does not have breaks the contract.
#pragma once

#include "jourdain/kinematics/workspace.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <vector>

namespace jourdain {

// Screws of a joint's freedoms for unit rates, [Gallardo03] (1), (2), at the workspace's configuration: in their order
// from body a to body b, as the rows of influence_coefficients(). Those of a ball joint lie along the axes of its frame
// on body a.
std::vector<Screw> joint_screws(const Workspace& workspace, int index);

// A joint of a chain, passed from body a to body b (forward) or back.
struct ChainJoint {
  int joint = 0;
  bool forward = true;
};
using JointChain = std::vector<ChainJoint>;

// The shortest chain of joints from the base to each body.
std::vector<JointChain> body_chains(const Mechanism& mechanism);

// The loops that the other joints close, in their order: out to body a, over the joint, and back from body b, without
// what both ways share.
std::vector<JointChain> loop_chains(const Mechanism& mechanism);

// Lie screw of a chain at the workspace's rates, [Gallardo03] (13), (70): the Lie products of the motion of every joint
// with those of all later ones. With the screws times their joints' accelerations it adds up to the reduced
// acceleration state of the last body relative to the first one, (12); along a loop to zero, (16).
Screw lie_screw(const Workspace& workspace, const JointChain& chain);

}  // namespace jourdain
