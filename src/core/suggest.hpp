// "Did you mean": the known word nearest to a misspelt one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// The nearest candidate within a sensible number of typing errors, or "" if none is near. A typing error is a letter
// too many, missing, wrong or swapped with its neighbour; one in three letters may be wrong, three at most. Upper and
// lower case count as half an error, and words that differ in nothing else are always near. Among equals the first
// candidate wins. Words over 64 bytes have no neighbours.
std::string suggest(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace jourdain
