// Columns of state files as they are written, the same that read_motion reads.
#pragma once

#include "robot_text.hpp"

#include <string>
#include <vector>

namespace jourdain::cli {

// x y z qw qx qy qz, vx ... wz, ax ... bz of the output, or of a motion, up to the order.
void add_output_columns(Order order, std::vector<std::string>& names);
void add_output_cells(const Workspace& workspace, Order order, CsvWriter& csv);
void add_output_cells(const Motion& motion, Order order, CsvWriter& csv);

// <joint>, <joint>_d, <joint>_dd of the actuated joints, up to the order.
void add_actuator_columns(const Robot& robot, Order order, std::vector<std::string>& names);
void add_actuator_cells(const Robot& robot, const Workspace& workspace, Order order, CsvWriter& csv);

}  // namespace jourdain::cli
