// Places of items in a model file.
#pragma once

#include "jourdain/core/error.hpp"

#include <string>
#include <string_view>

namespace jourdain {

// Where the robot's name, a joint (by its full name) and the output's moves are written; {0, 0} if nowhere.
struct SourceMarks {
  SourceMark name;
  SourceMark joint;
  SourceMark moves;
};
SourceMarks source_marks(std::string_view text, const std::string& joint);

}  // namespace jourdain
