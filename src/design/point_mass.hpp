// Point masses on bodies, for simpler models.
#pragma once

#include "jourdain/model/mechanism.hpp"

namespace jourdain {

// Adds a point mass at a point of the body's frame; the tensor stays about the centre of mass (Steiner).
inline void add_point_mass(Inertial& body, double mass, const Vector3& point) {
  if (!(mass > 0)) return;
  const double total = body.mass + mass;
  const Vector3 com = (body.mass * body.com + mass * point) / total;
  const auto steiner = [&](double m, const Vector3& from) {
    const Vector3 r = from - com;
    return Matrix3(m * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose()));
  };
  body.inertia += steiner(body.mass, body.com) + steiner(mass, point);
  body.mass = total;
  body.com = com;
}

}  // namespace jourdain
