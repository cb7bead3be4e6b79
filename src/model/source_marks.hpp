// Places of items in a model file.
#pragma once

#include "jourdain/core/error.hpp"

#include <string>
#include <string_view>

namespace jourdain {

// Where the robot's name, a joint (by its full name), the output's moves and the assembly hints are written; {0, 0} if
// nowhere.
struct SourceMarks {
  SourceMark name;
  SourceMark joint;
  SourceMark moves;
  SourceMark assembly;
};
SourceMarks source_marks(std::string_view text, const std::string& joint);

}  // namespace jourdain
