// The picture of a simulation: output, motors and energies over time.
#pragma once

#include "analyses/motion_plot.hpp"
#include "robot_text.hpp"

#include <string>
#include <vector>

namespace jourdain::cli {

// What the picture shows, by step.
struct SimulatedCurves {
  std::vector<double> time;
  std::vector<VectorX> positions, rates;  // of the motors
  std::vector<Placement> poses;           // of the output
  std::vector<double> kinetic, potential;

  // Notes the workspace's state at a time.
  void add(const Robot& robot, const Workspace& workspace, double at);

  // `source` is the line under the title.
  std::string svg(const Robot& robot, const std::string& source) const;
};

}  // namespace jourdain::cli
