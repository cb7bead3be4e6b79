// Robots from catalogue files with a few words changed.
#pragma once

#include "jourdain/kinematics/robot.hpp"
#include "jourdain/model/reader.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace jourdain {

// The file of a catalogue model.
inline std::string catalogue_model(const std::string& name) {
  std::ifstream file(catalogue_directory() + "/" + name + ".yaml");
  return {std::istreambuf_iterator<char>(file), {}};
}

// A catalogue robot whose file has each first text of a pair, which must be there, replaced by the second.
inline Robot changed_robot(const std::string& name, const std::vector<std::pair<std::string, std::string>>& changes) {
  std::string text = catalogue_model(name);
  for (const auto& [from, to] : changes) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error("no '" + from + "' in the model " + name);
    text.replace(at, from.size(), to);
  }
  return Robot(read_model(text, name).mechanism);
}

}  // namespace jourdain
