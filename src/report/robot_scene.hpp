// A robot in 3D: bodies as rods and plates between their joints, along a motion. Set-up code.
#pragma once

#include "jourdain/kinematics/diagnosis.hpp"
#include "jourdain/kinematics/workspace_map.hpp"
#include "jourdain/motion/motion.hpp"
#include "report/scene.hpp"

#include <optional>

namespace jourdain {

// The robot at home, with the forces that hold it there.
Scene robot_scene(const Robot& robot);

// The robot along a motion at so many moments, evenly in time, with the forces of its motors, the way of its output and
// readings: output, nearest singularity, nearest limit, forces. Throws Error(numerical) that names the time where the
// robot cannot follow, Error(usage) for fewer than two frames.
Scene robot_scene(const Motion& motion, int frames = 240);

// The robot at home, to be dragged by its output, or by up to three motors where there is no output: it holds the
// mechanism, which the viewer solves. Coordinates reach as far as limits and singularities allow, each alone, half a
// size or 60 degrees at most.
Scene draggable_scene(const Robot& robot);

// A mechanism as near to assembled as it comes: joints that stay open are red on both sides, with a red line between
// them. Throws Error(numerical) if the diagnosis has no poses.
Scene guess_scene(const Mechanism& mechanism, const Diagnosis& diagnosis);

// The cells that are reached, coloured by their distance to singularities of the second type; nothing if a coordinate
// of the slice is an angle.
std::optional<SceneSlice> scene_slice(const Slice& slice);

// A unit vector at right angles to the plane of a planar mechanism, towards whom looks at it; nothing if the mechanism
// is not planar or gravity presses it out of its plane.
std::optional<Vector3> plane_of(const Robot& robot);
std::optional<Vector3> plane_of(const Mechanism& mechanism, const std::vector<Placement>& poses);

// What is up, and from where a planar mechanism is seen.
void set_directions(const Mechanism& mechanism, const std::optional<Vector3>& plane, Scene& scene);

}  // namespace jourdain
