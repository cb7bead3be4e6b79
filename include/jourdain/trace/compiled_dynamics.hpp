// Actuator forces by generated code, built and loaded at once; by the general engine where that cannot be done.
#pragma once

#include "jourdain/codegen/compiled.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"

#include <optional>
#include <string>

namespace jourdain {

// The inverse dynamics of one robot, which must outlive it. Set-up code: making and calling it allocate. A control loop
// calls a CompiledFunction, or the folder that `generate` writes.
class CompiledDynamics {
 public:
  // Traces, generates, builds and loads. Where the system has no compiler or no place for temporary files, and for what
  // is not generated (spare motors, loads on bodies, bounded forces), the general engine is used and note() says why.
  // The options' lists must live as long.
  explicit CompiledDynamics(const Robot& robot, const DynamicsOptions& options = {});

  bool is_compiled() const { return function_.has_value(); }
  const std::string& note() const { return note_; }

  // Forces of all actuators for the motion that the workspace holds, accelerations included, as inverse_dynamics()
  // gives them. A state that the generated code refuses, or that is in another working mode than home's, which is all
  // that the code knows, goes to the general engine, which answers or explains. The conditioning in the workspace's
  // report is the engine's only.
  Status operator()(Workspace& workspace, VectorX& forces);

  // Calls so far whose state the generated code refused or does not know, and the engine answered.
  int answered_by_engine() const { return answered_by_engine_; }

 private:
  const Robot* robot_;
  DynamicsOptions options_;
  Program program_;
  std::optional<CompiledFunction> function_;
  std::string note_;
  int answered_by_engine_ = 0;
};

}  // namespace jourdain
