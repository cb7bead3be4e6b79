// From a model file to a Mechanism, and back to text.
#pragma once

#include "jourdain/core/error.hpp"
#include "jourdain/model/mechanism.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jourdain {

// A model and what the reader found suspicious in it.
struct LoadedModel {
  Mechanism mechanism;
  std::vector<Diagnostic> warnings;  // suspicious, not wrong
};

struct ReadOptions {
  bool allow_unphysical = false;  // an inertia that no body can have is a warning: see impossible_bodies
  std::vector<std::pair<std::string, std::string>> parameters{};  // of the file, with another value: name, expression
};

// Reads a model from text. `name` stands for the file in messages. Throws Error(input) that holds every mistake.
LoadedModel read_model(std::string_view text, const std::string& name = "model", const ReadOptions& options = {});

// Reads a model file, or a catalogue model by its bare name ("palida"). Throws Error(input).
LoadedModel load_model(const std::string& path, const ReadOptions& options = {});

// Shorthand for load_model(path, options).mechanism.
Mechanism load(const std::string& path, const ReadOptions& options = {});

// The model as a file in canonical form: read_model(print_model(m)).mechanism == m.
std::string print_model(const Mechanism& mechanism);

// "file:line:col: error: message", the source line with a caret, and the hint, for each finding.
std::string format_diagnostics(const std::vector<Diagnostic>& diagnostics, std::string_view text,
                               const std::string& name);

// The models that come with the program.

// The folder of the catalogue: that of the environment variable JOURDAIN_MODELS, else models/ beside the shared
// library that holds this code (the Python package), else ../share/jourdain/models beside the running program's folder,
// else models/ of the source tree. Empty if none of them exists: the models are those that the library holds itself.
std::string catalogue_directory();

// Names of the catalogue's models, sorted: "delta", "palida", ...
std::vector<std::string> catalogue_names();

}  // namespace jourdain
