#include "jourdain/motion/motions.hpp"
#include "motion/quintic_spline.hpp"
#include "motion/timed_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double knots_per_period = 10;  // of the bandwidth: more change the answer by less than a thousandth

void check_times(const MotionSpace& space, const std::vector<double>& times, const MatrixX& points) {
  if (times.size() < 2 || points.cols() != static_cast<Eigen::Index>(times.size()) || points.rows() != space.size()) {
    throw Error(ErrorKind::usage, "expected at least two points, and a time for each");
  }
  if (times.front() != 0) throw Error(ErrorKind::usage, "the time of the first point must be 0");
  for (std::size_t i = 0; i + 1 < times.size(); ++i) {
    if (!(std::isfinite(times[i + 1]) && times[i + 1] > times[i])) {
      throw Error(ErrorKind::usage, fmt::format("times must rise: {:.6g} s follows {:.6g} s", times[i + 1], times[i]));
    }
  }
  for (Eigen::Index i = 0; i < points.cols(); ++i) check_coordinates(space, points.col(i), "point");
}

}  // namespace

Motion timed_spline(const MotionSpace& space, const std::vector<double>& times, const MatrixX& points) {
  check_times(space, times, points);
  SplineTask task;
  task.knots = times;
  task.exact = true;
  task.samples = points;
  task.rest = true;
  return Motion(space, std::make_shared<QuinticSpline>(least_jerk(task)));
}

Motion hermite_spline(const MotionSpace& space, const std::vector<double>& times, const MatrixX& positions,
                      const MatrixX& velocities, const MatrixX& accelerations) {
  check_times(space, times, positions);
  for (const MatrixX* m : {&velocities, &accelerations}) {
    if (m->rows() != positions.rows() || m->cols() != positions.cols() || !m->allFinite()) {
      throw Error(ErrorKind::usage, "expected a finite velocity and acceleration for each point");
    }
  }
  return Motion(space, std::make_shared<QuinticSpline>(KnotStates{times, positions, velocities, accelerations}));
}

Motion smoothing_spline(const MotionSpace& space, const std::vector<double>& times, const MatrixX& positions,
                        double bandwidth, bool rest) {
  check_times(space, times, positions);
  const double T = times.back();
  const double samples_per_second = static_cast<double>(times.size() - 1) / T;
  if (!(std::isfinite(bandwidth) && bandwidth > 0 && bandwidth <= samples_per_second / 2)) {
    throw Error(ErrorKind::usage, fmt::format("the bandwidth must be positive and at most half of the {:.6g} samples "
                                              "per second, found {:.6g} Hz",
                                              samples_per_second, bandwidth));
  }
  SplineTask task;
  const double steps = std::clamp(std::ceil(knots_per_period * bandwidth * T), 3.0,
                                  std::max(3.0, static_cast<double>(times.size() - 1)));
  for (int k = 0; k <= static_cast<int>(steps); ++k) task.knots.push_back(T * k / steps);
  task.times = times;
  task.samples = positions;
  task.penalty = std::pow(2 * M_PI * bandwidth, -6);
  task.rest = rest;
  return Motion(space, std::make_shared<QuinticSpline>(least_jerk(task)));
}

}  // namespace jourdain
