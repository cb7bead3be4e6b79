// The text of a model file, as it is found by its path or by its name in the catalogue.
#pragma once

#include <string>

namespace jourdain {

// `name` stands for the file in messages: its path, or that of the catalogue's file.
struct ModelSource {
  std::string name;
  std::string text;
};

// Of a path, of the bare name of a model of the catalogue, or of the standard input by "-". Throws Error(input) if
// there is no such model.
ModelSource model_source(const std::string& path);

}  // namespace jourdain
