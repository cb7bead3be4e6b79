// Robots of the catalogue, made once per process: the laws of one robot share it, and what is computed from it.
#pragma once

#include "jourdain/kinematics/robot.hpp"

#include <map>
#include <memory>
#include <string>

namespace jourdain {

inline const Robot& catalogue_robot(const std::string& name) {
  static std::map<std::string, std::unique_ptr<const Robot>> robots;
  std::unique_ptr<const Robot>& robot = robots[name];
  if (!robot) robot = std::make_unique<const Robot>(Robot::from_file(name));
  return *robot;
}

}  // namespace jourdain
