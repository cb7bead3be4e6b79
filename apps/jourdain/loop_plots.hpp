// Pictures of simulated loops: tracking errors and the path of all laws, forces of each.
#pragma once

#include "jourdain/simulation/closed_loop.hpp"
#include "report/plot.hpp"

#include <string>
#include <vector>

namespace jourdain::cli {

// What a law did, for pictures.
class LoopCurves {
 public:
  LoopCurves(const Robot& robot, std::string law) : robot_(&robot), law_(std::move(law)) {}

  void add(const LoopSample& sample);

  const std::string& law() const { return law_; }
  const std::vector<double>& time() const { return time_; }

 private:
  friend std::string tracking_svg(const std::vector<LoopCurves>& laws, const std::string& subtitle);
  friend std::string forces_svg(const LoopCurves& law, const std::string& subtitle);

  const Robot* robot_;
  std::string law_;
  std::vector<double> time_, output_error_, slide_error_, turn_error_;  // mm, mm, mrad: the largest of all motors
  std::vector<double> across_, up_, wanted_across_, wanted_up_;         // path of the output, mm
  std::vector<std::vector<double>> forces_;                             // by motor
};

// Tracking errors of output and motors over time, and the path, with one curve per law.
std::string tracking_svg(const std::vector<LoopCurves>& laws, const std::string& subtitle);

// Forces of all motors under one law.
std::string forces_svg(const LoopCurves& law, const std::string& subtitle);

}  // namespace jourdain::cli
