#include "jourdain/kinematics/diagnosis.hpp"

#include "jourdain/kinematics/workspace.hpp"
#include "kinematics/assembly.hpp"
#include "kinematics/closure.hpp"
#include "model/mechanism_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// How far the two sides of each cut are from each other.
std::vector<OpenJoint> open_joints(const SpanningTree& tree, const TreeState& state, double size) {
  constexpr double visible = 1e-9;  // lengths over size, sines
  std::vector<OpenJoint> open;
  CutRow rows[6];
  for (const Cut& cut : tree.cuts) {
    cut_rows(cut, state, false, rows);
    const int lengths = length_rows(cut.type);
    OpenJoint joint{cut.joint, 0, 0};
    for (int r = 0; r < cut.rows; ++r) {
      double& part = r < lengths ? joint.gap : joint.angle;
      part = std::hypot(part, rows[r].residual);
    }
    if (joint.gap <= visible * size && joint.angle <= visible) continue;
    joint.angle = std::asin(std::min(joint.angle, 1.0));
    open.push_back(joint);
  }
  const auto width = [&](const OpenJoint& joint) { return std::max(joint.gap / size, joint.angle); };
  std::ranges::sort(open, [&](const OpenJoint& a, const OpenJoint& b) { return width(a) > width(b); });
  return open;
}

// Puts the mechanism together as far as it goes. Motors do not matter to that, and loops of motors alone have no tree.
void sketch(Mechanism mechanism, Diagnosis& diagnosis) {
  for (Joint& joint : mechanism.joints) joint.motor.reset();
  const SpanningTree tree = build_tree(mechanism);
  TreeState state(tree);
  if (!try_assemble(mechanism, tree, diagnosis.size, state)) diagnosis.open = open_joints(tree, state, diagnosis.size);
  for (const BodyNode& body : tree.bodies) {
    const NodeMotion<double>& n = state.n[body.node];
    diagnosis.poses.push_back(Placement{n.R, n.p} * body.in_node);
  }
}

}  // namespace

Diagnosis diagnose(const Mechanism& mechanism) {
  Diagnosis diagnosis;
  diagnosis.size = characteristic_length(mechanism);
  diagnosis.coincident = coincident_joints(mechanism);
  try {
    const Robot robot(mechanism);
    const Workspace home(robot);
    for (std::size_t b = 0; b < mechanism.bodies.size(); ++b)
      diagnosis.poses.push_back(home.body_pose(static_cast<int>(b)));
    return diagnosis;
  } catch (const MechanismError& error) {
    diagnosis.refusal = error.what();
  }
  try {
    sketch(mechanism, diagnosis);
  } catch (const Error&) {
    diagnosis.poses.clear();  // its joints make no tree: nothing can be drawn
  }
  return diagnosis;
}

std::string describe(const Mechanism& mechanism, const OpenJoint& joint) {
  const std::string& name = mechanism.joints[joint.joint].name;
  const std::string gap =
      joint.gap < 1 ? fmt::format("{:.3g} mm", 1000 * joint.gap) : fmt::format("{:.3g} m", joint.gap);
  if (!(joint.angle > 1e-6)) return fmt::format("joint {} stays open by {}", name, gap);
  return fmt::format("joint {} stays open by {} and {:.3g} deg", name, gap, joint.angle * 180 / M_PI);
}

}  // namespace jourdain
