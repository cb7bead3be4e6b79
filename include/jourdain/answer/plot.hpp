// Curves over time, or one quantity over another, as data.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// What an axis shows; without ends those of the data, with some room.
struct PlotAxis {
  std::string label;
  std::string unit;                 // may be empty
  std::optional<double> low, high;  // fixed ends
};

enum class PlotStyle {
  line,
  dashed,  // for a model or a set point beside a measurement
  points,
  marked,  // line and points: few samples
};

// Points in the order in which they are joined; a value that is not finite is a gap.
struct PlotSeries {
  std::string name;       // in the legend; empty: not there
  std::vector<double> x;  // empty: those of the plot; as many as y otherwise
  std::vector<double> y;
  PlotStyle style = PlotStyle::line;
  int colour = -1;  // index of plot_colour(); default: by the place in the panel
};

// A dashed line across the panel. One that lies far from the data is not drawn; the legend says where it is.
struct PlotLimit {
  double value = 0;
  std::string label;  // equal labels stand in the legend once
};

struct PlotPanel {
  PlotAxis up;
  std::vector<PlotSeries> series;
  std::vector<PlotLimit> limits;
  // A path: the panel has its own horizontal axis, of the same scale where the units are equal. Without it the panel
  // is stacked over the plot's axis.
  std::optional<PlotAxis> across;
};

struct Plot {
  std::string title;
  std::string subtitle;
  PlotAxis across{"time", "s", {}, {}};
  std::vector<double> x;  // of series without their own
  std::vector<PlotPanel> panels;
  bool grid = false;  // panels are small and stand side by side in pages
};

}  // namespace jourdain
