// --set and --payload: a model with some of its values changed for one run.
#pragma once

#include "verbs.hpp"

#include "jourdain/model/reader.hpp"

namespace jourdain::cli {

// How the model is to be read: with the parameters of --set.
ReadOptions read_options(const Common& options);

// Masses, friction and payload. Throws Error(usage).
void change_model(const Common& options, Mechanism& mechanism);

}  // namespace jourdain::cli
