// A mechanism for a viewer that solves it itself.
#pragma once

#include "jourdain/kinematics/workspace.hpp"
#include "report/scene.hpp"

namespace jourdain {

// Joints, weights, springs and output of a robot, without checks.
SceneMechanism scene_mechanism(const Robot& robot, std::vector<SceneAxis> axes);

// The program's answers at a pose, which the workspace holds at rest with accelerations.
void add_check(const Robot& robot, std::vector<double> at, Workspace& workspace, SceneMechanism& mechanism);

}  // namespace jourdain
