#include "analyses/words.hpp"

#include "jourdain/kinematics/workspace_map.hpp"
#include "kinematics/home_check.hpp"
#include "kinematics/home_hints.hpp"
#include "model/check_mechanism.hpp"
#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {

std::string marked_name(const Mechanism& mechanism) {
  return impossible_bodies(mechanism).empty() ? mechanism.name : mechanism.name + " (unphysical)";
}

std::vector<std::string> motor_names(const Robot& robot) {
  std::vector<std::string> names;
  for (int joint : robot.motor_joints()) names.push_back(robot.mechanism().joints[joint].name);
  return names;
}

bool motor_slides(const Robot& robot, int motor) {
  const int joint = robot.motor_joints()[motor];
  return is_length(robot.mechanism().joints[joint].type, 0);
}

const char* force_unit(const Robot& robot, int motor) { return motor_slides(robot, motor) ? "N" : "N m"; }

Cell limit_of(double value, Measure measure) {
  return value > 0 && std::isfinite(value) ? Cell(Number{value, measure}) : Cell();
}

// What tells a freedom of a joint from its others, for tables.
std::string freedom_word(const Joint& joint, int freedom) {
  return std::string(joint_kind(joint.type).freedom[freedom].word);
}

std::string limit_text(const Robot& robot, const LimitState& limit, int digits) {
  if (limit.joint < 0) return "the model declares none";
  const Joint& joint = robot.mechanism().joints[limit.joint];
  const bool length = limit.freedom >= 0 && is_length(joint.type, limit.freedom);
  const std::string what = limit.freedom < 0          ? " (cone)"
                           : freedoms(joint.type) > 1 ? fmt::format(" ({})", freedom_word(joint, limit.freedom))
                                                      : "";
  const double margin = limit.margin * (length ? robot.size() : 1.0);
  return fmt::format("{}{} at {}, allowed {} to {}, {} {}", joint.name, what,
                     coordinate_text(length, limit.value, digits), coordinate_text(length, limit.lower, digits),
                     coordinate_text(length, limit.upper, digits), coordinate_text(length, std::abs(margin), digits),
                     margin < 0 ? "beyond" : "left");
}

std::string why_no_rates(const Robot& robot) {
  if (!driving_motors(robot).empty()) return "singular: the motors do not determine the motion here";
  return fmt::format("{} for {}: the motion does not follow from the motors", counted(robot.mobility().motors, "motor"),
                     counted(robot.mobility().freedoms(), "freedom"));
}

bool warn_of_joints(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion,
                    const std::vector<LimitState>& limits, std::size_t beyond, Warnings& warnings) {
  if (beyond == 0) return false;
  const auto worst = std::ranges::min_element(limits, {}, &LimitState::margin);
  const std::string more = beyond > 1 ? fmt::format("; {} rows are beyond limits", beyond) : "";
  warnings.push_back(fmt::format("{}beyond a limit: {}{}",
                                 place(arguments, motion, static_cast<std::size_t>(worst - limits.begin())),
                                 limit_text(robot, *worst), more));
  return true;
}

bool warn_of_joints(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion,
                    const std::vector<LimitState>& limits, Warnings& warnings) {
  const auto beyond = std::ranges::count_if(limits, [](const LimitState& limit) { return limit.margin < 0; });
  return warn_of_joints(robot, arguments, motion, limits, static_cast<std::size_t>(beyond), warnings);
}

bool warn_of_fold(const Robot& robot, Workspace& workspace, Warnings& warnings, const std::string& where) {
  constexpr double at_singularity = 1e-4;  // there is no side, and the distance is told anyway
  if (!is_behind_singularity(robot, workspace) || singularity_distance(robot, workspace).type2 < at_singularity)
    return false;
  warnings.push_back(
      where +
      "this pose lies behind a fold: between home and here is a singularity of the second type, where the motors lose "
      "the output; choose a home on this side (assembly) if the robot is to work here");
  return true;
}

void warn_of_idle_spins(const Robot& robot, Warnings& warnings) {
  if (const std::string text = idle_spin_warning(robot.mechanism(), robot.idle_spins()); !text.empty())
    warnings.push_back(text);
}

}  // namespace jourdain
