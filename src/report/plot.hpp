// Curves over time, or one quantity over another, as a picture: one SVG text without external resources.
#pragma once

#include <cstddef>
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

// The picture; long series are thinned to what it can show: first, least, largest and last of a pixel column. Panels
// in sequence with the same names share one legend. Throws Error(usage) if there is no panel, if sizes do not fit or
// if a fixed end of an axis is not finite or not below the other.
std::string plot_svg(const Plot& plot);

// Colours that people with colour-blindness tell apart [Okabe02], as "#rrggbb"; they repeat after plot_colours.
inline constexpr int plot_colours = 7;
std::string plot_colour(int index);

// Indices of points that look like all of them where a pixel is x_pixel wide and y_pixel high: where x does not fall,
// first, least, largest and last of each pixel column, else those at least half a pixel from the one before. Of a gap
// one index stays.
std::vector<std::size_t> thinned(const std::vector<double>& x, const std::vector<double>& y, double x_pixel,
                                 double y_pixel);

}  // namespace jourdain
