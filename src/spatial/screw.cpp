#include "jourdain/spatial/spatial.hpp"

namespace jourdain {

Screw axis_screw(const Vector3& direction, const Vector3& point, double pitch) {
  return {direction, pitch * direction + point.cross(direction)};
}

Screw slide_screw(const Vector3& direction) { return {Vector3::Zero(), direction}; }

Screw moved(const Screw& screw, const Vector3& r) { return {screw.primary, screw.dual + screw.primary.cross(r)}; }

double klein(const Screw& left, const Screw& right) {
  return left.primary.dot(right.dual) + left.dual.dot(right.primary);
}

Screw lie(const Screw& left, const Screw& right) {
  return {left.primary.cross(right.primary), left.primary.cross(right.dual) - right.primary.cross(left.dual)};
}

Screw velocity_state(const Twist& twist, const Vector3& p) { return {twist.w, twist.v - twist.w.cross(p)}; }

Screw acceleration_state(const Acceleration& acceleration, const Twist& twist, const Vector3& p) {
  // The dual part at p moves to O as a screw does.
  const Screw at_p{acceleration.dw, acceleration.a - twist.w.cross(twist.v)};
  return moved(at_p, -p);
}

}  // namespace jourdain
