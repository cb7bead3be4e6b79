// A robot's functions as programs, and as a library for the code generator. Set-up code: it allocates and throws Error.
#pragma once

#include "codegen/library.hpp"
#include "expression/count.hpp"
#include "jourdain/trace/robot_code.hpp"
#include "trace/code/robot_derivatives.hpp"
#include "trace/functions/trace_dynamics.hpp"

#include <memory>

namespace jourdain {

// The traced program of a function. Throws Error where the robot has none.
Program trace(const Robot& robot, RobotFunction function, const TraceOptions& options = {});

// Traces functions of one robot, whose base parameters are found once, when a function first needs them.
class RobotTracer {
 public:
  explicit RobotTracer(const Robot& robot) : robot_(robot) {}

  // As trace().
  Program trace(RobotFunction function, const TraceOptions& options = {});
  const BaseParameters& base();
  const Robot& robot() const { return robot_; }

 private:
  Robot robot_;
  std::shared_ptr<const BaseParameters> base_;
};

// All functions, simplified, with the meaning and unit of each argument and with states for the self-test.
GeneratedLibrary robot_library(const Robot& robot, const RobotCodeOptions& options = {});

// The same with a tracer that may know the base already, or keeps it for the next.
GeneratedLibrary robot_library(RobotTracer& tracer, const RobotCodeOptions& options = {});

}  // namespace jourdain
