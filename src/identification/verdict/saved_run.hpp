// What an earlier identification left in its folder.
#pragma once

#include "identification/verdict/compare.hpp"

#include <string>
#include <vector>

namespace jourdain {

struct SavedParameter {
  std::string name, unit;
  EstimatedValue value;
};

struct SavedRun {
  std::string folder, model;
  std::vector<SavedParameter> parameters;  // that were estimated
};

// Throws Error(input).
SavedRun read_saved_run(const std::string& folder);

}  // namespace jourdain
