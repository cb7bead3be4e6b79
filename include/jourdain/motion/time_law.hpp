// How far along its path a motion is at each time: from rest to rest, with or without a stretch of constant speed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

// The course of the acceleration while the speed rises from 0; it falls in the mirror image. Largest accelerations are
// those of a path of length L in the time T without constant speed.
enum class Profile {
  parabolic,  // constant: 4 L/T^2; jumps
  sine,       // half a wave, "sine on ramp": 2 pi L/T^2
  quintic,    // a polynomial of third degree, so that the way is one of fifth: 10/sqrt(3) L/T^2
  double_s,   // a trapezoid: limited jerk
};
std::string_view to_string(Profile profile);
const std::vector<std::string>& profile_names();

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

}  // namespace jourdain
