// A force and a moment, on either scalar.
#pragma once

#include "jourdain/spatial/spatial.hpp"

namespace jourdain {

template <typename T>
struct Wrench {
  Vector3T<T> force = Vector3T<T>::Zero();
  Vector3T<T> moment = Vector3T<T>::Zero();
};

}  // namespace jourdain
