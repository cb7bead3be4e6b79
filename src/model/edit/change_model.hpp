// A model with some of its values changed for one run.
#pragma once

#include "jourdain/model/plausibility.hpp"
#include "jourdain/model/reader.hpp"

#include <string>
#include <vector>

namespace jourdain {

// As users write them.
struct ModelChanges {
  std::vector<std::string> set = {};  // NAME=VALUE: a parameter of the file, m.BODY, or KEY.NAME of a joint or spring
  std::string payload = {};           // a mass, or mass,x,y,z; empty: the model's own
  bool allow_unphysical = false;
};

// How the model is to be read: with the parameters among the changes.
ReadOptions read_options(const ModelChanges& changes);

// Masses, friction and payload. Throws Error(usage).
void change_model(const ModelChanges& changes, Mechanism& mechanism);

// What changes have made suspicious, each said once.
std::vector<Suspicion> doubts_of_change(const Mechanism& before, const Mechanism& after);

}  // namespace jourdain
