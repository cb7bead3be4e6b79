#include "legs/delta_type.hpp"

#include "legs/robot_data.hpp"

namespace jourdain {
namespace {

bool only_translates(const RobotData& robot) {
  const auto& output = robot.mechanism.output;
  return output && output->is_platform && robot.pose_explicit &&
         output->moves == std::vector<Move>{Move::x, Move::y, Move::z};
}

// Arms or carriages, each on a motor of its own in the base.
std::vector<DeltaLimb> find_arms(const RobotData& robot) {
  std::vector<DeltaLimb> limbs;
  for (int motor : robot.motor_joints) {
    const Joint& joint = robot.mechanism.joints[motor];
    if (joint.type != JointType::revolute && joint.type != JointType::prismatic) return {};
    if (joint.body_a != 0 && joint.body_b != 0) return {};
    limbs.push_back({motor, joint.body_a == 0 ? joint.body_b : joint.body_a, {}});
  }
  return limbs;
}

// The end of a passive joint on `body`; the other body goes to `bar`.
Vector3 end_on(const Joint& joint, int body, int& bar) {
  bar = joint.body_a == body ? joint.body_b : joint.body_a;
  return joint.body_a == body ? joint.in_a.p : joint.in_b.p;
}

// Passive joints of a body: two freedoms or a ball.
std::vector<const Joint*> passive_joints(const Mechanism& mechanism, int body) {
  std::vector<const Joint*> found;
  for (const Joint& joint : mechanism.joints) {
    if (joint.motor || (joint.body_a != body && joint.body_b != body)) continue;
    if (joint.type == JointType::universal || joint.type == JointType::spherical) found.push_back(&joint);
  }
  return found;
}

// The bars from an arm to the platform.
bool find_bars(const Mechanism& mechanism, DeltaLimb& limb) {
  const int platform = mechanism.output->body;
  for (const Joint* upper : passive_joints(mechanism, limb.arm)) {
    DeltaBar bar;
    bar.on_arm = end_on(*upper, limb.arm, bar.body);
    const std::vector<const Joint*> ends = passive_joints(mechanism, bar.body);
    if (ends.size() != 2) return false;
    const Joint& lower = ends[0] == upper ? *ends[1] : *ends[0];
    if (lower.body_a != platform && lower.body_b != platform) return false;
    int same = 0;
    bar.on_platform = end_on(lower, platform, same);
    limb.bars.push_back(bar);
  }
  return !limb.bars.empty();
}

}  // namespace

std::vector<DeltaLimb> recognise_delta(const RobotData& robot) {
  if (!only_translates(robot)) return {};
  std::vector<DeltaLimb> limbs = find_arms(robot);
  if (limbs.size() < 3) return {};
  const Mechanism& mechanism = robot.mechanism;
  std::size_t bodies = 2, joints = 0;
  for (DeltaLimb& limb : limbs) {
    if (!find_bars(mechanism, limb)) return {};
    bodies += 1 + limb.bars.size();
    joints += 1 + 2 * limb.bars.size();
  }
  // Nothing else may hang on the robot.
  if (bodies != mechanism.bodies.size() || joints != mechanism.joints.size()) return {};
  return limbs;
}

}  // namespace jourdain
