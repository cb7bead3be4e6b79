// The shapes of a robot's bodies, from the places of their joints.
#pragma once

#include "jourdain/model/mechanism.hpp"
#include "report/scene.hpp"

#include <vector>

namespace jourdain {

// Least and largest slide of a joint along its axis while the robot moves; zero for joints that do not slide.
struct SlideRange {
  double low = 0, high = 0;
};

// Bodies and joints of the scene, in the order of the mechanism's bodies; `slides` has one entry per joint. The scene
// has its size and at least one frame.
void add_body_shapes(const Mechanism& mechanism, const std::vector<SlideRange>& slides, Scene& scene);

// Index of the coordinate along the axis, -1 if the joint does not slide.
int slide_of(const Joint& joint);

}  // namespace jourdain
