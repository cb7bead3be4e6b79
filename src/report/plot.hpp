// Curves over time, or one quantity over another, as a picture: one SVG text without external resources.
#pragma once

#include "jourdain/answer/plot.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace jourdain {

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
