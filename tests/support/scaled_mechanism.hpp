// The same mechanism in other units of length, mass and time.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <cmath>
#include <utility>

namespace jourdain {

inline bool freedom_is_length(JointType type, int freedom) {
  return type == JointType::prismatic || (type == JointType::cylindrical && freedom == 1) ||
         (type == JointType::planar && freedom < 2);
}

// By how much the numbers of lengths, masses and times grow.
struct Units {
  double length = 1;
  double mass = 1;
  double time = 1;
  double acceleration() const { return length / (time * time); }
  double force() const { return mass * acceleration(); }
  double energy() const { return force() * length; }
};

// Units of a joint freedom: of its coordinate, and of the force or moment along it.
inline double coordinate_unit(JointType type, int freedom, const Units& units) {
  return freedom_is_length(type, freedom) ? units.length : 1.0;
}
inline double freedom_force_unit(JointType type, int freedom, const Units& units) {
  return units.energy() / coordinate_unit(type, freedom, units);
}

inline void scale_inertial(Inertial& inertial, const Units& units) {
  inertial.mass *= units.mass;
  inertial.com *= units.length;
  inertial.inertia *= units.mass * units.length * units.length;
}

inline void scale_joint(Joint& joint, const Units& units) {
  joint.in_a.p *= units.length;
  joint.in_b.p *= units.length;
  joint.pitch *= units.length;
  for (std::size_t i = 0; i < joint.axes.size(); ++i) {
    const double q = coordinate_unit(joint.type, static_cast<int>(i), units);
    const double force = freedom_force_unit(joint.type, static_cast<int>(i), units);
    JointAxis& axis = joint.axes[i];
    axis.friction.coulomb *= force;
    axis.friction.viscous *= force * units.time / q;
    axis.friction.offset *= force;
    axis.spring.stiffness *= force / q;
    axis.spring.rest *= q;
    axis.spring.preload *= force;
    axis.limits.lower *= q;
    axis.limits.upper *= q;
  }
  if (!joint.motor) return;
  // A motor on a slide turns by its gear in radians for every length.
  const double q = coordinate_unit(joint.type, 0, units);
  MotorModel& motor = *joint.motor;
  motor.gear /= q;
  motor.rotor_inertia *= units.mass * units.length * units.length;
  motor.zero *= q;
  motor.max_force *= units.energy() / q;
  motor.max_speed *= q / units.time;
}

// Every number with a dimension in the new units; angles stay.
inline Mechanism scaled(Mechanism m, const Units& units) {
  m.gravity *= units.acceleration();
  for (Body& body : m.bodies) scale_inertial(body.inertial, units);
  for (Joint& joint : m.joints) scale_joint(joint, units);
  for (Counterbalance& spring : m.counterbalances) {
    spring.at_a *= units.length;
    spring.at_b *= units.length;
    spring.length *= units.length;
    spring.stiffness *= units.force() / units.length;
    spring.force *= units.force();
  }
  if (m.output) {
    m.output->frame.p *= units.length;
    m.output->tool.p *= units.length;
    scale_inertial(m.output->payload, units);
  }
  if (m.assembly.output) m.assembly.output->p *= units.length;
  for (AssemblyHint::JointValue& hint : m.assembly.joints) {
    const JointType type = m.joints[hint.joint].type;
    if (type == JointType::spherical) continue;
    for (std::size_t i = 0; i < hint.value.size(); ++i) {
      hint.value[i] *= coordinate_unit(type, static_cast<int>(i), units);
    }
  }
  return m;
}

// All lengths times `length`; masses, times and angles stay.
inline Mechanism scaled(Mechanism m, double length) { return scaled(std::move(m), Units{length, 1, 1}); }

}  // namespace jourdain
