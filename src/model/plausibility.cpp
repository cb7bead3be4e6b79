// Values that are possible and yet hardly meant: of another unit, or with a comma in the wrong place. Warnings, never
// errors.
#include "model/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace jourdain {
namespace {

constexpr double unequal_masses = 100;    // a body over the middle one of the others
constexpr double light_mass = 1e-4;       // the same, on the other side
constexpr double wide_gyration = 2;       // radius of gyration over the size of the mechanism
constexpr double far_centre = 5;          // distance of the mass centre from a body's nearest joint over that size
constexpr double fast_turn = 1000;        // rad/s
constexpr double fast_slide = 50;         // m/s
constexpr double largest_friction = 0.5;  // dry friction over the largest force of the motor

// The middle one of the other bodies' masses, of those that have one; 0 if none has.
double usual_mass(const Mechanism& mechanism, std::size_t without) {
  std::vector<double> masses;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const double mass = mechanism.bodies[i].inertial.mass;
    if (i != without && mass > 0) masses.push_back(mass);
  }
  if (masses.empty()) return 0;
  const auto middle = masses.begin() + static_cast<std::ptrdiff_t>(masses.size() / 2);
  std::nth_element(masses.begin(), middle, masses.end());
  return *middle;
}

void warn_of_masses(Reading& reading) {
  const Mechanism& mechanism = reading.mechanism;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const double mass = mechanism.bodies[i].inertial.mass;
    const double usual = usual_mass(mechanism, i);
    if (!reading.body_readable[i] || !(mass > 0) || !(usual > 0)) continue;
    if (mass > unequal_masses * usual || mass < light_mass * usual) {
      reading.findings.warning(reading.body_marks[i],
                               fmt::format("body {} has {:.6g} kg, others have about {:.6g} kg",
                                           quoted_name(mechanism.bodies[i].name), mass, usual),
                               "check its unit: a bare number is in kg");
    }
  }
}

void warn_of_inertia(Reading& reading, double size) {
  const Mechanism& mechanism = reading.mechanism;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    const Body& body = mechanism.bodies[i];
    if (!reading.body_readable[i] || !(body.inertial.mass > 0)) continue;
    const double radius = std::sqrt(std::max(0.0, body.inertial.inertia.trace() / 2) / body.inertial.mass);
    if (radius > wide_gyration * size) {
      reading.findings.warning(reading.body_marks[i],
                               fmt::format("body {} has a radius of gyration of {:.6g} m in a mechanism of {:.6g} m",
                                           quoted_name(body.name), radius, size),
                               "check the unit of its inertia: a bare number is in kg m^2");
    }
    double nearest = std::numeric_limits<double>::infinity();
    for (const Joint& joint : mechanism.joints) {
      const auto at = [&](int owner, const Vector3& place) {
        if (owner == static_cast<int>(i)) nearest = std::min(nearest, (place - body.inertial.com).norm());
      };
      at(joint.body_a, joint.in_a.p);
      at(joint.body_b, joint.in_b.p);
    }
    if (std::isfinite(nearest) && nearest > far_centre * size) {
      reading.findings.warning(
          reading.body_marks[i],
          fmt::format("the mass centre of body {} is {:.6g} m away from its joints", quoted_name(body.name), nearest),
          "check its unit: bare numbers are in m");
    }
  }
}

void warn_of_motors(Reading& reading) {
  const Mechanism& mechanism = reading.mechanism;
  for (std::size_t k = 0; k < mechanism.joints.size(); ++k) {
    const Joint& joint = mechanism.joints[k];
    if (!joint.actuator) continue;
    const bool slides = is_length(joint.type, 0);
    const double speed = joint.actuator->max_speed;
    if (std::isfinite(speed) && speed > (slides ? fast_slide : fast_turn)) {
      reading.findings.warning(
          reading.joint_marks[k],
          slides ? fmt::format("the motor of joint {} may do {:.6g} m/s", quoted_name(joint.name), speed)
                 : fmt::format("the motor of joint {} may do {:.6g} rad/s, {:.6g} rpm", quoted_name(joint.name), speed,
                               speed * 30 / std::numbers::pi),
          slides ? "check the unit of max_speed: a bare number is in m/s"
                 : "check the unit of max_speed: a bare number is in rad/s; it is the joint's speed, behind the gear");
    }
    if (joint.axes.empty()) continue;
    const double friction = std::abs(joint.axes[0].friction.coulomb), force = joint.actuator->max_force;
    if (std::isfinite(force) && friction > largest_friction * force) {
      reading.findings.warning(reading.joint_marks[k],
                               fmt::format("dry friction of joint {}, {:.6g}, takes more than half of max_force {:.6g}",
                                           quoted_name(joint.name), friction, force),
                               "check both units");
    }
  }
}

}  // namespace

void warn_of_implausible(Reading& reading) {
  warn_of_masses(reading);
  if (reading.geometry_readable && reading.graph_readable) {
    const double size = size_of(reading.mechanism);
    if (size > 0) warn_of_inertia(reading, size);
  }
  warn_of_motors(reading);
}

}  // namespace jourdain
