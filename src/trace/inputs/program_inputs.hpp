// The inputs that programs of a robot have, declared once: names, kinds, and the groups that they are arguments in.
#pragma once

#include "expression/graph.hpp"
#include "legs/robot_data.hpp"
#include "trace/code/robot_derivatives.hpp"

namespace jourdain {

// Of the output; `move` as in Move, entries of the rotation matrix by row and column from 0.
ProgramInput position_input(int move);
ProgramInput rotation_input(int row, int column);
ProgramInput twist_input(int move);
ProgramInput acceleration_input(int move);

// Of a joint of the tree, named as by joint_position_names(): a freedom, or an entry of a ball joint's quaternion.
ProgramInput joint_input(const Mechanism& mechanism, int joint, int freedom);
ProgramInput joint_quaternion_input(const Mechanism& mechanism, int joint, int entry);

// Of the platform's node: x, y, z, and the entries of its quaternion.
ProgramInput platform_input(int axis);
ProgramInput platform_quaternion_input(int entry);

// Of a motor: the names of its joint's coordinate, of its rates, and "force.joint".
ProgramInput motor_input(const RobotData& robot, int motor);
ProgramInput motor_rate_input(const RobotData& robot, int motor);
ProgramInput motor_acceleration_input(const RobotData& robot, int motor);
ProgramInput force_input(const RobotData& robot, int motor);

// Of a freedom with dry friction, by its place in the caller's list.
ProgramInput resistance_input(int place);

// The group of variables that inputs of a kind belong to: consecutive ones of a group are one argument.
VariableGroup group_of(InputKind kind);

// Whether inputs of a kind follow from the output's motion.
bool is_of_output(InputKind kind);

}  // namespace jourdain
