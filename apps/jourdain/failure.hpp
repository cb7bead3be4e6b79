// What the program says when a command fails.
#pragma once

#include "robot_text.hpp"

#include "jourdain/core/error.hpp"

namespace jourdain::cli {

// Writes the message to the error stream, and as JSON to the standard output if that was asked for. Returns the exit
// code.
int report_failure(const Error& error, bool json);

// {"ok": false, "exit_code": ..., "error": {...}}
Json failure_json(const Error& error);

}  // namespace jourdain::cli
