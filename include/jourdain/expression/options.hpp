// Choices for programs that code is made from.
#pragma once

namespace jourdain {

// What simplification makes small.
enum class CostModel {
  operations,  // the number of operations by the counting rule
  time,        // time on a common processor: divisions and square roots weigh more
};

// How derivatives are formed: column by column along directions, or row by row from the outputs.
enum class DerivativeMode { forward, reverse };

}  // namespace jourdain
