// The models that come with the program.
#pragma once

#include <string>
#include <vector>

namespace jourdain {

// The folder of the catalogue: that of the environment variable JOURDAIN_MODELS, else models/ beside the shared
// library that holds this code (the Python package), else ../share/jourdain/models beside the running program's folder,
// else models/ of the source tree, else the installed one. Empty if none of them exists.
std::string catalogue_directory();

// Names of the catalogue's models, sorted: "delta", "palida", ...
std::vector<std::string> catalogue_names();

}  // namespace jourdain
