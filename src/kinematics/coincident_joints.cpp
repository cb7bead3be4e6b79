#include "kinematics/coincident_joints.hpp"

#include "kinematics/assembly.hpp"
#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

const Placement& frame_in(const Joint& joint, int body) { return joint.body_a == body ? joint.in_a : joint.in_b; }

// More turns about one point than there are, or two about one line.
bool turn_too_much(const Joint& first, const Joint& second, int body) {
  constexpr double parallel = 1e-9;
  const JointKind &a = joint_kind(first.type), &b = joint_kind(second.type);
  if (!a.holds_point() || !b.holds_point()) return false;
  if (a.turns() + b.turns() > 3) return true;
  if (a.turns() != 1 || b.turns() != 1) return false;
  return frame_in(first, body).R.col(2).cross(frame_in(second, body).R.col(2)).norm() < parallel;
}

}  // namespace

std::vector<CoincidentJoints> coincident_joints(const Mechanism& mechanism) {
  constexpr double same = 1e-9;  // sizes
  const double size = characteristic_length(mechanism);
  std::vector<CoincidentJoints> found;
  for (int body = 1; body < static_cast<int>(mechanism.bodies.size()); ++body) {
    std::vector<int> joints;
    for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
      const Joint& joint = mechanism.joints[j];
      if (joint.body_a == body || joint.body_b == body) joints.push_back(static_cast<int>(j));
    }
    if (joints.size() != 2) continue;
    const Joint& first = mechanism.joints[joints[0]];
    const Joint& second = mechanism.joints[joints[1]];
    if ((frame_in(first, body).p - frame_in(second, body).p).norm() > same * size) continue;
    if (turn_too_much(first, second, body)) found.push_back({body, joints[0], joints[1]});
  }
  return found;
}

std::string describe(const Mechanism& mechanism, const CoincidentJoints& joints) {
  const auto name = [&](int j) -> const std::string& { return mechanism.joints[j].name; };
  return fmt::format("joints {} and {} are both at one place of {}, a link without length between them",
                     name(joints.first), name(joints.second), mechanism.bodies[joints.body].name);
}

std::string coincidences_text(const Mechanism& mechanism) {
  constexpr std::size_t most = 2;
  const std::vector<CoincidentJoints> found = coincident_joints(mechanism);
  std::string text;
  for (std::size_t k = 0; k < std::min(found.size(), most); ++k)
    text += (k > 0 ? "; " : "") + describe(mechanism, found[k]);
  if (found.size() > most) text += fmt::format("; {} more such links", found.size() - most);
  return text;
}

}  // namespace jourdain
