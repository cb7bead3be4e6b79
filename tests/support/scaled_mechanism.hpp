// The same mechanism in another unit of length.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <cmath>

namespace jourdain {

inline bool freedom_is_length(JointType type, int freedom) {
  return type == JointType::prismatic || (type == JointType::cylindrical && freedom == 1) ||
         (type == JointType::planar && freedom < 2);
}

inline void scale_inertial(Inertial& inertial, double factor) {
  inertial.com *= factor;
  inertial.inertia *= factor * factor;
}

// All lengths times `factor`; masses and angles stay.
inline Mechanism scaled(Mechanism m, double factor) {
  for (Body& body : m.bodies) scale_inertial(body.inertial, factor);
  for (Joint& joint : m.joints) {
    joint.in_a.p *= factor;
    joint.in_b.p *= factor;
    joint.pitch *= factor;
    for (std::size_t i = 0; i < joint.axes.size(); ++i) {
      if (!freedom_is_length(joint.type, static_cast<int>(i))) continue;
      joint.axes[i].limits.lower *= factor;
      joint.axes[i].limits.upper *= factor;
      joint.axes[i].spring.rest *= factor;
    }
    if (joint.actuator && joint.type == JointType::prismatic) joint.actuator->zero *= factor;
  }
  for (Counterbalance& spring : m.counterbalances) {
    spring.at_a *= factor;
    spring.at_b *= factor;
    spring.length *= factor;
  }
  if (m.output) {
    m.output->frame.p *= factor;
    m.output->tool.p *= factor;
    scale_inertial(m.output->payload, factor);
  }
  if (m.assembly.output) m.assembly.output->p *= factor;
  for (AssemblyHint::JointValue& hint : m.assembly.joints) {
    const JointType type = m.joints[static_cast<std::size_t>(hint.joint)].type;
    if (type == JointType::spherical) continue;
    for (std::size_t i = 0; i < hint.value.size(); ++i) {
      if (freedom_is_length(type, static_cast<int>(i))) hint.value[i] *= factor;
    }
  }
  return m;
}

}  // namespace jourdain
