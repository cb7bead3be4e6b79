// Foreign text made safe for terminals, messages and generated files.
#pragma once

#include <string>
#include <string_view>

namespace jourdain {

// False for control characters, line and paragraph separators, byte order marks and marks that turn text around: all
// that could move the cursor or hide what a line says.
bool is_printable(char32_t c);

// The text without what is not printable: tabs and line breaks become a space, the rest and bad bytes U+FFFD.
std::string printable(std::string_view text);

// The same line by line: line feeds stay.
std::string printable_lines(std::string_view text);

// The text with a blank for every character that is not printable and for every bad byte; line feeds stay. For comments
// and other texts of generated files, where nothing may end a line but the generator.
std::string blank_unprintable(std::string_view text);

// A name from a file for use in a message: in quotes, printable, at most 40 characters.
std::string quoted_name(std::string_view name);

}  // namespace jourdain
