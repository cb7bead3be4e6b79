// Parts of a robot's computation, told by the algorithms themselves, so that operations can be counted part by part as
// in table II of [Abdellatif05].
#pragma once

#include <cstdint>
#include <string_view>

namespace jourdain {

// In the order of that table: its "single strut" is both parts of the legs, its "end-effector" the platform, its
// "inversion of J^-1" the solve.
enum class Part : std::uint8_t {
  none,            // nobody said
  leg_kinematics,  // joints of all bodies but the platform: positions, rates, accelerations, Jacobians
  leg_dynamics,    // what those bodies need to move, brought to the platform or the motors; springs and rotors
  platform,        // pose, motion and inertia of the platform
  solve,           // forces of the motors, or accelerations, from the balance of all
  friction,        // of all joints
};

inline constexpr Part all_parts[] = {Part::leg_kinematics, Part::leg_dynamics, Part::platform,
                                     Part::solve,          Part::friction,     Part::none};
inline constexpr int part_count = 6;

// A few words for tables, such as "legs, kinematics".
std::string_view to_string(Part part);

// What is computed while a scope lives belongs to its part; scopes nest. On numbers it is nothing, and a control loop
// may use it. Traced scalars specialise it (expression/part.hpp).
template <typename T>
class [[maybe_unused]] PartScope {
 public:
  explicit PartScope(Part) {}
  // What follows belongs to another part.
  void enter(Part) {}
  PartScope(const PartScope&) = delete;
  PartScope& operator=(const PartScope&) = delete;
};

}  // namespace jourdain
