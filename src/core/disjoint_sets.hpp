// Numbers 0 to n - 1 in sets that can be joined.
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace jourdain {

// Union-find with path halving.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }

  // The number that stands for the set of i.
  int find(int i) {
    while (parent(i) != i) i = parent(i) = parent(parent(i));
    return i;
  }

  // Makes one set of two. False if they are one already.
  bool join(int i, int j) {
    i = find(i), j = find(j);
    parent(j) = i;
    return i != j;
  }

 private:
  int& parent(int i) { return parent_[i]; }

  std::vector<int> parent_;
};

}  // namespace jourdain
