// What pictures of maps have in common: colours, cells, numbers on axes.
#pragma once

#include "jourdain/report/heatmap.hpp"

#include <string>
#include <vector>

namespace jourdain {

inline constexpr const char* grey = "#e6e7ea";
inline constexpr const char* violet = "#b9a3d6";
inline constexpr const char* red = "#d7263d";
inline constexpr const char* ink = "#22262e";
inline constexpr const char* faint_ink = "#5b6270";
inline constexpr const char* font =
    "font-family=\"'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif\"";

// Text for SVG: no markup, no control characters.
std::string escaped(const std::string& text);

// "-0.25" with as many decimals as the ticks need.
std::string tick_text(double value, const std::vector<double>& ticks);

// "x (mm)".
std::string axis_title(const HeatmapAxis& axis);

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

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

// Definition of the hatching over cells beyond limits; once per picture.
std::string veil_pattern();

// The cells of a map: one path per colour, each run of equal cells of a row is a rectangle.
std::string cell_area(const Box& box, int columns, int rows, const std::vector<double>& values,
                      const std::vector<HeatmapCell>& cells, const Scale& scale);

}  // namespace jourdain
