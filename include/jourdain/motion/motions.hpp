// The kinds of motions, and how they go through time.
#pragma once

#include "jourdain/motion/motion.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// How far along its path a motion is at each time: from rest to rest, with or without a stretch of constant speed.

// The course of the acceleration while the speed rises from 0; it falls in the mirror image. Largest accelerations are
// those of a path of length L in the time T without constant speed.
enum class Profile {
  parabolic,  // constant: 4 L/T^2; jumps
  sine,       // half a wave, "sine on ramp": 2 pi L/T^2
  quintic,    // a polynomial of third degree, so that the way is one of fifth: 10/sqrt(3) L/T^2
  double_s,   // a trapezoid: limited jerk
};
std::string_view to_string(Profile profile);
std::span<const std::string_view> words(Profile);

// What is asked of a motion along a path; 1 s if nothing else is said. Metres and seconds, or radians.
struct Timing {
  Profile profile = Profile::sine;
  // Share of the ramps' time in which the speed rises: 1/3 makes of `sine` the non-symmetric sine on ramp of
  // [Codourey98], 3 pi and 1.5 pi times L/T^2.
  double rise = 0.5;
  std::optional<double> duration;      // of the whole motion
  std::optional<double> speed;         // the largest, held where the path is long enough
  std::optional<double> acceleration;  // the largest along the path
  std::optional<double> jerk;          // the largest along the path; double S only
  std::optional<double> ramp;          // time in which the speed rises
  // Length of each ramp where speed alone is given; an eighth of the path if not set.
  std::optional<double> ramp_length;
};

// A way s(t) from 0 to a length. Immutable.
class TimeLaw {
 public:
  struct Point {
    double way = 0, speed = 0, acceleration = 0;
  };

  // Throws Error(usage): values that are not positive, contradict each other or make no motion.
  TimeLaw(double length, const Timing& timing);

  double length() const { return length_; }
  double duration() const { return rise_ + cruise_ + fall_; }
  double speed() const { return speed_; }    // the largest
  double acceleration() const;               // the largest
  double cruise() const { return cruise_; }  // time at the largest speed
  double rise() const { return rise_; }      // time before it

  // Times at which the acceleration jumps or bends, from 0 to duration().
  std::vector<double> knots() const;

  // Rests before 0 and after duration(). A control loop may call this.
  Point at(double t) const noexcept;

 private:
  void set_ramps(double speed, double ramps, double share);
  void limit_jerk(const Timing& timing);

  Profile profile_;
  double edge_ = 0.25;  // double S: share of a ramp in which its acceleration rises
  double length_;
  double speed_ = 0;
  double rise_ = 0, cruise_ = 0, fall_ = 0;  // times
};

// The kinds of motions. All functions are set-up code and throw Error(usage) for values that make no motion. Vectors
// are coordinates of the space: see MotionSpace. Lengths and speeds along a path are those of the frame's origin, or of
// the turn where the origin rests; in motor space they are norms of the coordinates.

// Rests at a place.
Motion hold(const MotionSpace& space, const VectorX& at, double duration);

// Straight from one place to another; the orientation turns about one axis.
Motion line(const MotionSpace& space, const VectorX& from, const VectorX& to, const Timing& timing = {});

// Part of a circle, or several turns of it: centre + radius (cos(u) first + sin(u) second), u from 0 to `angle`, which
// may be negative. The directions are orthonormal. `drift` is added evenly along the way, such as a turn of the frame.
struct Circle {
  VectorX centre, first, second;
  double radius = 0;
  double angle = 0;
  VectorX drift;  // empty: none; no coordinates that first or second have
};
Motion circle(const MotionSpace& space, const Circle& circle, const Timing& timing = {});

// The part of a circle from one place through a second to a third; the orientation goes evenly from first to last.
Motion arc(const MotionSpace& space, const VectorX& from, const VectorX& via, const VectorX& to,
           const Timing& timing = {});

// Pick and place [Codourey98] 5.2: half an ellipse over the straight line between two places, up to a height in the
// direction `up` (a unit vector at right angles to the line). The orientation goes evenly from first to last.
Motion semi_ellipse(const MotionSpace& space, const VectorX& from, const VectorX& to, const Vector3& up, double height,
                    const Timing& timing = {});

// Through way-points (columns) on a natural cubic spline over their distances, curvature continuous. Where some of them
// differ by a turn alone, or the frame moves along one axis only, a radian counts as half the robot's size.
Motion spline(const MotionSpace& space, const MatrixX& points, const Timing& timing = {});

// Along straight lines between way-points (columns), each corner rounded from `blend` before it to `blend` behind it,
// at most half of the shorter line; curvature continuous.
Motion blended_lines(const MotionSpace& space, const MatrixX& points, double blend, const Timing& timing = {});

// At way-points (columns) at given times, first 0; rests at both ends; the jerk's integral over its square is least, so
// that the fourth derivative is continuous.
Motion timed_spline(const MotionSpace& space, const std::vector<double>& times, const MatrixX& points);

// Through states: positions, velocities and accelerations (columns) at given times, fifth degree in between.
Motion hermite_spline(const MotionSpace& space, const std::vector<double>& times, const MatrixX& positions,
                      const MatrixX& velocities, const MatrixX& accelerations);

// Near noisy positions (columns) at given times: a smoothing spline of fifth degree, which passes half of the amplitude
// at the frequency `bandwidth` in Hz and 1/(1 + (f/bandwidth)^6) of it at f, without delay. `rest`: begins and ends at
// rest.
Motion smoothing_spline(const MotionSpace& space, const std::vector<double>& times, const MatrixX& positions,
                        double bandwidth, bool rest = false);

// centre + sum over k = 1, 2, ... of cosine_k cos(2 pi k f t) + sine_k sin(2 pi k f t).
struct FourierSeries {
  double frequency = 1;  // f of the first harmonic, Hz
  VectorX centre;
  MatrixX cosine, sine;  // coordinates x harmonics
  double periods = 1;    // duration in periods
  double ramp = 0;       // s: the sum grows smoothly from 0 and falls back to it; 0: it begins and ends at full speed
};
// Periodic if declared so: then without ramp and with a whole number of periods.
Motion fourier(const MotionSpace& space, const FourierSeries& series, bool periodic = false);

// One after the other. Throws Error(usage) that names time, place and size of a jump in position or velocity.
Motion sequence(std::span<const Motion> parts);

// A motion that ends as it begins, several times; or, periodic, for ever.
Motion repeated(const Motion& motion, int times);
Motion periodic(const Motion& motion);

}  // namespace jourdain
