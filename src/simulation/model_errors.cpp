#include "jourdain/simulation/closed_loop.hpp"

#include <algorithm>

namespace jourdain {

Mechanism with_errors(const Mechanism& mechanism, const ModelErrors& errors, std::uint64_t seed) {
  constexpr double smallest = 0.05;
  Mechanism result = mechanism;
  std::uint64_t stream = 0x6d6f64656cu;  // apart from the noise of drives
  const auto factor = [&](double share) {
    ++stream;
    return share != 0 ? std::max(smallest, 1 + share * normal_number(seed, stream, 0)) : 1.0;
  };
  const auto scale = [](Inertial& inertial, double by) {
    inertial.mass *= by;
    inertial.inertia *= by;
  };
  for (std::size_t i = 1; i < result.bodies.size(); ++i) scale(result.bodies[i].inertial, factor(errors.inertia));
  if (result.output) scale(result.output->payload, factor(errors.inertia));
  for (Joint& joint : result.joints) {
    const double friction = factor(errors.friction), gain = factor(errors.gain);
    for (JointAxis& axis : joint.axes) {
      axis.friction.coulomb *= friction;
      axis.friction.viscous *= friction;
      axis.friction.offset *= friction;
      axis.friction.breakaway *= friction;
    }
    if (joint.motor) joint.motor->drive.gain *= gain;
  }
  // Identical legs and declared relations are the controller's belief.
  if (errors.inertia != 0) {
    result.identical_legs = false;
    result.relations.clear();
  }
  return result;
}

}  // namespace jourdain
