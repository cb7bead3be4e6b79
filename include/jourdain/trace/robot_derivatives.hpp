// Derivatives of a robot's traced functions by groups of their variables. Set-up code: it allocates and throws Error.
#pragma once

#include "jourdain/expression/count.hpp"
#include "jourdain/expression/derivative.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// What a function is differentiated by; all other variables are held fixed. Twists and accelerations are vectors in
// base axes: a derivative by the pose leaves them as they are.
enum class VariableGroup {
  pose,          // position and angles of the output, or where the function takes joints instead, their positions
  twist,         // rates of the output or of the driving motors
  acceleration,  // their time derivatives
  joints,        // positions of joints
  forces,        // of the actuators
  parameters,    // masses, friction and the like
};

inline constexpr VariableGroup variable_groups[] = {VariableGroup::pose,         VariableGroup::twist,
                                                    VariableGroup::acceleration, VariableGroup::joints,
                                                    VariableGroup::forces,       VariableGroup::parameters};

// The word of the command line and of generated names: "pose", "twist".
std::string_view to_string(VariableGroup group);

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
