// One motion of every kind and profile for any robot, near its home.
#pragma once

#include "jourdain/motion/motions.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace jourdain {

struct NamedMotion {
  std::string name;
  Motion motion;
};

// A place near home: free coordinates are moved by `reach` (of the size, or radians) times waves of the seed.
inline VectorX place_near_home(const MotionSpace& space, double reach, double seed) {
  VectorX q = space.home();
  for (int i = 0; i < space.size(); ++i) {
    if (space.is_free(i)) q[i] += reach * std::sin(seed + 2.3 * i) * (space.is_length(i) ? space.robot().size() : 1.0);
  }
  return q;
}

// The first two free coordinates of one kind as directions; false if there are none.
inline bool plane_of(const MotionSpace& space, VectorX& first, VectorX& second) {
  for (int i = 0; i < space.size(); ++i) {
    for (int k = i + 1; k < space.size(); ++k) {
      if (!space.is_free(i) || !space.is_free(k) || space.is_length(i) != space.is_length(k)) continue;
      first = second = VectorX::Zero(space.size());
      first[i] = second[k] = 1;
      return true;
    }
  }
  return false;
}

inline std::vector<Timing> sample_timings(double length) {
  std::vector<Timing> timings;
  for (Profile profile : {Profile::parabolic, Profile::sine, Profile::quintic, Profile::double_s}) {
    Timing timing;
    timing.profile = profile;
    timings.push_back(timing);
    timing.rise = 1.0 / 3;
    timing.duration = 0.8;
    timings.push_back(timing);
    Timing limited;
    limited.profile = profile;
    limited.speed = length / 0.7;
    timings.push_back(limited);
    limited.acceleration = *limited.speed / 0.4;
    timings.push_back(limited);
    if (profile == Profile::double_s) {
      limited.jerk = *limited.acceleration / 0.1;
      timings.push_back(limited);
    }
  }
  return timings;
}

inline std::vector<NamedMotion> sample_motions(const MotionSpace& space, double reach) {
  const int n = space.size();
  const VectorX a = place_near_home(space, reach, 1), b = place_near_home(space, reach, 2.7);
  const VectorX c = place_near_home(space, reach, 4.1), d = place_near_home(space, reach, 5.5);
  MatrixX points(n, 4);
  points << a, b, c, d;
  std::vector<NamedMotion> motions;
  motions.push_back({"hold", hold(space, a, 0.7)});
  const VectorX way =
      space.kind() == Space::platform && (b - a).head<3>().norm() > 0 ? VectorX((b - a).head<3>()) : b - a;
  for (const Timing& timing : sample_timings(way.norm())) {
    motions.push_back({"line " + std::string(to_string(timing.profile)), line(space, a, b, timing)});
  }
  motions.push_back({"spline", spline(space, points)});
  motions.push_back({"blended lines", blended_lines(space, points, 0.3 * reach * space.robot().size())});
  motions.push_back({"timed spline", timed_spline(space, {0, 0.3, 0.5, 1.1}, points)});
  MatrixX velocities(n, 4), accelerations(n, 4);
  for (int k = 0; k < 4; ++k) {
    velocities.col(k) = 2 * (place_near_home(space, reach, 3.0 * k) - space.home());
    accelerations.col(k) = 5 * (place_near_home(space, reach, 7.0 * k) - space.home());
  }
  motions.push_back({"hermite", hermite_spline(space, {0, 0.3, 0.5, 1.1}, points, velocities, accelerations)});
  std::vector<double> times;
  MatrixX samples(n, 201);
  for (int k = 0; k <= 200; ++k) {
    times.push_back(0.005 * k);
    samples.col(k) = place_near_home(space, reach, 0.03 * k);
  }
  motions.push_back({"smoothing", smoothing_spline(space, times, samples, 8)});
  FourierSeries series;
  series.frequency = 0.8;
  series.centre = space.home();
  series.cosine = (points.leftCols(3).colwise() - space.home()) / 3;
  series.sine = (points.rightCols(3).colwise() - space.home()) / 3;
  series.periods = 2;
  motions.push_back({"fourier", fourier(space, series, true)});
  series.ramp = 0.5;
  motions.push_back({"fourier with ramp", fourier(space, series)});
  Circle round;
  if (plane_of(space, round.first, round.second)) {
    round.centre = space.home();
    int i = 0;
    round.first.maxCoeff(&i);
    round.radius = reach * (space.is_length(i) ? space.robot().size() : 1.0);
    round.angle = -2 * M_PI;
    Timing timing;
    timing.speed = 8 * round.radius;
    motions.push_back({"circle", circle(space, round, timing)});
  }
  const bool moves_in_space =
      space.kind() == Space::platform && space.is_free(0) && space.is_free(1) && space.is_free(2);
  if (moves_in_space) {
    motions.push_back({"arc", arc(space, a, b, c)});
    const Vector3 up = Vector3::UnitZ();
    VectorX level = b;
    level[2] = a[2];
    motions.push_back({"pick", semi_ellipse(space, a, level, up, 0.5 * reach * space.robot().size())});
  }
  const Motion there = line(space, a, b), back = line(space, b, a);
  const std::vector<Motion> parts{there, hold(space, b, 0.2), back};
  motions.push_back({"sequence", repeated(sequence(parts), 2)});
  return motions;
}

}  // namespace jourdain
