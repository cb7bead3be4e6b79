// Where dry friction changes its sign: there the rows of equations lose their weight.
#pragma once

#include "jourdain/identification/estimate.hpp"

#include <deque>
#include <vector>

namespace jourdain {

// A delay line of equations. A change of sign is a jump of a column of dry friction, in whatever rows it acts.
class Reversals {
 public:
  // `span` in s: how near is too near; 0: nothing loses its weight.
  Reversals(const LinearForm& form, double span);

  void clear();
  // Takes an equation, or a sample that has none; memory of the same size comes back.
  void add(Equation& equation, bool has_equation);
  // No more will come.
  void end() { ended_ = true; }
  // The oldest equation, if what comes behind it cannot change its weights any more.
  bool take(Equation& equation, bool& has_equation);

 private:
  struct Entry {
    Equation equation;
    bool has_equation = false;
  };
  void weigh(Entry& entry);

  std::vector<int> columns_;  // of dry friction
  double span_;
  std::deque<Entry> waiting_;
  std::vector<Entry> unused_;     // memory
  MatrixX last_, change_, size_;  // entries of the columns: rows x columns_
  std::vector<double> until_;     // per row: time of the last jump and `span`
  int known_ = 0;                 // equations without a gap so far, up to two
  bool ended_ = false;
};

}  // namespace jourdain
