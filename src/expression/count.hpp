// How many operations a program takes.
#pragma once

#include "expression/program.hpp"
#include "jourdain/expression/options.hpp"

#include <array>

namespace jourdain {

// Operations of one phase.
struct OperationCount {
  int additions = 0;  // and subtractions
  int multiplications = 0;
  int divisions = 0;
  int square_roots = 0;
  int trigonometric = 0;  // sin, cos, atan2
  int selections = 0;     // abs, max, sign, clamp and transfers of a sign

  // What the counting rule adds up: + - * /.
  int total() const { return additions + multiplications + divisions; }

  OperationCount& operator+=(const OperationCount& other);
  friend bool operator==(const OperationCount&, const OperationCount&) = default;
};

// Operations at each call, and when parameters are loaded.
struct ProgramCount {
  OperationCount call;
  OperationCount load;

  friend bool operator==(const ProgramCount&, const ProgramCount&) = default;
};

// The counting rule, as one sentence for whoever prints a count.
inline constexpr const char* counting_rule =
    "counted are + - * / on values that depend on the inputs; negation and the transfer of a sign are free; square "
    "roots "
    "and trigonometric functions stand apart, as does load-time work, which depends on parameters only";

// Counts each node once, by the rule above. A multiplication by sign(x) transfers a sign.
ProgramCount count(const Program& program);

// The same apart for each part: counts[static_cast<int>(Part::solve)]. They add up to those of count().
using PartCounts = std::array<ProgramCount, part_count>;
PartCounts count_by_part(const Program& program);

// The cost of an operation at a call, in tenths of an addition's.
int cost(Op op, CostModel model);

// The cost of a program: that of its calls; load-time operations weigh a thousandth, so that they only break ties.
double cost(const Program& program, CostModel model);

}  // namespace jourdain
