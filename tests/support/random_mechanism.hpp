// Random mechanisms of many families, for laws that must not hold for the catalogue only. Every one is assembled by
// construction, asymmetric, and away from singularities at home.
#pragma once

#include "support/random_legs.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace jourdain {

// A family: mechanisms of one structure, or of one way to choose structures.
struct MechanismFamily {
  const char* name;
  Mechanism (*draw)(Random& random);
};

// Platforms on legs between it and the base, and everything else: arms, stacked platforms, loops.
std::vector<MechanismFamily> platform_families();
std::vector<MechanismFamily> other_families();

std::vector<std::string> family_names();

// A mechanism of the family with friction, springs, rotors behind gears, counterbalances and a payload; each joint has
// some of them, and every second mechanism has no springs at all. Thin rods that spin idly carry no friction.
Mechanism random_mechanism(const std::string& family, Random& random);

// Points where legs begin and end; `twist` is how far their ends are turned about z against their beginnings, one leg
// to the left, the next to the right.
struct LegSpots {
  std::vector<Vector3> base;
  std::vector<Vector3> platform;
};
LegSpots leg_spots(Random& random, int count, double twist, double platform_radius, double height);

// Where the platform is in all drawings, if nothing else is said.
inline const Vector3 platform_center{0, 0, 0.6};

// Draws until the chains hold the platform firmly with locked motors.
template <typename Draw>
std::vector<Chain> firm_chains(const Vector3& center, Draw&& draw) {
  constexpr double firm_enough = 0.08;
  for (int attempt = 0; attempt < 2000; ++attempt) {
    const std::vector<Chain> chains = draw();
    if (platform_firmness(chains, center, drawing_length) > firm_enough) return chains;
  }
  throw std::logic_error("no firm platform in 2000 draws");
}

// A body at the center, with axes near those of the base.
int add_platform(HomeSketch& sketch, Random& random, const std::string& name, const Vector3& center);

// Chains named leg1, leg2, ... between two bodies.
void add_legs(HomeSketch& sketch, const std::vector<Chain>& chains, int base, int platform,
              const std::string& name = "leg");

}  // namespace jourdain
