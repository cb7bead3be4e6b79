#include "state_columns.hpp"

#include "jourdain/spatial/spatial.hpp"

namespace jourdain::cli {

void add_output_columns(Order order, std::vector<std::string>& names) {
  for (const char* name : {"x", "y", "z", "qw", "qx", "qy", "qz"}) names.emplace_back(name);
  if (order != Order::position) names.insert(names.end(), twist_names.begin(), twist_names.end());
  if (order == Order::acceleration) names.insert(names.end(), acceleration_names.begin(), acceleration_names.end());
}

void add_output_cells(const Workspace& workspace, Order order, CsvWriter& csv) {
  add_output_cells({workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()}, order, csv);
}

void add_output_cells(const Motion& motion, Order order, CsvWriter& csv) {
  const auto put = [&](const auto& v) {
    for (int i = 0; i < v.size(); ++i) csv.add(static_cast<double>(v[i]));
  };
  put(motion.pose.p);
  put(quaternion_from_rotation(motion.pose.R));
  if (order != Order::position) {
    put(motion.twist.v);
    put(motion.twist.w);
  }
  if (order == Order::acceleration) {
    put(motion.acceleration.a);
    put(motion.acceleration.dw);
  }
}

void add_actuator_columns(const Robot& robot, Order order, std::vector<std::string>& names) {
  for (const char* suffix : {"", "_d", "_dd"}) {
    if (*suffix != '\0' && order == Order::position) break;
    if (suffix == std::string_view("_dd") && order != Order::acceleration) break;
    for (int joint : robot.actuators()) names.push_back(column_name(robot.mechanism(), joint) + suffix);
  }
}

void add_actuator_cells(const Robot& robot, const Workspace& workspace, Order order, CsvWriter& csv) {
  const int count = static_cast<int>(robot.actuators().size());
  for (int k = 0; k < count; ++k) csv.add(workspace.actuator_position(k));
  for (int k = 0; order != Order::position && k < count; ++k) csv.add(workspace.actuator_velocity(k));
  for (int k = 0; order == Order::acceleration && k < count; ++k) csv.add(workspace.actuator_acceleration(k));
}

}  // namespace jourdain::cli
