// Model files to begin with, one for each type of robot. Set-up code.
#pragma once

#include <string>
#include <vector>

namespace jourdain {

struct ModelTemplate {
  std::string type, brief;
  std::string text;
};

// All types, by name; the first line of each file says what it is. Throws Error(input) if there are none.
std::vector<ModelTemplate> model_templates();

// With another name in its line `name: ...`. Throws Error(input) if there is no such line.
std::string renamed_model(std::string text, const std::string& name);

// "my-robot" of "folder/my robot.yaml": what may be a name in a model.
std::string model_name_of(const std::string& file);

}  // namespace jourdain
