// Paths in the coordinates of a space, and their course in time.
#pragma once

#include "jourdain/motion/motion.hpp"
#include "jourdain/motion/motions.hpp"

#include <memory>

namespace jourdain {

// A curve over its own length: at() gives r, dr/ds and d2r/ds2.
class Path {
 public:
  virtual ~Path() = default;
  virtual double length() const noexcept = 0;
  virtual void at(double s, Jet jet) const noexcept = 0;
  // Places at which the second derivative jumps or bends, ends included.
  virtual std::vector<double> knots() const { return {0, length()}; }
  // Places between which it bends by about a quarter of a turn at most: see Curve::pieces.
  virtual std::vector<double> pieces() const { return knots(); }
};

// `count` even steps from 0 to an end, and these values between; for pieces of curves and paths.
std::vector<double> even_pieces(double end, double count, const std::vector<double>& between = {});

// Length of a difference of coordinates: that of the frame's origin, or of the turn if the origin stays.
double path_norm(const MotionSpace& space, const VectorX& difference);

// The path with a course in time. Throws Error(usage) from TimeLaw.
Motion timed(const MotionSpace& space, std::unique_ptr<const Path> path, const Timing& timing);

// Throws Error(usage) unless the vector has finite coordinates of the space, and those that are not in `moves` are
// home's.
void check_coordinates(const MotionSpace& space, const VectorX& q, const char* what);

}  // namespace jourdain
