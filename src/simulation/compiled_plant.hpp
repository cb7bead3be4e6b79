// The equations of a plant as generated code, built and loaded at once.
#pragma once

#include "simulation/mechanics.hpp"

#include "codegen/compiled.hpp"
#include "expression/program.hpp"

#include <memory>
#include <string>
#include <vector>

namespace jourdain {

class CompiledPlant {
 public:
  // Traces, generates, builds and loads. Nothing where that cannot be done; the note then says why.
  static std::unique_ptr<CompiledPlant> make(const Robot& robot, const std::vector<DryAxis>& axes, std::string& note);

  // Accelerations of the platform in its moves. No allocation. Status of the generated code.
  Status accelerations(const PlatformState& motion, const VectorX& forces, const VectorX& resistance,
                       double* du) noexcept;

  // Rates of the dry axes and of all motors, and positions of the motors.
  Status rates(const PlatformState& motion, VectorX& axes, VectorX& motors, VectorX& positions) noexcept;

  // Accelerations of these dry axes, and of others of their limbs, from those of the platform.
  Status axis_accelerations(const PlatformState& motion, const std::vector<int>& wanted, VectorX& axes) noexcept;

 private:
  // All values that an input may be, one after the other: position, rotation by columns, velocity, angular velocity,
  // accelerations of both, angles, forces of the motors, resistances of the axes.
  enum Place {
    position = 0,
    rotation = 3,
    velocity = 12,
    turn = 15,
    acceleration = 18,
    spin = 21,
    angle = 24,
    force = 27
  };
  struct Function {
    CompiledFunction call;
    std::vector<int> places;  // of each input
    std::vector<double> inputs, outputs;
    bool takes_angles = false;
  };
  // Accelerations of the axes of one limb.
  struct Limb {
    Function function;
    std::vector<int> axes;
    bool wanted = false;
  };
  CompiledPlant(CompiledFunction accelerations, CompiledFunction rates)
      : accelerations_{std::move(accelerations), {}, {}, {}, false}, rates_{std::move(rates), {}, {}, {}, false} {}
  static std::vector<Limb> limbs_of(const Robot& robot, const std::vector<DryAxis>& axes);
  static std::vector<int> places_of(const Program& program, const Robot& robot);
  void take(const PlatformState& motion) noexcept;
  void gather(Function& f) noexcept;

  std::vector<double> values_;
  Function accelerations_, rates_;
  std::vector<Limb> limbs_;
  std::vector<int> limb_of_;  // of each axis
};

}  // namespace jourdain
