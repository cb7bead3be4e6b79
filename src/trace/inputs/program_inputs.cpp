#include "trace/inputs/program_inputs.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/motion/state_file.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

constexpr const char* quaternion_words[] = {"qw", "qx", "qy", "qz"};

// Coordinates are called as in files of states.
std::string word(const std::array<std::string_view, 6>& names, int index) { return std::string(names[index]); }

std::string motor_name(const RobotData& robot, int motor) {
  return column_name(robot.mechanism, robot.motor_joints[motor]);
}

}  // namespace

ProgramInput position_input(int move) { return {word(pose_names, move), InputKind::position, 0, move}; }

ProgramInput rotation_input(int row, int column) {
  return {fmt::format("R{}{}", row + 1, column + 1), InputKind::rotation, 0, 3 * row + column};
}

ProgramInput twist_input(int move) { return {word(twist_names, move), InputKind::twist, 0, move}; }

ProgramInput acceleration_input(int move) { return {word(acceleration_names, move), InputKind::acceleration, 0, move}; }

ProgramInput joint_input(const Mechanism& mechanism, int joint, int freedom) {
  return {joint_position_names(mechanism, joint)[freedom], InputKind::joint, joint, freedom};
}

ProgramInput joint_quaternion_input(const Mechanism& mechanism, int joint, int entry) {
  return {joint_position_names(mechanism, joint)[entry], InputKind::joint_quaternion, joint, entry};
}

ProgramInput platform_input(int axis) { return {"platform." + word(pose_names, axis), InputKind::platform, 0, axis}; }

ProgramInput platform_quaternion_input(int entry) {
  return {fmt::format("platform.{}", quaternion_words[entry]), InputKind::platform_quaternion, 0, entry};
}

ProgramInput motor_input(const RobotData& robot, int motor) {
  return {motor_name(robot, motor), InputKind::motor, motor, 0};
}

ProgramInput motor_rate_input(const RobotData& robot, int motor) {
  return {motor_name(robot, motor) + "_d", InputKind::motor_rate, motor, 0};
}

ProgramInput motor_acceleration_input(const RobotData& robot, int motor) {
  return {motor_name(robot, motor) + "_dd", InputKind::motor_acceleration, motor, 0};
}

ProgramInput force_input(const RobotData& robot, int motor) {
  const int joint = robot.motor_joints[motor];
  return {"force." + robot.mechanism.joints[joint].name, InputKind::force, motor, 0};
}

ProgramInput resistance_input(int place) {
  return {fmt::format("force.dry.{}", place), InputKind::resistance, place, 0};
}

VariableGroup group_of(InputKind kind) {
  switch (kind) {
    case InputKind::position:
    case InputKind::rotation: return VariableGroup::pose;
    case InputKind::twist:
    case InputKind::motor_rate: return VariableGroup::twist;
    case InputKind::acceleration:
    case InputKind::motor_acceleration: return VariableGroup::acceleration;
    case InputKind::joint:
    case InputKind::joint_quaternion:
    case InputKind::platform:
    case InputKind::platform_quaternion:
    case InputKind::motor: return VariableGroup::joints;
    case InputKind::force:
    case InputKind::resistance: return VariableGroup::forces;
    case InputKind::plain: break;
  }
  throw Error(ErrorKind::usage, "the program has an input that is not a robot's");
}

bool is_of_output(InputKind kind) {
  return kind == InputKind::position || kind == InputKind::rotation || kind == InputKind::twist ||
         kind == InputKind::acceleration;
}

}  // namespace jourdain
