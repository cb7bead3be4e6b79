// Text in double quotes as YAML reads it.
#pragma once

#include <string>
#include <string_view>

namespace jourdain {

// UTF-8 text in double quotes; what could not stand in a file is escaped.
std::string quoted_text(std::string_view text);

}  // namespace jourdain
