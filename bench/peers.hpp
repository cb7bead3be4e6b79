// Foreign engines as rivals in the benchmarks: a platform on legs, each of three joints with one freedom and a ball
// joint at the platform. Both engines compute the tree of legs and the floating platform; for the inverse dynamics the
// balls are eliminated leg by leg (leg_blocks.hpp), for the forward dynamics they are constraints of the engine.
#pragma once

#include "oracles/mechanism.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace peer {

// What an engine gets: the whole motion in joint coordinates, so that it has no inverse kinematics to do.
struct State {
  std::vector<oracle::Frame> poses;          // of all bodies
  std::vector<double> rates, accelerations;  // of the first freedom of each joint
  oracle::PlatformState platform;            // of the platform frame
};

// Buffers are made once; the calls neither allocate nor parse on our side.
class Engine {
 public:
  virtual ~Engine() = default;

  // Name and version.
  virtual std::string name() const = 0;

  // Whether its forward dynamics closes the loops by soft constraints.
  virtual bool soft_loops() const { return false; }

  // Forces of the actuated joints for the motion of a state, friction and gravity included.
  virtual void inverse(std::size_t state, double* forces) = 0;

  // Accelerations of the actuated joints from these forces, at the positions and rates of a state.
  virtual void forward(std::size_t state, const double* forces, double* accelerations) = 0;
};

// One per engine; those that were not built are not defined.
std::unique_ptr<Engine> make_mujoco(const oracle::Mechanism& mechanism, int platform, const std::vector<State>& states);
std::unique_ptr<Engine> make_simbody(const oracle::Mechanism& mechanism, int platform,
                                     const std::vector<State>& states);
std::unique_ptr<Engine> make_pinocchio(const oracle::Mechanism& mechanism, int platform,
                                       const std::vector<State>& states);

}  // namespace peer
