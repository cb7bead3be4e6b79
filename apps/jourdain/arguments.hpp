// Lists of quantities on the command line: "0.1, 0, -400 mm", "x=0.1, z=-400 mm", "16.6 deg 10 deg 5 deg".
#pragma once

#include "jourdain/study/state_file.hpp"
#include "model/quantity.hpp"

#include <string>
#include <vector>

namespace jourdain::cli {

// One entry of a list; the name is empty unless written "name=value".
struct Entry {
  std::string name;
  std::string text;
};

// Entries separated by commas, or by blanks if there is no comma; a unit stays with its number. Throws Error(usage).
std::vector<Entry> split_list(const std::string& option, const std::string& text);

// The value of an expression with units. Throws Error(usage).
double quantity(const std::string& option, const std::string& text, const Dimension& dimension);

// A list of exactly `count` plain numbers.
std::vector<double> numbers(const std::string& option, const std::string& text, std::size_t count);

// What each coordinate of a pose, twist or acceleration measures: a length or an angle over time^order.
Dimension coordinate_dimension(int coordinate, int order);

// Coordinates by name, or all six, or those of the robot's moves. With position_only three numbers are x y z.
MotionValues::Coordinates parse_coordinates(const Robot& robot, const std::string& option, const std::string& text,
                                            int order, bool position_only = false);

// One value per motor by name (others as in `base`) or in file order.
VectorX parse_actuators(const Robot& robot, const std::string& option, const std::string& text, int order,
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

}  // namespace jourdain::cli
