// A mechanism in 3D as a picture.
#pragma once

#include "jourdain/answer/scene.hpp"

#include <cstddef>
#include <string>

namespace jourdain {

// The scene at one frame as a picture, in parallel projection. Throws Error(usage) if sizes do not fit.
std::string scene_svg(const Scene& scene, std::size_t frame = 0);

}  // namespace jourdain
