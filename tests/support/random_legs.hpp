// Legs of random proportions between two points, from the first joint to the last. Capital letters are joints in
// series: Revolute, Prismatic, Helical, Cylindrical, Universal, Spherical, E for planar. None is near a singularity of
// its own.
#pragma once

#include "support/home_sketch.hpp"

namespace jourdain {

// What angles are compared with lengths by, in all drawings.
inline constexpr double drawing_length = 0.4;

using LegMaker = Chain (*)(Random& random, const Vector3& from, const Vector3& to);

// Six freedoms, one motor. Thin rods between two balls spin idly.
Chain ups_leg(Random& random, const Vector3& from, const Vector3& to);
Chain sps_leg(Random& random, const Vector3& from, const Vector3& to);
Chain uhs_leg(Random& random, const Vector3& from, const Vector3& to);
Chain rus_leg(Random& random, const Vector3& from, const Vector3& to);
Chain rss_leg(Random& random, const Vector3& from, const Vector3& to);
Chain hus_leg(Random& random, const Vector3& from, const Vector3& to);
Chain pus_leg(Random& random, const Vector3& from, const Vector3& to);
Chain pss_leg(Random& random, const Vector3& from, const Vector3& to);
Chain pcs_leg(Random& random, const Vector3& from, const Vector3& to);
Chain rcs_leg(Random& random, const Vector3& from, const Vector3& to);
Chain reu_leg(Random& random, const Vector3& from, const Vector3& to);
Chain rrrs_leg(Random& random, const Vector3& from, const Vector3& to);
Chain prrs_leg(Random& random, const Vector3& from, const Vector3& to);

// Six freedoms without a motor.
Chain ucu_leg(Random& random, const Vector3& from, const Vector3& to);

// Five freedoms, one motor; the turning axes lie across the plane of the leg and the base's z.
Chain rps_leg(Random& random, const Vector3& from, const Vector3& to);
Chain prs_leg(Random& random, const Vector3& from, const Vector3& to);
Chain rrs_leg(Random& random, const Vector3& from, const Vector3& to);

// An arm or a carriage and a parallelogram as a bar: three of them let a platform translate only.
Chain arm_and_bar(Random& random, const Vector3& from, const Vector3& to);
Chain carriage_and_bar(Random& random, const Vector3& from, const Vector3& to);

// [R]RR, [P]RR or R[P]R in the plane across `normal`.
Chain planar_leg(Random& random, const Vector3& from, const Vector3& to, const Vector3& normal);

// [R]RR with all axes through a centre.
Chain spherical_leg(Random& random, const Vector3& center, const Vector3& first, const Vector3& last);

// Six joints with one freedom each, all with motors.
Chain serial_arm(Random& random, const Vector3& from, const Vector3& to);
Chain turning_arm(Random& random, const Vector3& from, const Vector3& to);  // revolute joints only

// The first `motors` joints with one freedom get motors.
Chain with_motors(Chain chain, int motors);

// One of them, every one as likely as the others.
template <typename T>
const T& any_of(Random& random, const std::vector<T>& all) {
  return all[std::uniform_int_distribution<std::size_t>(0, all.size() - 1)(random)];
}
inline bool coin(Random& random) { return uniform(random, 1) > 0; }

// A direction near another one, and one across it.
Vector3 near_direction(Random& random, const Vector3& direction, double spread);
Vector3 across(Random& random, const Vector3& direction);

}  // namespace jourdain
