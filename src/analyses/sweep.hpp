// A sweep is a loop over answers: it takes their key numbers and is an answer itself.
#pragma once

#include "analyses/analysis.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace jourdain {

// One value that goes through a range: from:to:step.
struct SweepRange {
  std::string name;            // of --set; "payload" for --payload
  std::string unit;            // as the user wrote it, may be empty
  std::vector<double> values;  // in that unit
  double to = 0;               // the end that was asked for

  // "320 mm".
  std::string value_text(std::size_t k) const;
  // The changes with the k-th value in the place of the range.
  ModelChanges changes_at(std::size_t k, const ModelChanges& changes) const;
};

// The range among the changes, or nothing. Throws Error(usage) if there are two, or if one is no range.
std::optional<SweepRange> find_sweep(const ModelChanges& changes);

// Asks with every value: table "runs" and picture "plot". Bad if a run is bad or has no answer. Throws Error(usage) for
// questions without key numbers, and the first error if no run has an answer.
Answer sweep(const Analysis& analysis, Question& question, const std::string& file, const ModelChanges& changes,
             const SweepRange& range, const Job& job = {});

}  // namespace jourdain
