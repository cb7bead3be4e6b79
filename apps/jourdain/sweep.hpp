// Sweeps: --set NAME=from:to:step runs a verb for every value and shows its key numbers side by side, as a table and as
// a picture. One mechanism for all verbs: the numbers are taken from the verb's answer in JSON.
#pragma once

#include "verbs.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jourdain::cli {

// One value that goes through a range.
struct Sweep {
  std::string name;            // of --set; "payload" for --payload
  std::string unit;            // as the user wrote it, may be empty
  std::vector<double> values;  // in that unit
  double to = 0;               // the end that was asked for

  // "320 mm".
  std::string value_text(std::size_t k) const;
};

// The sweep among --set and --payload, or nothing. Throws Error(usage) if there are two, or if one is no range.
std::optional<Sweep> find_sweep(const Common& options);

// Runs the verb with every value. `common` are the verb's options, which `action` reads. Exit code: 0 if all runs are
// good, else 1. Throws Error(usage) for verbs without key numbers, and the first error if no run has an answer.
int run_sweep(const std::string& verb, const Sweep& sweep, Common& common, const std::function<int()>& action);

}  // namespace jourdain::cli
