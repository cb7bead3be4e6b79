// A map of numbers over a rectangle as a picture: one SVG text without external resources.
#pragma once

#include "jourdain/answer/heatmap.hpp"

#include <string>
#include <vector>

namespace jourdain {

// The picture; panels of the diagonal have axes, the scales stand in the lower triangle. Throws Error(usage) if sizes
// or indices do not fit.
std::string heatmap_matrix_svg(const HeatmapMatrix& matrix);

// The picture. Axes with equal units have equal scales. Throws Error(usage) if the sizes do not fit or an axis is not
// finite, rising and of 1 to 2000 cells.
std::string heatmap_svg(const Heatmap& map);

// The colour of a number from 0 (dark blue) to 1 (yellow) as "#rrggbb": equal steps look equally large.
std::string map_colour(double t);

// The colour of a number from -1 (blue) over 0 (nearly white) to 1 (red), of equal lightness on both sides.
std::string diverging_colour(double t);

// Round numbers between two ends, `most` at most and two at least.
std::vector<double> nice_ticks(double from, double to, int most);

}  // namespace jourdain
