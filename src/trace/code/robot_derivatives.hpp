// Derivatives of a robot's traced functions by groups of their variables. Set-up code: it allocates and throws Error.
#pragma once

#include "expression/count.hpp"
#include "expression/derivative.hpp"
#include "jourdain/trace/robot_code.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// The columns of a derivative by a group, none if the function has no such variables. Each input or parameter is one,
// but for rotations: the nine entries of R and the four of a quaternion have three columns, ".turn_x" and so on, the
// small rotation about the axes of the base (of the frame on the joint's first body) that is done after it, dR =
// s(dphi) R. Joint positions of the closed loops count as independent: only sums along motions that the loops allow
// mean something.
std::vector<DerivativeColumn> derivative_columns(const Program& program, VariableGroup group);

// The simplified derivative, row by row: outputs times derivative_columns. Without a mode the cheaper of both. Throws
// Error(usage) if the function has no such variables.
Program differentiate(const Program& program, VariableGroup group, CostModel cost = CostModel::operations,
                      std::optional<DerivativeMode> mode = {});

}  // namespace jourdain
