// What each kind of motion promises: lengths, speeds, places, continuity.
#include "motion/sample_motions.hpp"
#include "support/catalogue_robots.hpp"

#include <gtest/gtest.h>

#include <random>

namespace jourdain::kinds_test {
namespace {

const MotionSpace& delta_space() {
  static const MotionSpace space = MotionSpace::platform(catalogue_robot("delta"));
  return space;
}
const MotionSpace& hexapod_space() {
  static const MotionSpace space = MotionSpace::platform(catalogue_robot("hexapod"));
  return space;
}

PlatformState at(const Motion& motion, double t) {
  PlatformState m;
  EXPECT_EQ(motion.at(t, m), Status::ok);
  return m;
}

VectorX unit(int n, int i) {
  VectorX v = VectorX::Zero(n);
  v[i] = 1;
  return v;
}

// Way of the output: chords of many points.
double length_of(const Motion& motion) {
  double sum = 0;
  const int n = 10000;
  for (int k = 0; k < n; ++k) {
    sum += (at(motion, motion.duration() * (k + 1) / n).pose.p - at(motion, motion.duration() * k / n).pose.p).norm();
  }
  return sum;
}

// [Abdellatif05] V: inclined by 30 degrees, 1 m/s.
TEST(Circle, InclinedCircleHasItsLengthSpeedAndPlane) {
  Circle round;
  round.centre = delta_space().home();
  round.first = unit(6, 0);
  round.second = std::cos(M_PI / 6) * unit(6, 1) + std::sin(M_PI / 6) * unit(6, 2);
  round.radius = 0.1;
  round.angle = 2 * M_PI;
  Timing timing;
  timing.speed = 1;
  const Motion motion = circle(delta_space(), round, timing);
  EXPECT_NEAR(length_of(motion), 0.2 * M_PI, 1e-7);
  const Vector3 normal(0, -std::sin(M_PI / 6), std::cos(M_PI / 6));
  int at_speed = 0;
  for (int k = 0; k <= 100; ++k) {
    const double t = motion.duration() * k / 100;
    const PlatformState m = at(motion, t);
    EXPECT_NEAR((m.pose.p - round.centre.head<3>()).norm(), 0.1, 1e-14);
    EXPECT_NEAR((m.pose.p - round.centre.head<3>()).dot(normal), 0, 1e-14);
    at_speed += std::abs(m.twist.v.norm() - 1) < 1e-12;
    EXPECT_LE(m.twist.v.norm(), 1 + 1e-12);
  }
  EXPECT_GT(at_speed, 55);
  EXPECT_EQ(at(motion, 0).twist.v.norm(), 0);
  EXPECT_LT(at(motion, motion.duration()).twist.v.norm(), 1e-12);
}

TEST(Arc, PassesThroughItsThreePoints) {
  const VectorX a = place_near_home(hexapod_space(), 0.1, 1), b = place_near_home(hexapod_space(), 0.1, 2.2);
  const VectorX c = place_near_home(hexapod_space(), 0.1, 3.7);
  const Motion motion = arc(hexapod_space(), a, b, c);
  EXPECT_LT((at(motion, 0).pose.p - a.head<3>()).norm(), 1e-14);
  EXPECT_LT((at(motion, 2).pose.p - c.head<3>()).norm(), 1e-13);
  EXPECT_LT((at(motion, 2).pose.R - hexapod_space().pose(c).R).norm(), 1e-13);
  double nearest = 1;
  for (int k = 0; k <= 20000; ++k) {
    nearest = std::min(nearest, (at(motion, k / 20000.0).pose.p - b.head<3>()).norm());
  }
  EXPECT_LT(nearest, 1e-4);
}

// The length of half an ellipse by the complete elliptic integral, and tangential acceleration by the profile.
TEST(Pick, SemiEllipseHasItsLengthAndGoesEvenlyAlongIt) {
  VectorX from = delta_space().home(), to = from;
  from[0] -= 0.125;
  to[0] += 0.125;
  Timing timing;
  timing.duration = 1.0 / 6;
  const Motion motion = semi_ellipse(delta_space(), from, to, Vector3::UnitZ(), 0.1, timing);
  const double e = std::sqrt(1 - 0.1 * 0.1 / (0.125 * 0.125));
  const double length = 2 * 0.125 * std::comp_ellint_2(e);
  EXPECT_NEAR(length_of(motion), length, 1e-7);
  double largest = 0;
  for (int k = 1; k < 1000; ++k) {
    const PlatformState m = at(motion, k / 6000.0);
    const double x = m.pose.p[0] / 0.125, z = (m.pose.p[2] - from[2]) / 0.1;
    EXPECT_NEAR(x * x + z * z, 1, 1e-12);
    largest = std::max(largest, m.acceleration.a.dot(m.twist.v.normalized()));
  }
  EXPECT_NEAR(largest, 2 * M_PI * length * 36, 0.01);
  // The first and last step are vertical.
  EXPECT_LT(std::abs(at(motion, 1e-4).twist.v[0]), 0.02 * at(motion, 1e-4).twist.v[2]);
}

TEST(Pick, FlatAndHighEllipsesAreExactToo) {
  VectorX from = delta_space().home(), to = from;
  to[0] += 0.1;
  for (double height : {0.001, 0.05, 0.4}) {
    const Motion motion = semi_ellipse(delta_space(), from, to, Vector3::UnitZ(), height);
    for (double t : {0.2, 0.5, 0.77}) {
      EXPECT_NEAR(at(motion, t).twist.v.norm(), TimeLaw(length_of(motion), {}).at(t).speed, 1e-6);
    }
  }
}

TEST(Spline, PassesThroughItsPointsAtAnEvenSpeed) {
  MatrixX points(6, 5);
  for (int k = 0; k < 5; ++k) points.col(k) = place_near_home(hexapod_space(), 0.1, 1.3 * k);
  Timing timing;
  timing.speed = 0.5;
  const Motion motion = spline(hexapod_space(), points, timing);
  const std::vector<double> knots = motion.curve().knots();
  for (int k = 0; k < 5; ++k) {
    double nearest = 1;
    for (double t : knots) nearest = std::min(nearest, (at(motion, t).pose.p - points.col(k).head<3>()).norm());
    EXPECT_LT(nearest, 1e-9);
  }
  EXPECT_NEAR(at(motion, motion.duration() / 2).twist.v.norm(), 0.5, 1e-12);
  EXPECT_NEAR(at(motion, motion.duration() / 3).twist.v.norm(), 0.5, 1e-12);
}

TEST(Lines, BlendsKeepToTheLinesAndRoundTheCorners) {
  MatrixX points(6, 3);
  points << delta_space().home(), delta_space().home(), delta_space().home();
  points(0, 1) += 0.1;
  points(0, 2) += 0.1;
  points(1, 2) += 0.1;
  Timing timing;
  timing.speed = 0.5;
  const Motion motion = blended_lines(delta_space(), points, 0.02, timing);
  double corner = 1;
  for (int k = 0; k <= 1000; ++k) {
    const PlatformState m = at(motion, motion.duration() * k / 1000);
    const Vector3 p = m.pose.p - delta_space().home().head<3>();
    const double off_lines = std::min(std::abs(p[1]), std::abs(p[0] - 0.1));
    if (p[0] < 0.08 || p[1] > 0.02) {
      EXPECT_LT(off_lines, 1e-12);
    }
    corner = std::min(corner, (p - Vector3(0.1, 0, 0)).norm());
    EXPECT_LE(m.twist.v.norm(), 0.5 + 1e-9);
  }
  EXPECT_GT(corner, 0.003);
  EXPECT_LT(corner, 0.02);
  points.col(2) = points.col(0);
  EXPECT_THROW(blended_lines(delta_space(), points, 0.02), Error) << "turns back";
}

// Continuity of position, velocity and acceleration at all knots of kinds that promise it.
TEST(Splines, AreSmoothAtTheirKnots) {
  for (const NamedMotion& named : sample_motions(hexapod_space(), 0.1)) {
    const Motion& m = named.motion;
    const bool jumps = named.name == "line parabolic" || m.periodic();
    const std::vector<double> knots = m.curve().knots();
    for (std::size_t k = 1; k + 1 < knots.size() && !jumps; ++k) {
      const double e = 1e-9 * m.duration();
      const PlatformState before = at(m, knots[k] - e), behind = at(m, knots[k] + e);
      EXPECT_LT((before.pose.p - behind.pose.p).norm(), 1e-6) << named.name;
      EXPECT_LT((before.twist.v - behind.twist.v).norm(), 1e-5) << named.name;
      EXPECT_LT((before.acceleration.a - behind.acceleration.a).norm(), 1e-4) << named.name << " at " << knots[k];
      EXPECT_LT((before.acceleration.dw - behind.acceleration.dw).norm(), 1e-3) << named.name << " at " << knots[k];
    }
  }
}

// Least jerk: third and fourth derivatives are continuous, too.
TEST(Splines, TimedSplineHasLeastJerk) {
  const MotionSpace& space = delta_space();
  MatrixX points(6, 6);
  for (int k = 0; k < 6; ++k) points.col(k) = place_near_home(space, 0.1, 1.3 * k);
  const std::vector<double> times{0, 0.3, 0.35, 0.9, 1.0, 2.2};
  const Motion motion = timed_spline(space, times, points);
  const auto jerk = [&](double t) {
    const double h = 1e-5;
    return Vector3((at(motion, t + h).acceleration.a - at(motion, t - h).acceleration.a) / (2 * h));
  };
  for (std::size_t k = 0; k < times.size(); ++k) {
    const PlatformState m = at(motion, times[k]);
    EXPECT_LT((m.pose.p - points.col(static_cast<Eigen::Index>(k)).head<3>()).norm(), 1e-12);
    if (k == 0 || k + 1 == times.size()) {
      EXPECT_LT(m.twist.v.norm() + m.acceleration.a.norm(), 1e-10);
    } else {
      const double e = 1e-4;
      const double scale = jerk(times[k] + e).norm() + 1;
      EXPECT_LT((jerk(times[k] + e) - jerk(times[k] - e)).norm(), 0.05 * scale) << "third derivative";
    }
  }
}

// Half of the amplitude at the bandwidth, nearly all far below it, without delay.
TEST(Smoothing, PassesWhatItsBandwidthSays) {
  const MotionSpace& space = delta_space();
  for (double ratio : {0.25, 0.5, 1.0, 2.0}) {
    const double bandwidth = 10, f = ratio * bandwidth;
    std::vector<double> times;
    MatrixX samples(6, 2001);
    for (int k = 0; k <= 2000; ++k) {
      times.push_back(k * 1e-3);
      samples.col(k) = space.home();
      samples(0, k) += 0.01 * std::cos(2 * M_PI * f * (times.back() - 1));
    }
    const Motion motion = smoothing_spline(space, times, samples, bandwidth);
    const double gain = (at(motion, 1).pose.p[0] - space.home()[0]) / 0.01;
    EXPECT_NEAR(gain, 1 / (1 + std::pow(ratio, 6)), 0.01) << ratio;
  }
}

TEST(Smoothing, RecoversAccelerationsFromNoisyPositions) {
  const MotionSpace& space = delta_space();
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise(0, 2e-6);
  std::vector<double> times;
  MatrixX samples(6, 2001);
  const double w = 2 * M_PI * 2;
  for (int k = 0; k <= 2000; ++k) {
    times.push_back(k * 1e-3);
    samples.col(k) = space.home();
    samples(0, k) += 0.05 * std::sin(w * times.back()) + noise(random);
  }
  const Motion motion = smoothing_spline(space, times, samples, 15);
  for (double t : {0.5, 0.83, 1.4}) {
    EXPECT_NEAR(at(motion, t).acceleration.a[0], -0.05 * w * w * std::sin(w * t), 0.01 * 0.05 * w * w);
  }
  const Motion rests = smoothing_spline(space, times, samples, 15, true);
  EXPECT_EQ(at(rests, 0).twist.v.norm() + at(rests, 0).acceleration.a.norm(), 0);
}

TEST(Fourier, IsItsSum) {
  const MotionSpace space = MotionSpace::motors(catalogue_robot("delta"));
  FourierSeries series;
  series.frequency = 0.5;
  series.centre = space.home();
  series.cosine = MatrixX::Random(3, 4) * 0.1;
  series.sine = MatrixX::Random(3, 4) * 0.1;
  const Motion motion = fourier(space, series, true);
  EXPECT_DOUBLE_EQ(motion.duration(), 2);
  MotorState state(3);
  ASSERT_EQ(motion.at(0.7, state), Status::ok);
  for (int i = 0; i < 3; ++i) {
    double sum = space.home()[i];
    for (int k = 0; k < 4; ++k) {
      const double u = 2 * M_PI * (k + 1) * 0.5 * 0.7;
      sum += series.cosine(i, k) * std::cos(u) + series.sine(i, k) * std::sin(u);
    }
    EXPECT_NEAR(state.position[i], sum, 1e-14);
  }
  series.ramp = 0.4;
  const Motion ramped = fourier(space, series);
  ASSERT_EQ(ramped.at(0, state), Status::ok);
  EXPECT_EQ((state.position - space.home()).norm() + state.velocity.norm() + state.acceleration.norm(), 0);
  EXPECT_THROW(fourier(space, series, true), Error) << "a ramp does not repeat";
}

TEST(Sequence, RefusesJumps) {
  const MotionSpace& space = delta_space();
  const VectorX a = place_near_home(space, 0.1, 1), b = place_near_home(space, 0.1, 2),
                c = place_near_home(space, 0.1, 3);
  const std::vector<Motion> good{line(space, a, b), line(space, b, c), hold(space, c, 1)};
  EXPECT_NEAR(sequence(good).duration(), 3, 1e-12);
  const std::vector<Motion> jumps{line(space, a, b), line(space, c, a)};
  EXPECT_THROW(sequence(jumps), Error);
  FourierSeries series;
  series.centre = a;
  series.cosine = MatrixX::Zero(6, 1);
  series.sine = MatrixX::Zero(6, 1);
  series.sine(0, 0) = 0.01;
  const std::vector<Motion> kicks{line(space, b, a), fourier(space, series)};
  EXPECT_THROW(sequence(kicks), Error) << "velocity";
  const std::vector<Motion> spaces{hold(space, a, 1),
                                   hold(MotionSpace::motors(space.robot()), space.robot().home_motors(), 1)};
  EXPECT_THROW(sequence(spaces), Error);
  EXPECT_THROW(repeated(line(space, a, b), 2), Error);
  EXPECT_THROW(periodic(line(space, a, b)), Error);
  EXPECT_THROW(repeated(hold(space, a, 1), 0), Error);
}

}  // namespace
}  // namespace jourdain::kinds_test
