// Base parameters for documents in LaTeX.
#pragma once

#include "jourdain/linear_form/base_parameters.hpp"

#include <string>

namespace jourdain {

// A tabular with number, expression and value; `title` stands above it as a comment.
std::string base_latex(const BaseParameters& base, const std::string& title);

}  // namespace jourdain
