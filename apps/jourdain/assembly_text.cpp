#include "assembly_text.hpp"

#include "robot_text.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace jourdain::cli {
namespace {

struct Branch {
  double distance = 0;  // of the joints: radians, or lengths over the robot's size
  VectorX joints;
  std::string text;
};

// Coordinates of all joints with one freedom, angles within half a turn.
VectorX hinge_coordinates(const Robot& robot, const Workspace& ws) {
  std::vector<double> values;
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
    const Joint& joint = robot.mechanism().joints[j];
    if (freedoms(joint.type) != 1) continue;
    const double q = ws.joint(static_cast<int>(j)).position[0];
    values.push_back(is_length(joint.type, 0) ? q / robot.size() : std::remainder(q, 2 * M_PI));
  }
  return Eigen::Map<VectorX>(values.data(), static_cast<int>(values.size()));
}

double angular_distance(const VectorX& left, const VectorX& right) {
  double largest = 0;
  for (int k = 0; k < left.size(); ++k)
    largest = std::max(largest, std::abs(std::remainder(left[k] - right[k], 2 * M_PI)));
  return largest;
}

// The mechanism put together from joints that were turned at random.
Mechanism shaken(const Robot& robot, const Workspace& home, std::mt19937& random) {
  Mechanism mechanism = robot.mechanism();
  std::uniform_real_distribution<double> turn(-1.5, 1.5);
  mechanism.assembly.joints.clear();
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    if (freedoms(joint.type) != 1) continue;
    const double scale = joint.actuator ? 0 : is_length(joint.type, 0) ? 0.3 * robot.size() : 1.0;
    mechanism.assembly.joints.push_back(
        {static_cast<int>(j), {home.joint(static_cast<int>(j)).position[0] + scale * turn(random)}});
  }
  return mechanism;
}

}  // namespace

MissedPlace missed_place(const Robot& robot, const Workspace& home) {
  const Mechanism& mechanism = robot.mechanism();
  if (!mechanism.output || !mechanism.assembly.output) return {};
  const Placement hint = *mechanism.assembly.output, at = home.output_pose();
  const Vector3 turn = vector_from_rotation(at.R * hint.R.transpose());
  double shift2 = 0, turn2 = 0;
  for (Move move : mechanism.output->moves) {
    const int c = static_cast<int>(move);
    (c < 3 ? shift2 : turn2) += c < 3 ? std::pow(at.p[c] - hint.p[c], 2) : std::pow(turn[c - 3], 2);
  }
  const double shift = std::sqrt(shift2), angle = std::sqrt(turn2);
  const Numbers few{4};
  return {
      std::max(shift / robot.size(), angle),
      fmt::format("home misses the assembly hint of the output by {} and {}: the place is out of reach, or the hints "
                  "of the joints lead elsewhere; home is {}",
                  friendly(few, true, shift), friendly(few, false, angle), moves_text(robot, few, at))};
}

std::vector<std::string> near_branches(const Robot& robot) {
  constexpr int tries = 16;
  constexpr std::size_t most = 3;
  constexpr double same = 0.05;  // radians or sizes
  const Workspace home(robot);
  const VectorX here = hinge_coordinates(robot, home);
  const int motors = static_cast<int>(robot.actuators().size());
  VectorX actuators(motors);
  for (int k = 0; k < motors; ++k) actuators[k] = home.actuator_position(k);
  std::mt19937 random(1);
  std::vector<Branch> branches;
  for (int k = 0; k < tries && here.size() > 0; ++k) {
    try {
      const Robot other(shaken(robot, home, random));
      Workspace ws(other);
      if (motors > 0 && forward_kinematics(other, actuators, ws) != Status::ok) continue;
      const VectorX there = hinge_coordinates(other, ws);
      const double distance = angular_distance(here, there);
      const auto known = [&](const Branch& b) { return angular_distance(b.joints, there) < same; };
      if (distance < same || std::ranges::any_of(branches, known)) continue;
      const std::string where = robot.mechanism().output
                                    ? moves_text(robot, Numbers{4}, ws.output_pose())
                                    : fmt::format("a joint turned by {}", friendly(Numbers{3}, false, distance));
      branches.push_back({distance, there, where});
    } catch (const Error&) {
      // These joints do not close the loops.
    }
  }
  std::ranges::sort(branches, {}, &Branch::distance);
  std::vector<std::string> texts;
  for (const Branch& branch : branches) {
    if (texts.size() < most && std::ranges::find(texts, branch.text) == texts.end()) texts.push_back(branch.text);
  }
  return texts;
}

}  // namespace jourdain::cli
