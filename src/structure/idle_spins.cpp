#include "core/disjoint_sets.hpp"

#include "jourdain/structure/spanning_tree.hpp"

#include <algorithm>

namespace jourdain {

std::vector<IdleSpin> find_idle_spins(const Mechanism& mechanism) {
  // Without the ball joints the graph falls into pieces; a piece that hangs on two ball joints can spin.
  DisjointSets sets(mechanism.bodies.size());
  for (const Joint& joint : mechanism.joints) {
    if (joint.type != JointType::spherical) sets.join(joint.body_a, joint.body_b);
  }
  std::vector<IdleSpin> spins;
  for (std::size_t root = 0; root < mechanism.bodies.size(); ++root) {
    if (sets.find(static_cast<int>(root)) != static_cast<int>(root)) continue;
    IdleSpin spin;
    for (std::size_t i = 0; i < mechanism.bodies.size(); ++i) {
      if (sets.find(static_cast<int>(i)) == static_cast<int>(root)) spin.bodies.push_back(static_cast<int>(i));
    }
    const auto inside = [&](int body) {
      return std::find(spin.bodies.begin(), spin.bodies.end(), body) != spin.bodies.end();
    };
    if (inside(0) || (mechanism.output && inside(mechanism.output->body))) continue;
    std::vector<int> balls;
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const Joint& joint = mechanism.joints[j];
      if (joint.type == JointType::spherical && inside(joint.body_a) != inside(joint.body_b)) {
        balls.push_back(static_cast<int>(j));
      }
    }
    if (balls.size() != 2) continue;
    spin.joint_a = balls[0];
    spin.joint_b = balls[1];
    spins.push_back(std::move(spin));
  }
  return spins;
}

}  // namespace jourdain
