// Where the parts of a plot stand, and the ranges that they show.
#pragma once

#include "report/svg.hpp"

#include "report/plot.hpp"

#include <string>
#include <vector>

namespace jourdain {

struct PlotRange {
  double low = 0, high = 1;
  std::vector<double> ticks;
  double span() const { return high - low; }
};

// A word of the legend with its sample of a line.
struct PlotLegendEntry {
  std::string label;
  int series = -1;  // index in the panel; -1: the limit
  double x = 0, y = 0;
};

struct PlotPlace {
  Box box;
  PlotRange across, up;
  bool labels_below = true;  // numbers and title of the horizontal axis
  std::vector<PlotLegendEntry> legend;
  double at_x(double x) const { return box.x + (x - across.low) / across.span() * box.width; }
  double at_y(double y) const { return box.y + box.height - (y - up.low) / up.span() * box.height; }
};

struct PlotLayout {
  double width = 0, height = 0, left = 0;
  SvgHeading heading{"", "", 1};
  std::vector<PlotPlace> places;  // by panel
};

// x of a series.
const std::vector<double>& abscissae(const Plot& plot, const PlotSeries& series);

// Throws Error(usage) as plot_svg() says.
PlotLayout lay_out(const Plot& plot);

}  // namespace jourdain
