// Six S-P-S legs: rods that may spin idly between their ball joints.
#pragma once

#include "jourdain/kinematics/robot.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>

#include <string>

namespace jourdain {

// Moments of inertia of both parts about the leg; `more` goes into the entry of the lower ball joint.
inline Mechanism rods_on_balls(double axial, const std::string& more = "",
                               const std::string& lower_com = "0, 0, 0.15") {
  const std::string text = fmt::format(R"(
jourdain: 1
name: rods-on-balls
bodies:
  platform: {{mass: 3, inertia: [0.03, 0.03, 0.05]}}
legs:
  repeat:
    count: 6
    each:
      a: [-10 deg, 10 deg, 110 deg, 130 deg, 230 deg, 250 deg]
      b: [-50 deg, 50 deg, 70 deg, 170 deg, 190 deg, 290 deg]
  bodies:
    lower: {{mass: 2, com: [{2}], inertia: [0.02, 0.02, {0}]}}
    upper: {{mass: 1, com: [0, 0, -0.20], inertia: [0.015, 0.015, {0}]}}
  joints:
    cardan: {{type: spherical, between: [base, lower], at: [0.5*cos(a), 0.5*sin(a), 0]{1}}}
    slide: {{type: prismatic, between: [lower, upper], axis: z, actuated: true}}
    ball: {{type: spherical, between: [upper, platform], at: {{platform: [0.25*cos(b), 0.25*sin(b), 0]}}}}
platform: {{body: platform}}
structure: {{identical: legs}}
assembly:
  platform: [0, 0, 0.7]
  joints: {{slide: 0.75}}
)",
                                       axial, more, lower_com);
  return read_model(text, "rods-on-balls").mechanism;
}

}  // namespace jourdain
