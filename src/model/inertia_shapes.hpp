// Inertia tensors of simple solids about their centre of mass.
#pragma once

#include "jourdain/spatial/spatial.hpp"

namespace jourdain {

// Thin rod along `axis` (0, 1, 2).
Matrix3 rod_inertia(double mass, double length, int axis);

// Box with edges along the frame axes.
Matrix3 box_inertia(double mass, const Vector3& edges);

// Round tube along `axis`; a cylinder has no inner radius, a disc no length.
Matrix3 tube_inertia(double mass, double outer, double inner, double length, int axis);

// Solid sphere.
Matrix3 sphere_inertia(double mass, double radius);

// Tensor about the centre of mass from the one about the frame's origin.
Matrix3 inertia_about_com(const Matrix3& about_frame, double mass, const Vector3& com);

}  // namespace jourdain
