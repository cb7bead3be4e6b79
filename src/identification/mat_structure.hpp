// What is known of a MAT file before its variables are read: the library that reads them fills with zeros what a
// truncated file lacks.
#pragma once

#include <string>

namespace jourdain {

struct MatStructure {
  int variables = -1;  // of versions 4 to 7.2; -1: version 7.3, which another library checks
};

// Goes through the variables by their sizes. Throws Error(input) if the file ends within one, with the number of bytes
// that are missing.
MatStructure check_mat_file(const std::string& path);

}  // namespace jourdain
