// What identified parameters may be used for, and why.
#pragma once

#include "jourdain/identification/consistent_fit.hpp"
#include "jourdain/identification/residuals.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

enum class Use {
  nothing,
  feedforward,  // forces on motions like those of the log
  simulation,   // any motion
};
std::string_view to_string(Use use);

// One thing that speaks for or against; `limits` is the most that it allows.
struct Reason {
  Use limits = Use::simulation;
  std::string text;
};

struct Verdict {
  Use use = Use::nothing;
  std::string sentence;
  std::vector<Reason> reasons;  // those that limit the use most come first
};

// What a verdict is made of.
struct Evidence {
  const BaseParameters* base = nullptr;
  const Estimate* estimate = nullptr;
  const ConsistentFit* consistent = nullptr;  // nullptr: another method
  const ResidualReport* residuals = nullptr;
  const ResidualReport* validation = nullptr;  // nullptr: no second log
  double refused = 0;                          // share of the samples without equations
  std::string model_problem;                   // why there is no model of real bodies, or empty
  int repetitions = 1;                         // that were averaged
  VectorX repeatability;                       // of the forces between repetitions, or empty
  std::vector<std::string> load_friction;      // motors whose friction is told to grow with the joint's load
};

Verdict judge(const Evidence& evidence);

}  // namespace jourdain
