// Style and scripts of pages, part of the program.
#pragma once

#include <string_view>

namespace jourdain {

// The text of a file of web/ or of a library, by name ("page.css", "three.js"); empty if it was not there when the
// program was built.
std::string_view page_asset(std::string_view name);

}  // namespace jourdain
