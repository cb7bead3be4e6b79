// Columns of tables of states, the same that files of states have, and what stands in them.
#pragma once

#include "analyses/row_run.hpp"

#include <vector>

namespace jourdain {

// x y z qw qx qy qz, vx ... wz, ax ... bz of the output, up to the order. Here and below, `put` writes as many numbers
// as there are columns and returns what comes after them.
void add_output_columns(Order order, std::vector<RowColumn>& columns);
double* put_output(const PlatformState& motion, Order order, double* to);

// <joint>, <joint>_d, <joint>_dd of these joints; all positions, then all rates, then all accelerations.
void add_joint_columns(const Robot& robot, const std::vector<int>& joints, Order order,
                       std::vector<RowColumn>& columns);
double* put_joints(const Workspace& workspace, const std::vector<int>& joints, Order order, double* to);

// A joint's state; what a motor was told comes back to the last bit.
JointState joint_state(const Robot& robot, const Workspace& workspace, int joint);

// The motors' joints, or all of them.
std::vector<int> chosen_joints(const Robot& robot, bool all);

// Coordinates, rates and accelerations of the joints, a row for each coordinate.
Table table_of_joints(const Robot& robot, const Workspace& workspace, const std::vector<int>& joints, Order order);

}  // namespace jourdain
