// Result of every function that a control loop may call.
#pragma once

#include <string_view>

namespace jourdain {

enum class Status {
  ok,
  not_finite,     // an input is NaN or infinite, or so large that the result would be
  unreachable,    // no configuration of a leg reaches the pose
  singular,       // the answer would lose too many digits
  not_converged,  // the bounded iteration did not settle
  uncertain,      // an answer was found, but it cannot be certified to lie on the branch of the guess
  inconsistent,   // the input contradicts the mechanism's constraints
  limit,          // a joint limit, stroke, cone or the force of a motor is exceeded
  not_prepared,   // generated code: the set-up of the function was not called
  not_computed,   // the workspace does not hold the motion that the function reads
};

// The status as one word, for example "unreachable".
std::string_view to_string(Status status);

// What the status means and what to do, as one sentence.
std::string_view explain(Status status);

// What a caller must see to where there is no status to return: checked in every build.

// Writes "jourdain: contract broken: ..." to standard error and aborts.
[[noreturn]] void break_contract(const char* what) noexcept;

// Ends the program with the text unless the condition holds: a wrong index or a workspace of another robot is a mistake
// in the caller's code, and any number returned for it could move a robot. A control loop may call this.
inline void contract(bool holds, const char* what) noexcept {
  if (!holds) [[unlikely]]
    break_contract(what);
}

}  // namespace jourdain
