// What answers about one state share.
#pragma once

#include "jourdain/answer/answer.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <string>
#include <vector>

namespace jourdain {

// "delta at x = 50 mm, y = 30 mm, z = -300 mm"; the name alone without an output.
std::string title_at(const Robot& robot, const Workspace& workspace);

// x y z rx ry rz as `pose`, and up to velocities vx ... wz as `twist`.
Facts state_facts(const Workspace& workspace, Order order);

// The coordinates of a pose by their names, all or those of some moves.
NamedNumbers pose_numbers(const Placement& pose);
NamedNumbers pose_numbers(const Placement& pose, const std::vector<Move>& moves);
// A motion up to this order, with the orientation in other words, too; and its pose as key numbers.
Facts motion_facts(const PlatformState& motion, Order order);
void add_pose_numbers(const Placement& pose, std::vector<KeyNumber>& numbers);

// Positions of the motors, their rates and accelerations up to the order.
Table motor_states(const Robot& robot, const Workspace& workspace, Order order);

// How far a joint is from a limit, in numbers; beyond it the fact is a bad one.
Fact limit_fact(const Robot& robot, const LimitState& limit, std::string key = "nearest_limit",
                std::string title = "nearest joint limit");

// Distances to singularities as `type1`, `type2`, `constraint` with `digits_lost`, and the limits.
void add_distances(const Robot& robot, const Workspace& workspace, const SingularityReport& report, Facts& facts);
void add_distances(const SingularityReport& report, std::vector<KeyNumber>& numbers);

// Names and units of rows or columns of a matrix: rates (order 1) or accelerations (2) of motors, of the output's
// moves, of the whole output.
struct AxisNames {
  std::vector<std::string> names, units;
};
AxisNames motor_axes(const Robot& robot, const std::vector<int>& motors, int order = 1);
AxisNames move_axes(const Robot& robot, int order = 1);
AxisNames output_axes(int order = 1);
Matrix matrix_of(std::string key, std::string title, const AxisNames& rows, const AxisNames& columns,
                 const MatrixX& entries);

}  // namespace jourdain
