// The models of the catalogue as the library holds them.
#pragma once

#include "core/embedded_text.hpp"

namespace jourdain {

// The files of models/ by the names of the models, sorted.
std::span<const EmbeddedText> catalogue_texts();

}  // namespace jourdain
