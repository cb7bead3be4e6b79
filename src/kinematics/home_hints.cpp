#include "kinematics/home_hints.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "model/joint_freedoms.hpp"

#include "core/joined.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace jourdain {
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
    const double scale = joint.motor ? 0 : is_length(joint.type, 0) ? 0.3 * robot.size() : 1.0;
    mechanism.assembly.joints.push_back(
        {static_cast<int>(j), {home.joint(static_cast<int>(j)).position[0] + scale * turn(random)}});
  }
  return mechanism;
}

// How far a joint is at home from its hint: in radians or robot sizes, the worst of its freedoms.
double distance_from_hint(const Robot& robot, const Workspace& home, const AssemblyHint::JointValue& hint) {
  const Joint& joint = robot.mechanism().joints[hint.joint];
  const JointState state = home.joint(hint.joint);
  if (hint.value.size() != static_cast<std::size_t>(state.positions)) return 0;
  if (joint_kind(joint.type).is_ball) {
    double product = 0;
    for (int i = 0; i < 4; ++i) product += hint.value[i] * state.position[i];
    return 2 * std::acos(std::min(1.0, std::abs(product)));
  }
  double worst = 0;
  for (int i = 0; i < state.positions; ++i) {
    const double difference = state.position[i] - hint.value[i];
    const bool length = is_length(joint.type, i);
    worst =
        std::max(worst, length ? std::abs(difference) / robot.size() : std::abs(std::remainder(difference, 2 * M_PI)));
  }
  return worst;
}

}  // namespace

std::string coordinate_text(bool length, double value, int digits) {
  if (!std::isfinite(value)) return "none";
  const double shown = value * (length ? 1000 : 180 / M_PI);
  return fmt::format("{:.{}g} {}", std::abs(shown) < 1e-12 ? 0.0 : shown, digits, length ? "mm" : "deg");
}

std::string freedom_word(const Joint& joint, int freedom) {
  return std::string(joint_kind(joint.type).freedom[freedom].word);
}

std::string limited_joint(const Robot& robot, const LimitState& limit) {
  const Joint& joint = robot.mechanism().joints[limit.joint];
  if (limit.freedom < 0) return joint.name + " (cone)";
  return freedoms(joint.type) > 1 ? fmt::format("{} ({})", joint.name, freedom_word(joint, limit.freedom)) : joint.name;
}

bool is_length_limit(const Robot& robot, const LimitState& limit) {
  return limit.freedom >= 0 && is_length(robot.mechanism().joints[limit.joint].type, limit.freedom);
}

std::string limit_text(const Robot& robot, const LimitState& limit, int digits) {
  if (limit.joint < 0) return "the model declares none";
  const bool length = is_length_limit(robot, limit);
  const auto text = [&](double value) { return coordinate_text(length, value, digits); };
  const double margin = limit.margin * (length ? robot.size() : 1.0);
  return fmt::format("{} at {}, allowed {} to {}, {} {}", limited_joint(robot, limit), text(limit.value),
                     text(limit.lower), text(limit.upper), text(std::abs(margin)), margin < 0 ? "beyond" : "left");
}

std::string moves_text(const Mechanism& mechanism, double size, const Placement& pose, int digits) {
  if (!mechanism.output) return {};
  const Vector3 cardan = cardan_from_rotation(pose.R);
  std::string text;
  for (Move move : mechanism.output->moves) {
    const int c = static_cast<int>(move);
    // Round-off of the search for home is no coordinate.
    const double exact = c < 3 ? pose.p[c] : cardan[c - 3];
    const double shown = std::abs(exact) < 1e-9 * (c < 3 ? size : 1.0) ? 0.0 : exact;
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", to_string(move), coordinate_text(c < 3, shown, digits));
  }
  return text;
}

MissedPlace missed_place(const Mechanism& mechanism, double size, const Placement& home) {
  if (!mechanism.output || !mechanism.assembly.output) return {};
  const Placement hint = *mechanism.assembly.output;
  const Vector3 turn = vector_from_rotation(home.R * hint.R.transpose());
  double shift2 = 0, turn2 = 0;
  for (Move move : mechanism.output->moves) {
    const int c = static_cast<int>(move);
    (c < 3 ? shift2 : turn2) += c < 3 ? std::pow(home.p[c] - hint.p[c], 2) : std::pow(turn[c - 3], 2);
  }
  const double shift = std::sqrt(shift2), angle = std::sqrt(turn2);
  return {
      std::max(shift / size, angle),
      fmt::format("home misses the assembly hint of the output by {} and {}: the place is out of reach, or the hints "
                  "of the joints lead elsewhere; home is {}",
                  coordinate_text(true, shift), coordinate_text(false, angle), moves_text(mechanism, size, home))};
}

MissedPlace missed_place(const Robot& robot) {
  return missed_place(robot.mechanism(), robot.size(), robot.home_pose());
}

std::vector<std::string> near_branches(const Robot& robot) {
  constexpr int tries = 16;
  constexpr std::size_t most = 3;
  constexpr double same = 0.05;  // radians or sizes
  const Workspace home(robot);
  const VectorX here = hinge_coordinates(robot, home);
  const int motors = static_cast<int>(robot.motor_joints().size());
  VectorX positions(motors);
  for (int k = 0; k < motors; ++k) positions[k] = home.motor_position(k);
  std::mt19937 random(1);
  std::vector<Branch> branches;
  for (int k = 0; k < tries && here.size() > 0; ++k) {
    try {
      const Robot other(shaken(robot, home, random), FarHome::accepted);
      Workspace ws(other);
      if (motors > 0 && forward_kinematics(other, positions, ws) != Status::ok) continue;
      const VectorX there = hinge_coordinates(other, ws);
      const double distance = angular_distance(here, there);
      const auto known = [&](const Branch& b) { return angular_distance(b.joints, there) < same; };
      if (distance < same || std::ranges::any_of(branches, known)) continue;
      const std::string where = robot.mechanism().output
                                    ? moves_text(robot.mechanism(), robot.size(), ws.output_pose())
                                    : fmt::format("a joint turned by {}", coordinate_text(false, distance, 3));
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

std::vector<Diagnostic> hint_warnings(const Robot& robot, const Workspace& home) {
  constexpr double far = 0.3;  // radians or robot sizes: hints are rough, but not as rough as this
  // The output goes exactly where it is told, if it can.
  constexpr double missed_at_all = 1e-3;
  std::vector<Diagnostic> list;
  const AssemblyHint& hints = robot.mechanism().assembly;
  if (robot.mobility().loops > 0 && !hints.output && hints.joints.empty()) {
    const std::vector<std::string> near = near_branches(robot);
    list.push_back(
        {Severity::warning,
         {},
         "there is no assembly hint: home is one of the ways in which the loops close, whichever was found" +
             (near.empty() ? "" : fmt::format("; with the same motors there are also {}", joined(near, "; "))),
         "say where the output is, or some joints: assembly: {platform: [...], joints: {...}}"});
  }
  const MissedPlace missed = missed_place(robot);
  if (missed.distance > missed_at_all && missed.distance <= far_from_hint) {  // beyond it is a problem
    list.push_back({Severity::warning, {}, missed.text, missed_place_hint});
  }
  // One warning for all joints: legs that repeat would repeat it.
  int count = 0, worst = 0;
  double farthest = 0;
  for (const AssemblyHint::JointValue& hint : robot.mechanism().assembly.joints) {
    const double distance = distance_from_hint(robot, home, hint);
    if (!(distance > far)) continue;
    ++count;
    if (distance > farthest) farthest = distance, worst = hint.joint;
  }
  if (count > 0) {
    const std::string others = count > 1 ? fmt::format(" and of {} more", count - 1) : "";
    list.push_back({Severity::warning,
                    {},
                    fmt::format("home does not follow the assembly hint of joint {}{}: it is off by {:.2g} (radians or "
                                "robot sizes)",
                                robot.mechanism().joints[worst].name, others, farthest),
                    "give hints of the other joints of its loop too, or a better one"});
  }
  return list;
}

}  // namespace jourdain
