#include "analyses/words.hpp"

#include "jourdain/kinematics/workspace_map.hpp"
#include "kinematics/home_check.hpp"
#include "kinematics/home_hints.hpp"
#include "model/check_mechanism.hpp"
#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

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

std::string why_no_rates(const Robot& robot) {
  if (!driving_motors(robot).empty()) return "singular: the motors do not determine the motion here";
  return fmt::format("{} for {}: the motion does not follow from the motors", counted(robot.mobility().motors, "motor"),
                     counted(robot.mobility().freedoms(), "freedom"));
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
