// A model of which no robot can be made: what can be told of it all the same.
#pragma once

#include "analyses/subject.hpp"

#include "jourdain/answer/answer.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/diagnosis.hpp"

#include <string>
#include <variant>
#include <vector>

namespace jourdain {

struct RefusedModel {
  Mechanism mechanism;
  Diagnosis diagnosis;
  Error error;  // with its place in the file

  // Each in a sentence: why, joints that stay open, links without length.
  std::vector<std::string> reasons() const;
};

std::variant<Robot, RefusedModel> robot_or_refusal(const Subject& subject, FarHome far_home = FarHome::refused);

// Facts, open and coincident joints; the failure.
Answer refused_answer(const Subject& subject, const RefusedModel& refused);

}  // namespace jourdain
