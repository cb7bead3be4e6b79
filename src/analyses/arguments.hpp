// Lists of quantities that belong to a robot, as users write them: "0.1, 0, -400 mm", "x=0.1, z=-400 mm".
#pragma once

#include "jourdain/motion/state_file.hpp"
#include "model/text_list.hpp"

#include <string>
#include <vector>

namespace jourdain {

// What each coordinate of a pose, twist or acceleration measures: a length or an angle over time^order.
Dimension coordinate_dimension(int coordinate, int order);

// Coordinates by name, or all six, or those of the robot's moves. With position_only three numbers are x y z.
MotionValues::Coordinates parse_coordinates(const Robot& robot, const std::string& option, const std::string& text,
                                            int order, bool position_only = false);

// One value per motor by name (others as in `base`) or in file order.
VectorX parse_motors(const Robot& robot, const std::string& option, const std::string& text, int order,
                     const VectorX& base);

// One force per motor by name (others 0) or in file order.
VectorX parse_forces(const Robot& robot, const std::string& option, const std::string& text);

// A positive stiffness of every motor at its joint: one value for all, by name or in file order.
VectorX parse_stiffness(const Robot& robot, const std::string& option, const std::string& text);

// What a user says about the pose; empty texts are not given.
struct PoseArguments {
  std::string pose, quaternion, rotation_vector, matrix;
};
void parse_pose(const Robot& robot, const PoseArguments& arguments, MotionValues& values);

// Throws Error(usage) if the robot has no platform or end point.
void require_output(const Robot& robot);

}  // namespace jourdain
