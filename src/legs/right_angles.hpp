// Directions of axes compared when limbs are recognised.
#pragma once

#include "jourdain/spatial/spatial.hpp"

#include <cmath>

namespace jourdain {

constexpr double geometry_tolerance = 1e-9;  // of the robot's size, and of unit vectors

inline bool parallel(const Vector3& a, const Vector3& b) { return a.cross(b).norm() < geometry_tolerance; }
inline bool perpendicular(const Vector3& a, const Vector3& b) { return std::abs(a.dot(b)) < geometry_tolerance; }

}  // namespace jourdain
