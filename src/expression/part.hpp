// Parts of a traced computation.
#pragma once

#include "core/part.hpp"

namespace jourdain {

class Expression;

// The part that nodes made by this thread belong to, in whatever graph.
Part current_part();

// The counterpart of PartScope<double>: nodes that are made for the first time while it lives get its part. Set-up
// code.
template <>
class [[maybe_unused]] PartScope<Expression> {
 public:
  explicit PartScope(Part part);
  ~PartScope();
  void enter(Part part);
  PartScope(const PartScope&) = delete;
  PartScope& operator=(const PartScope&) = delete;

 private:
  Part before_;
};

}  // namespace jourdain
