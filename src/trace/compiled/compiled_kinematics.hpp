// Motion of the motors by generated code, built and loaded at once.
#pragma once

#include "codegen/compiled.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jourdain {

class InputReader;  // src/trace/compiled/input_reader.hpp

// The inverse kinematics of one robot in home's working modes. Making it is set-up code; a control loop may call it.
// One per thread.
class CompiledKinematics {
 public:
  // Traces, generates, builds and loads. note() says why there is no code: no compiler, or no closed form.
  explicit CompiledKinematics(const Robot& robot);
  ~CompiledKinematics();
  CompiledKinematics(CompiledKinematics&&) noexcept;
  CompiledKinematics& operator=(CompiledKinematics&&) noexcept;

  bool is_compiled() const { return function_.has_value(); }
  const std::string& note() const { return note_; }

  // Positions, rates and accelerations of all motors, one entry each, for a motion of the output. Status of the
  // code, inconsistent if there is none or the sizes are others; then nothing is written.
  Status operator()(const PlatformState& motion, VectorX& positions, VectorX& rates, VectorX& accelerations) noexcept;

 private:
  std::optional<CompiledFunction> function_;
  std::unique_ptr<InputReader> reader_;
  std::vector<double> inputs_, outputs_;
  std::string note_;
};

}  // namespace jourdain
