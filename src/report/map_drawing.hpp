// What pictures of maps have in common: colours and cells.
#pragma once

#include "report/svg.hpp"

#include "report/heatmap.hpp"

#include <string>
#include <vector>

namespace jourdain {

// Throws Error(usage) unless the axis is finite, rises and has 1 to 2000 cells.
void check_axis(const HeatmapAxis& axis);

// What is drawn in a cell: not finite values are out of reach.
HeatmapCell cell_state(const std::vector<double>& values, const std::vector<HeatmapCell>& cells, std::size_t k);

// Colours between two numbers; a diverging one is light at their middle.
struct Scale {
  double low = 0;
  double high = 1;
  bool diverging = false;
  std::string colour(double t) const { return diverging ? diverging_colour(2 * t - 1) : map_colour(t); }
};

// A scale of some width, also for equal ends.
Scale make_scale(double low, double high, bool diverging = false);

// Definition of the hatching over cells beyond limits; once per picture.
std::string veil_pattern();

// The cells of a map: one path per colour, each run of equal cells of a row is a rectangle.
std::string cell_area(const Box& box, int columns, int rows, const std::vector<double>& values,
                      const std::vector<HeatmapCell>& cells, const Scale& scale);

}  // namespace jourdain
