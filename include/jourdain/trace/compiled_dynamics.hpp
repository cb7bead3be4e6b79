// Motor forces by generated code, built and loaded at once; by the general engine where that cannot be done.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"

#include <memory>
#include <string>
#include <vector>

namespace jourdain {

class CompiledFunction;  // src/codegen/compiled.hpp
class InputReader;       // src/trace/compiled/input_reader.hpp

// The inverse dynamics of one robot, which must outlive it. Making it is set-up code; a control loop may call it. One
// per thread.
class CompiledDynamics {
 public:
  // Traces, generates, builds and loads. Where the system has no compiler or no place for temporary files, and for what
  // is not generated (redundant motors, loads on bodies, bounded forces), the general engine is used and note() says
  // why. The options' lists must live as long.
  explicit CompiledDynamics(const Robot& robot, const DynamicsOptions& options = {});

  // A copy shares the loaded code and has its own memory: one for each thread.
  CompiledDynamics(const CompiledDynamics& other);
  ~CompiledDynamics();
  CompiledDynamics(CompiledDynamics&&) noexcept;
  CompiledDynamics& operator=(CompiledDynamics&&) noexcept;

  bool is_compiled() const { return function_ != nullptr; }
  const std::string& note() const { return note_; }

  // Forces of all motors for the motion that the workspace holds, accelerations included, as inverse_dynamics()
  // gives them. A state that the generated code refuses, or that is in another working mode than home's, which is all
  // that the code knows, goes to the general engine, which answers or explains. The conditioning in the workspace's
  // report is the engine's only.
  Status operator()(Workspace& workspace, VectorX& forces);

  // Whether the code needs the motion of the output alone, so that the function below is at its best.
  bool takes_motion() const;

  // The same for a motion of the output, in home's working modes. The workspace is used, and brought to the motion,
  // only where the engine answers.
  Status operator()(const PlatformState& motion, Workspace& workspace, VectorX& forces);

  // Calls so far whose state the generated code refused or does not know, and the engine answered.
  int answered_by_engine() const { return answered_by_engine_; }

 private:
  const Robot* robot_;
  DynamicsOptions options_;
  bool fits(const VectorX& forces) const { return function_ && static_cast<std::size_t>(forces.size()) == outputs_; }

  std::unique_ptr<CompiledFunction> function_;
  std::unique_ptr<InputReader> reader_;
  std::vector<double> inputs_;
  std::size_t outputs_ = 0;
  std::string note_;
  int answered_by_engine_ = 0;
};

}  // namespace jourdain
