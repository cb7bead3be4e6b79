// Control laws for real robots and for simulated ones: one interface, called once in every sampling period.
#pragma once

#include "jourdain/kinematics/kinematics.hpp"

#include <string>
#include <string_view>

namespace jourdain {

// What the robot shall do at one instant.
struct Reference {
  explicit Reference(int motors)
      : positions(VectorX::Zero(motors)), rates(VectorX::Zero(motors)), accelerations(VectorX::Zero(motors)) {}

  Motion output;                            // of the output frame, base axes; at the origin for robots without one
  VectorX positions, rates, accelerations;  // of all motors, in the order of Robot::actuators()
};

// What a law gets in every period.
struct ControlInput {
  double time = 0;           // s
  const VectorX& positions;  // of all motors, as measured
  const VectorX& rates;
  const Reference& wanted;  // at this time: errors are measured against it
  const Reference& ahead;   // later by lag, delay and half a period: what forces are computed for in advance
};

class Controller {
 public:
  virtual ~Controller() = default;

  // The law as one word, "pd".
  virtual std::string_view name() const = 0;

  // Whether the law reads the reference ahead; a loop may leave it out otherwise.
  virtual bool looks_ahead() const { return true; }

  // Before the first period, at the state the robot is in: integrators and estimates at their beginnings. Status as
  // step(). May allocate.
  virtual Status start(const ControlInput& input) = 0;

  // Forces of all motors at their joints, one each, for this period. No allocation, no exception, bounded time: for the
  // control loop. Status: not_finite for such an input, else of the law's model; `forces` are untouched then.
  virtual Status step(const ControlInput& input, VectorX& forces) noexcept = 0;

  // What the law has learned: present parameters in SI units, by the names of parameter_names(); empty for laws that
  // do not learn.
  virtual const VectorX& parameters() const {
    static const VectorX none;
    return none;
  }
  virtual std::vector<std::string> parameter_names() const { return {}; }
};

}  // namespace jourdain
