// What the watch of a path sees at a few poses.
#pragma once

#include "motion/path.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <span>

namespace jourdain {

// Poses that cannot be reached are left out.
inline PathReport watched(const Robot& robot, std::span<const Placement> poses, double near = 0.02) {
  PathWatch watch(robot, near);
  Workspace workspace(robot);
  for (const Placement& pose : poses) {
    PlatformState motion;
    motion.pose = pose;
    if (inverse_kinematics(robot, motion, workspace, Order::position) == Status::ok) {
      watch.next(workspace);
    } else {
      watch.skip();
    }
  }
  return watch.report();
}

}  // namespace jourdain
