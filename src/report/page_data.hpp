// Numbers of plots and scenes as JSON, for the scripts of a page.
#pragma once

#include "report/page.hpp"

#include <string>

namespace jourdain {

// A text in quotes that may stand in a <script>: no "<", no line separators.
std::string json_text(const std::string& text);

// Panels over the plot's own axis; those with another axis are left out. Series of more than some thousand points are
// thinned: least and largest of each stretch stay.
std::string plot_json(const Plot& plot);

std::string scene_json(const Scene& scene);

}  // namespace jourdain
