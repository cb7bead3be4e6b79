#include "kinematics/joint_screws.hpp"

#include "model/joint_freedoms.hpp"

#include <algorithm>

namespace jourdain {
namespace {

// A tree of the mechanism's own joints, and which of them it passes.
struct JointTree {
  std::vector<JointChain> chains;  // from the base to each body
  std::vector<bool> passed;        // by joint
};

JointTree shortest_chains(const Mechanism& mechanism) {
  JointTree tree{std::vector<JointChain>(mechanism.bodies.size()), std::vector<bool>(mechanism.joints.size(), false)};
  std::vector<bool> reached(mechanism.bodies.size(), false);
  reached[0] = true;
  std::vector<int> queue{0};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const int body = queue[next];
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const Joint& joint = mechanism.joints[j];
      if (joint.body_a != body && joint.body_b != body) continue;
      const bool forward = joint.body_a == body;
      const auto other = static_cast<std::size_t>(forward ? joint.body_b : joint.body_a);
      if (reached[other]) continue;
      reached[other] = tree.passed[j] = true;
      tree.chains[other] = tree.chains[body];
      tree.chains[other].push_back({static_cast<int>(j), forward});
      queue.push_back(static_cast<int>(other));
    }
  }
  return tree;
}

// The motions of a joint one after the other, from body a to body b. A ball joint turns at once: its three axes stand
// still in body a.
std::vector<Screw> joint_motions(const Workspace& workspace, int index) {
  std::vector<Screw> motions = joint_screws(workspace, index);
  const JointState s = workspace.joint(index);
  for (std::size_t k = 0; k < motions.size(); ++k) motions[k] = s.rate[k] * motions[k];
  const Joint& joint = workspace.robot().mechanism().joints[index];
  if (joint_kind(joint.type).is_ball) motions = {motions[0] + motions[1] + motions[2]};
  return motions;
}

}  // namespace

std::vector<Screw> joint_screws(const Workspace& workspace, int index) {
  const Mechanism& mechanism = workspace.robot().mechanism();
  contract(index >= 0 && index < static_cast<int>(mechanism.joints.size()), "the robot has no joint of this index");
  const Joint& joint = mechanism.joints[index];
  const Placement A = workspace.body_pose(joint.body_a) * joint.in_a;
  const Placement B = workspace.body_pose(joint.body_b) * joint.in_b;
  const JointKind& kind = joint_kind(joint.type);
  std::vector<Screw> screws;
  Vector3 through = A.p;  // slides carry the axes of turns that come after them
  for (int i = 0; i < kind.freedoms; ++i) {
    const Freedom& freedom = kind.freedom[i];
    const Vector3 axis = freedom.direction(A.R, B.R);
    screws.push_back(freedom.slides() ? slide_screw(axis) : axis_screw(axis, through, kind.is_screw ? joint.pitch : 0));
    if (freedom.slides()) through = B.p;
  }
  return screws;
}

std::vector<JointChain> body_chains(const Mechanism& mechanism) { return shortest_chains(mechanism).chains; }

std::vector<JointChain> loop_chains(const Mechanism& mechanism) {
  const JointTree tree = shortest_chains(mechanism);
  std::vector<JointChain> loops;
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    if (tree.passed[j]) continue;
    const Joint& joint = mechanism.joints[j];
    const JointChain& out = tree.chains[joint.body_a];
    const JointChain& back = tree.chains[joint.body_b];
    const auto same = [](const ChainJoint& a, const ChainJoint& b) { return a.joint == b.joint; };
    const auto [out_from, back_from] = std::mismatch(out.begin(), out.end(), back.begin(), back.end(), same);
    JointChain loop(out_from, out.end());
    loop.push_back({static_cast<int>(j), true});
    for (auto step = back.end(); step != back_from;) {
      --step;
      loop.push_back({step->joint, !step->forward});
    }
    loops.push_back(std::move(loop));
  }
  return loops;
}

Screw lie_screw(const Workspace& workspace, const JointChain& chain) {
  Screw before, total;
  for (const ChainJoint& at : chain) {
    std::vector<Screw> motions = joint_motions(workspace, at.joint);
    if (!at.forward) std::reverse(motions.begin(), motions.end());
    for (const Screw& motion : motions) {
      const Screw here = (at.forward ? 1.0 : -1.0) * motion;
      total = total + lie(before, here);
      before = before + here;
    }
  }
  return total;
}

}  // namespace jourdain
