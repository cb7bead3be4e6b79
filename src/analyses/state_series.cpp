#include "analyses/state_series.hpp"

#include "analyses/words.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <algorithm>

namespace jourdain {

StateSeries::StateSeries(const Robot& robot, bool by_motors, bool timed)
    : robot_(robot), by_motors_(by_motors || !robot.mechanism().output), timed_(timed) {
  if (timed) add_column("t", Measure::time);
  static constexpr const char* suffixes[] = {"", "_d", "_dd"};
  for (int order = 0; by_motors_ && order < 3; ++order)
    for (int k = 0; k < static_cast<int>(robot.motor_joints().size()); ++k)
      add_column(column_name(robot.mechanism(), robot.motor_joints()[k]) + suffixes[order],
                 motion_measure(motor_slides(robot, k), order));
  if (by_motors_) return;
  for (const char* name : {"x", "y", "z"}) add_column(name, Measure::length);
  for (const char* name : {"qw", "qx", "qy", "qz"}) add_column(name, Measure::number);
  for (const int order : {1, 2})
    for (std::size_t c = 0; c < 6; ++c)
      add_column(std::string((order == 1 ? twist_names : acceleration_names)[c]), motion_measure(c < 3, order));
}

double* StateSeries::put(const Workspace& workspace, double time, double* numbers) const {
  const auto put_all = [&](const auto& values) { numbers = std::copy(values.begin(), values.end(), numbers); };
  if (timed_) *numbers++ = time;
  const int motors = static_cast<int>(robot_.motor_joints().size());
  if (by_motors_) {
    for (int k = 0; k < motors; ++k) *numbers++ = workspace.motor_position(k);
    for (int k = 0; k < motors; ++k) *numbers++ = workspace.motor_velocity(k);
    for (int k = 0; k < motors; ++k) *numbers++ = workspace.motor_acceleration(k);
    return numbers;
  }
  put_all(workspace.output_pose().p);
  put_all(quaternion_from_rotation(workspace.output_pose().R));
  put_all(workspace.output_twist().v);
  put_all(workspace.output_twist().w);
  put_all(workspace.output_acceleration().a);
  put_all(workspace.output_acceleration().dw);
  return numbers;
}

void StateSeries::add(const Workspace& workspace, double time, std::initializer_list<double> more) {
  row_.resize(series_.lines.size());
  std::copy(more.begin(), more.end(), put(workspace, time, row_.data()));
  for (std::size_t c = 0; c < row_.size(); ++c) series_.lines[c].values.push_back(row_[c]);
}

}  // namespace jourdain
