// Rows of states as files of states have them: what read_motion() reads.
#pragma once

#include "jourdain/answer/answer.hpp"
#include "jourdain/kinematics/robot.hpp"
#include "jourdain/kinematics/workspace.hpp"

#include <optional>

namespace jourdain {

// Columns x y z qw qx qy qz, vx ... wz, ax ... bz of the output, or <joint>, <joint>_d, <joint>_dd of the motors; t
// before them if rows have times.
class StateSeries {
 public:
  StateSeries(const Robot& robot, bool by_motors, bool timed);

  // A column of any name behind those of the state.
  void add_column(std::string name, Measure measure) { series_.lines.push_back({name, name, measure}); }
  const std::vector<Series::Line>& columns() const { return series_.lines; }

  // A row: the workspace's state, then the other columns.
  void add(const Workspace& workspace, double time, std::initializer_list<double> more = {});
  // The numbers of a row, and the place behind them. The time is left out if rows have none.
  double* put(const Workspace& workspace, double time, double* numbers) const;

  Series take() { return std::move(series_); }

 private:
  const Robot& robot_;
  bool by_motors_, timed_;
  Series series_{"states", "States"};
  std::vector<double> row_;
};

}  // namespace jourdain
