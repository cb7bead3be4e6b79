// Screws as in [Gallardo03]: primary part (direction, angular velocity) and dual part (moment, velocity of the body
// point at the representation point O).
#pragma once

#include "jourdain/spatial/types.hpp"

namespace jourdain {

struct Screw {
  Vector3 primary = Vector3::Zero();
  Vector3 dual = Vector3::Zero();

  Screw operator+(const Screw& o) const { return {primary + o.primary, dual + o.dual}; }
  Screw operator-(const Screw& o) const { return {primary - o.primary, dual - o.dual}; }
  friend Screw operator*(double factor, const Screw& s) { return {factor * s.primary, factor * s.dual}; }
};

// The screw of an axis with direction s through point r, seen from O = 0: [Gallardo03] (1), (2).
Screw axis_screw(const Vector3& direction, const Vector3& point, double pitch = 0);

// The screw of a slide along s: (0; s).
Screw slide_screw(const Vector3& direction);

// The same screw seen from another point at r from the old one: D + P x r, [Gallardo03] (5), (21) with its dual part
// put right.
Screw moved(const Screw& screw, const Vector3& r);

// Klein form of two screws: P1.D2 + D1.P2, [Gallardo03] (60).
double klein(const Screw& left, const Screw& right);

// Lie product of two screws: (s1 x s2; s1 x sO2 - s2 x sO1), [Gallardo03] (13).
Screw lie(const Screw& left, const Screw& right);

// Velocity state (w; v_O) at the base origin of a body with twist (v, w) at point p: [Gallardo03] (3), (5).
Screw velocity_state(const Twist& twist, const Vector3& p);

// Reduced acceleration state (dw; a_O - w x v_O) at the base origin: [Gallardo03] (9), (11).
Screw acceleration_state(const Acceleration& acceleration, const Twist& twist, const Vector3& p);

}  // namespace jourdain
