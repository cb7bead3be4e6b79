// Sweeps: --set NAME=from:to:step runs a verb for every value and shows its key numbers side by side, as a table and as
// a picture. One mechanism for all verbs: the numbers are taken from the verb's answer in JSON.
#pragma once

#include "verbs.hpp"

#include "analyses/sweep.hpp"

#include <functional>
#include <string>

namespace jourdain::cli {

// Runs the verb with every value. `common` are the verb's options, which `action` reads. Exit code: 0 if all runs are
// good, else 1. Throws Error(usage) for verbs without key numbers, and the first error if no run has an answer.
int run_sweep(const std::string& verb, const SweepRange& sweep, Common& common, const std::function<int()>& action);

}  // namespace jourdain::cli
