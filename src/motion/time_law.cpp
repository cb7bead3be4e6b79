#include "jourdain/motion/motions.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Acceleration, speed and way of a ramp of unit time to unit speed.
struct Ramp {
  double f, v, s;
};

Ramp trapezoid(double x, double edge) {
  const double h = 1 / (1 - edge);
  if (x < edge) return {h * x / edge, h * x * x / (2 * edge), h * x * x * x / (6 * edge)};
  if (x <= 1 - edge) {
    const double y = x - edge / 2;
    return {h, h * y, h * (y * y / 2 + edge * edge / 24)};
  }
  const double y = 1 - x;
  return {h * y / edge, 1 - h * y * y / (2 * edge), 0.5 - y + h * y * y * y / (6 * edge)};
}

Ramp ramp(Profile profile, double x, double edge) {
  switch (profile) {
    case Profile::parabolic: return {1, x, x * x / 2};
    case Profile::sine: {
      const double u = M_PI * x;
      return {M_PI / 2 * std::sin(u), (1 - std::cos(u)) / 2, x / 2 - std::sin(u) / (2 * M_PI)};
    }
    case Profile::quintic:
      return {4 * x * (1 - x) * (2 - x), x * x * (4 - x * (4 - x)), x * x * x * (4.0 / 3 - x * (1 - x / 5))};
    case Profile::double_s: return trapezoid(x, edge);
  }
  return {0, 0, 0};
}

// Way of a ramp of unit time to unit speed, and its largest acceleration.
double ramp_way(Profile profile) { return profile == Profile::quintic ? 8.0 / 15 : 0.5; }

double ramp_peak(Profile profile, double edge) {
  switch (profile) {
    case Profile::parabolic: return 1;
    case Profile::sine: return M_PI / 2;
    case Profile::quintic: return 8 / (3 * std::sqrt(3.0));
    case Profile::double_s: return 1 / (1 - edge);
  }
  return 1;
}

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::usage, why); }

void check_positive(const std::optional<double>& value, const char* name) {
  if (value && !(std::isfinite(*value) && *value > 0)) refuse(fmt::format("{} must be positive", name));
}

void check(double length, const Timing& t) {
  check_positive(t.duration, "duration");
  check_positive(t.speed, "speed");
  check_positive(t.acceleration, "acceleration");
  check_positive(t.jerk, "jerk");
  check_positive(t.ramp, "ramp");
  if (!(std::isfinite(length) && length > 0)) refuse("the path has no length");
  if (!(t.rise > 0.01 && t.rise < 0.99)) refuse("rise must be between 0.01 and 0.99");
  if (t.jerk && t.profile != Profile::double_s) refuse("jerk goes with the profile double-s");
  if (t.jerk && !t.acceleration) refuse("jerk goes with an acceleration");
  if (t.jerk && t.rise != 0.5) refuse("jerk goes with ramps of equal length: leave out rise");
  if (t.duration && (t.acceleration || t.ramp)) refuse("give duration, or acceleration and speed, not both");
  if (t.ramp && (t.acceleration || !t.speed)) refuse("ramp goes with speed alone");
}

}  // namespace

std::string_view to_string(Profile profile) { return words(profile)[static_cast<std::size_t>(profile)]; }

std::span<const std::string_view> words(Profile) {
  static constexpr std::string_view all[] = {"parabolic", "sine", "quintic", "double-s"};
  return all;
}

TimeLaw::TimeLaw(double length, const Timing& timing) : profile_(timing.profile), length_(length) {
  check(length, timing);
  const double D = ramp_way(profile_);
  if (timing.jerk) {
    limit_jerk(timing);
    return;
  }
  // Acceleration of ramps that take one second together and reach unit speed.
  const double peak = ramp_peak(profile_, edge_) / std::min(timing.rise, 1 - timing.rise);
  if (timing.acceleration) {
    // Without constant speed L = D ramps v and a ramps = peak v.
    double v = std::sqrt(length * *timing.acceleration / (D * peak));
    if (timing.speed) v = std::min(v, *timing.speed);
    set_ramps(v, peak * v / *timing.acceleration, timing.rise);
  } else if (timing.speed) {
    const double v = *timing.speed;
    double ramps = std::min(2 * timing.ramp_length.value_or(length / 8), length) / (D * v);
    if (timing.ramp) ramps = *timing.ramp / timing.rise;
    if (timing.duration) ramps = (*timing.duration - length / v) / (1 - D);
    if (!(ramps > 0)) {
      refuse(
          fmt::format("a path of {:.6g} at a speed of {:.6g} takes more than {:.6g} s", length, v, *timing.duration));
    }
    if (!(D * ramps * v <= length * (1 + 1e-12))) {
      refuse(fmt::format("a path of {:.6g} is too short to reach a speed of {:.6g} with these ramps", length, v));
    }
    set_ramps(v, ramps, timing.rise);
  } else {
    const double T = timing.duration.value_or(1);
    set_ramps(length / (D * T), T, timing.rise);
  }
}

void TimeLaw::set_ramps(double speed, double ramps, double share) {
  speed_ = speed;
  rise_ = share * ramps;
  fall_ = (1 - share) * ramps;
  cruise_ = std::max(0.0, length_ / speed - ramp_way(profile_) * ramps);
}

// The fastest way within speed, acceleration and jerk: the largest speed that two ramps leave room for.
void TimeLaw::limit_jerk(const Timing& timing) {
  const double a = *timing.acceleration, j = *timing.jerk;
  const auto ramp_time = [&](double v) { return v * j >= a * a ? v / a + a / j : 2 * std::sqrt(v / j); };
  double v = timing.speed.value_or(2 * std::sqrt(length_ * a));
  if (v * ramp_time(v) > length_) {
    // v ramp_time(v) = L: either the acceleration is reached or not.
    const double reached = a * (std::sqrt(a * a / (j * j) + 4 * length_ / a) - a / j) / 2;
    v = reached * j >= a * a ? reached : std::cbrt(length_ * length_ * j / 4);
  }
  const double time = ramp_time(v);
  edge_ = std::min(0.5, v * j >= a * a ? a / (j * time) : 0.5);
  set_ramps(v, 2 * time, 0.5);
}

double TimeLaw::acceleration() const { return ramp_peak(profile_, edge_) * speed_ / std::min(rise_, fall_); }

std::vector<double> TimeLaw::knots() const {
  const double T = duration();
  if (profile_ != Profile::double_s) return {0, rise_, rise_ + cruise_, T};
  const double up = edge_ * rise_, down = edge_ * fall_;
  return {0, up, rise_ - up, rise_, rise_ + cruise_, T - fall_ + down, T - down, T};
}

TimeLaw::Point TimeLaw::at(double t) const noexcept {
  if (!(t > 0)) return {0, 0, 0};
  if (t >= duration()) return {length_, 0, 0};
  if (t < rise_) {
    const Ramp r = ramp(profile_, t / rise_, edge_);
    return {speed_ * rise_ * r.s, speed_ * r.v, speed_ / rise_ * r.f};
  }
  const double left = duration() - t;
  if (left >= fall_) return {speed_ * (rise_ * ramp_way(profile_) + t - rise_), speed_, 0};
  const Ramp r = ramp(profile_, left / fall_, edge_);
  return {length_ - speed_ * fall_ * r.s, speed_ * r.v, -speed_ / fall_ * r.f};
}

}  // namespace jourdain
