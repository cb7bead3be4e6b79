// Large forms are made smaller leg by leg before their rank is found: what depends on parameters of its own leg and of
// the rest (the platform) before it in the order of preference is dropped in the end in any case.
#pragma once

#include "linear_form/column_space.hpp"

#include "jourdain/linear_form/linear_form.hpp"

#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace jourdain {

struct LegReduction {
  std::vector<int> left;  // columns that are not dropped, rising
  struct Dropped {
    int column = 0;
    std::vector<std::pair<int, double>> terms;  // column = sum of factor * column of `left`
  };
  std::vector<Dropped> dropped;
};

// Whether it pays: decompositions of the whole regressor take the cube of its columns.
bool is_large(const LinearForm& form);

// `sample` gives the regressor at the next random state; units and kinds as for column_space().
LegReduction reduce_by_legs(const LinearForm& form, std::span<const int> preference, const VectorX& units,
                            std::span<const int> kinds, const std::function<const MatrixX&()>& sample);

// The choice among the columns that are left, as one among all columns.
ColumnChoice with_dropped(const ColumnChoice& of_left, const LegReduction& reduction);

}  // namespace jourdain
