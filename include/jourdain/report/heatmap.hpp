// A map of numbers over a rectangle as a picture: one SVG text without external resources.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// Samples from `from` to `to`, both included; each is drawn as a cell about it.
struct HeatmapAxis {
  std::string label;
  std::string unit;  // may be empty
  double from = 0;
  double to = 1;
  int count = 2;
};

enum class HeatmapCell {
  value,        // coloured by its value
  limit,        // the same under a veil: there is a value, but it is not allowed
  singular,     // red
  behind,       // violet: there, but not to be reached without passing a singularity
  unreachable,  // grey
};

struct HeatmapMark {
  double across = 0;
  double up = 0;
  std::string label;
};

struct Heatmap {
  std::string title;
  std::string subtitle;
  HeatmapAxis across;
  HeatmapAxis up;
  std::string value_label;          // of the colour bar
  std::optional<double> low, high;  // ends of the colour bar; default: those of the values
  std::vector<double> values;       // row by row from the lowest; not finite: grey
  std::vector<HeatmapCell> cells;   // the same; empty: all have values
  std::optional<HeatmapMark> mark;
};

// The picture. Axes with equal units have equal scales. Throws Error(usage) if the sizes do not fit or an axis is not
// finite, rising and of 1 to 2000 cells.
std::string heatmap_svg(const Heatmap& map);

// The colour of a number from 0 (dark blue) to 1 (yellow) as "#rrggbb": equal steps look equally large.
std::string map_colour(double t);

// Round numbers between two ends, `most` at most and two at least.
std::vector<double> nice_ticks(double from, double to, int most);

}  // namespace jourdain
