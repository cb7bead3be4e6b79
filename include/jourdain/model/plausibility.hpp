// Values that are possible and yet hardly meant: of another unit, with a comma in the wrong place, or given twice.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <string>
#include <vector>

namespace jourdain {

// Above these a speed of a motor, at its joint, is rather a mistake of units.
constexpr double fast_turn = 300;  // rad/s
constexpr double fast_slide = 50;  // m/s

// What is suspected. The reader warns of it, and whoever changes a model after reading it should.
enum class Doubt {
  mass,              // a body is far heavier or lighter than the others, or the payload than all of them
  inertia,           // a radius of gyration beyond the mechanism
  centre,            // a mass centre far from the body's joints, or from the tool
  rotor,             // a rotor with more inertia than the robot can have
  speed,             // a motor faster than motors are
  force,             // a motor far stronger or weaker than the robot's weight
  rated_force,       // above max_force
  dry_friction,      // takes most of max_force
  viscous_friction,  // takes all of max_force below max_speed
  drive,             // a time constant of drives of another kind
  gravity,           // points up
  same_place,        // two legs in the same place
};

// What it is about.
enum class SuspectPart { body, joint, leg, payload, gravity };

struct Suspicion {
  Doubt doubt = Doubt::mass;
  SuspectPart part = SuspectPart::body;
  int index = 0;        // of the body, joint or leg
  std::string message;  // one sentence
  std::string hint;     // what to do
};

// All that is suspicious in a mechanism. Warnings, never errors.
std::vector<Suspicion> suspicions(const Mechanism& mechanism);

// What a change has made suspicious.
std::vector<Suspicion> new_suspicions(const Mechanism& before, const Mechanism& after);

}  // namespace jourdain
