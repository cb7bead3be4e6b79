// Names and numbers as source text.
#pragma once

#include "codegen/generate.hpp"

#include <string>
#include <vector>

namespace jourdain {

// True for a name that C and C++ accept and that generated code does not use itself.
bool is_identifier(const std::string& name);

// Identifiers for free names ("leg1.rod.mass"), each different from the others.
std::vector<std::string> identifiers(const std::vector<std::string>& names);

// In capitals, for constants.
std::string capitals(const std::string& name);

// The shortest literal that reads back as the value. Throws Error if the scalar cannot hold it.
std::string literal(double value, CodeScalar scalar);

// "float" or "double".
const char* type_name(CodeScalar scalar);

// A list between two texts, broken after commas into lines of at most 120 characters.
std::string wrap_list(const std::string& list, const std::string& before, const std::string& after);

// Text as comment lines of at most 100 characters, each with the prefix; nothing in it ends the comment.
std::string wrap(const std::string& text, const std::string& prefix);

}  // namespace jourdain
