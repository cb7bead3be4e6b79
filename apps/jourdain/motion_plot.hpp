// Pictures of what happens along a motion: curves of the motors and of the output over time.
#pragma once

#include "motion_arguments.hpp"
#include "robot_text.hpp"

#include "report/plot.hpp"

#include <functional>
#include <string>
#include <vector>

namespace jourdain::cli {

// What a curve of a motor shows.
enum class MotorQuantity { position, rate, acceleration, force, power };

class MotionPlot {
 public:
  // A picture over these times, or over the number of the state if there are none.
  MotionPlot(const Robot& robot, const std::string& what, const std::string& source, const std::vector<double>& time,
             std::size_t rows);

  // One value per motor and row; motors that turn and motors that slide have their own panels. Limits of the motors
  // and joints are drawn where the model has them.
  void add(MotorQuantity quantity, const std::vector<VectorX>& history);

  // Moves of the output by row: lengths and angles in two panels.
  void add_output(const std::vector<Placement>& poses);

  // Curves of any name.
  void add(const std::string& label, const std::string& unit, const std::vector<std::string>& names,
           const std::vector<std::vector<double>>& curves);

  std::string svg() const { return plot_svg(plot_); }

 private:
  const Robot& robot_;
  Plot plot_;
};

// The plot and the table of a run, both or none; empty names are not written.
void write_plot_and_table(const std::string& plot_file, const std::function<std::string()>& plot,
                          const std::string& table_file, const std::function<std::string()>& table);

// Throws Error(usage) unless there are several states to draw.
void require_states_for_plot(const std::string& plot_file, const MotionArguments& motion);

}  // namespace jourdain::cli
