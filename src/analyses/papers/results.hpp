// Building blocks of results.
#pragma once

#include "analyses/papers/reproduce.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <optional>

namespace jourdain {

// A time or speed, which every machine has its own of.
ResultCell measured_cell(double value);

// "name, ours, paper, ratio": a line of a table with these four columns; without a published number both others stay
// empty.
std::vector<ResultCell> compared_row(std::string name, double ours, std::optional<double> paper);

// An empty result of the experiment with this key.
PaperResult new_result(std::string_view key);

// A curve of a panel.
PlotSeries plotted(std::string name, std::vector<double> x, std::vector<double> y, PlotStyle style = PlotStyle::line);

// A robot of the catalogue.
Robot catalogue_robot_named(const std::string& name);

}  // namespace jourdain
