// A file that is to be written.
#pragma once

#include <string>

namespace jourdain {

struct FileText {
  std::string path;
  std::string text;
};

}  // namespace jourdain
