// What a caller must see to where there is no status to return: checked in every build.
#pragma once

namespace jourdain {

// Writes "jourdain: contract broken: ..." to standard error and aborts.
[[noreturn]] void break_contract(const char* what) noexcept;

// Ends the program with the text unless the condition holds: a wrong index or a workspace of another robot is a mistake
// in the caller's code, and any number returned for it could move a robot. A control loop may call this.
inline void contract(bool holds, const char* what) noexcept {
  if (!holds) [[unlikely]]
    break_contract(what);
}

}  // namespace jourdain
