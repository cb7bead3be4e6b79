// What is wrong with a mechanism as a whole, although its file reads well: it cannot be assembled, has too few motors,
// or declares freedoms that it does not have.
#pragma once

#include "jourdain/core/error.hpp"

#include <string>

namespace jourdain {

// An Error(input) that knows the item of the model which it is about.
class MechanismError : public Error {
 public:
  enum class Item { whole, joint, moves };

  // `joint` is the full name of the joint if the item is one.
  MechanismError(Item item, const std::string& message, std::string joint = {})
      : Error(ErrorKind::input, message, {Diagnostic{Severity::error, {}, message, {}}}),
        item_(item),
        joint_(std::move(joint)) {}

  Item item() const { return item_; }
  const std::string& joint() const { return joint_; }

 private:
  Item item_;
  std::string joint_;
};

// The same finding with its place in the file that was loaded: file:line:col, the source line and a caret, as far as
// they can be found.
Error with_place(const MechanismError& error, const std::string& path);

}  // namespace jourdain
