// What is wrong with a mechanism as a whole, although its file reads well: it cannot be assembled, or elsewhere than it
// says, has too few motors, or declares freedoms that it does not have.
#pragma once

#include "jourdain/core/error.hpp"
#include "model/model_source.hpp"

#include <string>

namespace jourdain {

// An Error(input) that knows the item of the model which it is about.
class MechanismError : public Error {
 public:
  enum class Item { whole, joint, moves, assembly };

  // `joint` is the full name of the joint if the item is one.
  MechanismError(Item item, const std::string& message, std::string joint = {}, const std::string& hint = {})
      : Error(ErrorKind::input, hint.empty() ? message : message + "\n  hint: " + hint,
              {Diagnostic{Severity::error, {}, message, hint}}),
        item_(item),
        joint_(std::move(joint)) {}

  Item item() const { return item_; }
  const std::string& joint() const { return joint_; }

 private:
  Item item_;
  std::string joint_;
};

// The same finding with its place in the text, or in the file that was loaded: file:line:col, the source line and a
// caret, as far as they can be found.
Error with_place(const MechanismError& error, const ModelSource& source);
Error with_place(const MechanismError& error, const std::string& path);

}  // namespace jourdain
