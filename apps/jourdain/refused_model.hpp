// A model of which no robot can be made: what can be told of it all the same.
#pragma once

#include "robot_text.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/diagnosis.hpp"

#include <variant>

namespace jourdain::cli {

struct RefusedModel {
  Mechanism mechanism;
  Diagnosis diagnosis;
  Error error;  // with its place in the file
  // Beside the error, each in a sentence: joints that stay open, links without length.
  std::vector<std::string> findings() const;
  std::string refusal() const { return diagnosis.refusal.empty() ? error.what() : diagnosis.refusal; }
};

// The robot of the command line, or why there is none. Throws Error for what cannot be read.
std::variant<Robot, RefusedModel> robot_or_refusal(const Common& options);

// The error with its place, on its stream; facts and findings on standard output.
void print_refusal(const RefusedModel& refused);
void print_refused(const RefusedModel& refused);
void print_problems(const std::vector<std::string>& problems);

// {"ok": false, ...} with problems, open and coincident joints.
Json refused_json(const char* verb, const RefusedModel& refused);

}  // namespace jourdain::cli
