// Pictures as data; report/ draws them.
#pragma once

#include "jourdain/answer/heatmap.hpp"
#include "jourdain/answer/plot.hpp"
#include "jourdain/answer/scene.hpp"
#include "jourdain/answer/tone.hpp"

#include <string>
#include <variant>

namespace jourdain {

// A drawing that is no data of ours to read, such as one with bars: SVG from our own drawing functions, not escaped.
struct Drawing {
  std::string svg;
  std::string caption = {};
};

using PictureData = std::variant<Plot, Heatmap, HeatmapMatrix, Scene, Drawing>;

}  // namespace jourdain
