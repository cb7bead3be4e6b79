#include "core/suggest.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace jourdain {
namespace {

constexpr std::size_t max_length = 64;
constexpr int max_errors = 3;
constexpr int edit_cost = 2;
constexpr int case_cost = 1;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

int replace_cost(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? case_cost : edit_cost;
}

bool same_but_for_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

// Largest cost at which two words still look alike; a single letter may differ in case only.
int cost_limit(std::size_t length) {
  if (length <= 1) return case_cost;
  return edit_cost * std::clamp(static_cast<int>(length) / 3, 1, max_errors);
}

// Cost of the cheapest edits from a to b (insert, delete, replace, swap neighbours), or limit + 1 if over the limit.
// Only a band about the diagonal can stay within the limit, so only that is computed.
int edit_distance(std::string_view a, std::string_view b, int limit) {
  using Row = std::array<int, max_length + 2>;
  const int over = limit + 1;
  const std::size_t band = static_cast<std::size_t>(limit / edit_cost);
  Row rows[3];
  Row* before = &rows[0];
  Row* previous = &rows[1];
  Row* current = &rows[2];
  before->fill(over);
  previous->fill(over);
  current->fill(over);
  for (std::size_t j = 0; j <= std::min(b.size(), band); ++j) (*previous)[j] = edit_cost * static_cast<int>(j);
  int previous_best = 0;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const std::size_t first = i > band ? i - band : 1;
    const std::size_t last = std::min(b.size(), i + band);
    (*current)[first - 1] = first == 1 ? std::min(edit_cost * static_cast<int>(i), over) : over;
    int best = (*current)[first - 1];
    for (std::size_t j = first; j <= last; ++j) {
      int cost = (*previous)[j - 1] + replace_cost(a[i - 1], b[j - 1]);
      cost = std::min({cost, (*previous)[j] + edit_cost, (*current)[j - 1] + edit_cost, over});
      if (i > 1 && j > 1 && a[i - 1] != b[j - 1] && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost = std::min(cost, (*before)[j - 2] + edit_cost);
      }
      (*current)[j] = cost;
      best = std::min(best, cost);
    }
    if (last < b.size()) (*current)[last + 1] = over;
    // A swap reaches back two rows: both must be over the limit before one can give up.
    if (best > limit && previous_best > limit) return over;
    previous_best = best;
    std::swap(before, previous);
    std::swap(previous, current);
  }
  return std::min((*previous)[b.size()], over);
}

}  // namespace

std::string suggest(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.empty() || word.size() > max_length) return {};
  const std::string* nearest = nullptr;
  int nearest_cost = 0;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > max_length || candidate == word) continue;
    // Words that differ too much in length need no closer look.
    const std::size_t longer = std::max(word.size(), candidate.size());
    const std::size_t shorter = std::min(word.size(), candidate.size());
    const int limit = nearest ? std::min(cost_limit(longer), nearest_cost - 1) : cost_limit(longer);
    if (edit_cost * static_cast<int>(longer - shorter) > limit) continue;
    const int cost = same_but_for_case(word, candidate) ? case_cost : edit_distance(word, candidate, limit);
    if (cost > limit) continue;
    nearest = &candidate;
    nearest_cost = cost;
  }
  return nearest ? *nearest : std::string{};
}

}  // namespace jourdain
