// Style and scripts of pages, part of the program.
#pragma once

#include "core/embedded_text.hpp"

namespace jourdain {

// Files of web/ and of libraries that were there when the program was built, by name ("page.css", "three.js").
std::span<const EmbeddedText> page_assets();

// One of them; empty if it was not there.
inline std::string_view page_asset(std::string_view name) { return find_text(page_assets(), name); }

}  // namespace jourdain
