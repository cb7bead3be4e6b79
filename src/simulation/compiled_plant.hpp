// The equations of a plant as generated code, built and loaded at once.
#pragma once

#include "simulation/mechanics.hpp"

#include "jourdain/codegen/compiled.hpp"
#include "jourdain/expression/program.hpp"

#include <memory>
#include <string>
#include <vector>

namespace jourdain {

class CompiledPlant {
 public:
  // Traces, generates, builds and loads. Nothing where that cannot be done; the note then says why.
  static std::unique_ptr<CompiledPlant> make(const Robot& robot, const std::vector<DryAxis>& axes, std::string& note);

  // Accelerations of the platform in its moves. No allocation. Status of the generated code.
  Status accelerations(const Motion& motion, const VectorX& forces, const VectorX& resistance, double* du) noexcept;

  // Rates of the dry axes and of all actuators, and positions of the actuators.
  Status rates(const Motion& motion, VectorX& axes, VectorX& motors, VectorX& positions) noexcept;

  // Accelerations of the dry axes from those of the platform.
  Status changes(const Motion& motion, VectorX& axes) noexcept;

 private:
  // Where an input comes from.
  enum class Source { position, rotation, angle, velocity, turn, acceleration, spin, force, resistance };
  struct Slot {
    Source source;
    int index;
  };
  struct Function {
    CompiledFunction call;
    std::vector<Slot> slots;
    std::vector<double> inputs, outputs;
  };
  CompiledPlant(CompiledFunction accelerations, CompiledFunction rates, CompiledFunction changes)
      : accelerations_{std::move(accelerations), {}, {}, {}},
        rates_{std::move(rates), {}, {}, {}},
        changes_{std::move(changes), {}, {}, {}} {}
  static std::vector<Slot> slots_of(const Program& program, const Robot& robot);
  static void fill(const Motion& motion, const VectorX* forces, const VectorX* resistance, Function& f) noexcept;

  Function accelerations_, rates_, changes_;
};

}  // namespace jourdain
