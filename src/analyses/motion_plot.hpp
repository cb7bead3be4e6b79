// Pictures of what happens along a motion: curves of the motors and of the output over time.
#pragma once

#include "jourdain/answer/plot.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <string>
#include <vector>

namespace jourdain {

// What a curve of a motor shows.
enum class MotorQuantity { position, rate, acceleration, force, power };

// States along a motion, by row.
struct MotionCurves {
  std::vector<double> times;
  std::vector<VectorX> positions, rates, accelerations;  // of the motors
  std::vector<Placement> poses;                          // of the output, if there is one

  void add(const Robot& robot, const Workspace& workspace, double time);
};

class MotionPlot {
 public:
  // A picture over these times, or over the number of the state if there are none.
  MotionPlot(const Robot& robot, const std::string& what, const std::string& source, const std::vector<double>& time,
             std::size_t rows);
  // The same over these times, or numbers of states.
  MotionPlot(const Robot& robot, const std::string& what, const std::string& source, const std::vector<double>& x,
             bool timed);

  // One value per motor and row; motors that turn and motors that slide have their own panels. Limits of the motors
  // and joints are drawn where the model has them.
  void add(MotorQuantity quantity, const std::vector<VectorX>& history);
  // The same by motor.
  void add(MotorQuantity quantity, const std::vector<std::vector<double>>& curves);

  // Moves of the output by row: lengths and angles in two panels.
  void add_output(const std::vector<Placement>& poses);

  // Curves of any name.
  void add(const std::string& label, const std::string& unit, const std::vector<std::string>& names,
           const std::vector<std::vector<double>>& curves);

  const Plot& plot() const { return plot_; }

 private:
  const Robot& robot_;
  Plot plot_;
};

}  // namespace jourdain
