// The keys of motion files: those of the whole, and of each kind of motion.
#pragma once

#include "model/keys.hpp"

namespace jourdain {

// All of them. `slides` of a section: its way is counted in lengths; else in angles. The kinds stand in the order of
// motion_kinds().
const FileFormat& motion_format();

// The section of a kind; of the whole file for "motion".
const KeySection& motion_section(std::string_view kind);

}  // namespace jourdain
