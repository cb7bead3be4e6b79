// Why a parameter has no effect or is grouped, in words: from how bodies move and which joints connect them.
#pragma once

#include "jourdain/linear_form/base_parameters.hpp"

#include <string>
#include <vector>

namespace jourdain {

// How the bodies of a form move, collected over states.
class BodyMotions {
 public:
  explicit BodyMotions(const Robot& robot);
  void add(const Workspace& workspace);

  // "ring turns only about its z axis, which does not move"; empty for a body that moves freely.
  std::string sentence(int body, const std::string& name) const;

 private:
  const Robot& robot_;
  std::vector<Matrix6> sums_;  // of twists in body axes, lengths over size: v, w
};

// The body of an inertial parameter (the first one if it is shared), the output's for payload, -1 for others.
int body_of(const LinearForm& form, int parameter);

// Why a parameter is dropped; `into` are the kept parameters it adds to, none if it has no effect.
std::string reason(const LinearForm& form, const BodyMotions& motions, int parameter, const std::vector<int>& into);

// What the count depends on: identical legs, relations, gravity.
std::vector<std::string> assumptions(const LinearForm& form);

}  // namespace jourdain
