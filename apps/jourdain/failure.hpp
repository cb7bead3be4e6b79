// What the program says when a command fails.
#pragma once

#include "jourdain/core/error.hpp"

namespace jourdain::cli {

// Writes the message to the error stream. Returns the exit code.
int tell_failure(const Error& error);

// The same, and as JSON to the standard output if that was asked for.
int report_failure(const Error& error, bool json);

}  // namespace jourdain::cli
