// Closed loops: what the laws are for.
#include "support/random_states.hpp"

#include "jourdain/motion/motions.hpp"
#include "jourdain/simulation/closed_loop.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <ctime>

namespace jourdain::closed_loop_test {
namespace {

// A circle in a plane inclined by 30 degrees about x, at constant speed after a smooth start.
class Circle final : public Curve {
 public:
  Circle(const VectorX& centre, double radius, double speed, double duration)
      : centre_(centre), radius_(radius), speed_(speed), duration_(duration) {}
  double duration() const noexcept override { return duration_; }
  void at(double t, Jet jet) const noexcept override {
    // The angle rises with a sine on ramp during the first fifth and falls in the last.
    const double ramp = 0.2 * duration_, w = speed_ / radius_;
    double a, da, dda;
    const auto rise = [&](double x) {
      const double s = x / ramp;
      a = w * ramp * (0.5 * s * s + (std::cos(2 * M_PI * s) - 1) / (4 * M_PI * M_PI));
      da = w * (s - std::sin(2 * M_PI * s) / (2 * M_PI));
      dda = w / ramp * (1 - std::cos(2 * M_PI * s));
    };
    if (t < ramp) {
      rise(t);
    } else if (t <= duration_ - ramp) {
      a = w * (0.5 * ramp + t - ramp), da = w, dda = 0;
    } else {
      rise(duration_ - t);
      a = w * (duration_ - ramp) - a;
      dda = -dda;
    }
    const Vector3 u(1, 0, 0), v(0, std::cos(M_PI / 6), std::sin(M_PI / 6));
    const double c = std::cos(a), s = std::sin(a);
    jet.q = centre_;
    jet.dq.setZero();
    jet.ddq.setZero();
    jet.q.head<3>() += radius_ * ((c - 1) * u + s * v);
    jet.dq.head<3>() = radius_ * da * (-s * u + c * v);
    jet.ddq.head<3>() = radius_ * (dda * (-s * u + c * v) - da * da * (c * u + s * v));
  }

 private:
  VectorX centre_;
  double radius_, speed_, duration_;
};

Trajectory circle(const Robot& robot, double radius, double speed, double duration) {
  const MotionSpace space = MotionSpace::platform(robot);
  return Trajectory(space, std::make_shared<Circle>(space.home(), radius, speed, duration));
}

TEST(ClosedLoop, Laws) {
  for (const std::string name : {"palida", "hexapod", "delta"}) {
    const Robot& robot = catalogue_robot(name);
    const Trajectory motion = circle(robot, 0.08, 1.0, 1.5);
    for (const Law law : all_laws()) {
      LoopOptions options;
      options.plant.integrator = Integrator::bogacki_shampine;
      options.plant.tolerance = 1e-7;
      LawOptions laws;
      laws.timing = options.timing;
      Workspace ws(robot);
      auto controller = make_controller(law, robot, ws, laws);
      const std::clock_t begin = std::clock();
      const LoopReport report = run_closed_loop(robot, *controller, motion, options);
      const double wall = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
      std::printf(
          "%-8s %-24s lost %d at %.3f: %s; position %.2e rms %.2e, x%.0f, %ld evaluations %ld steps %ld rejected %ld "
          "stops %ld releases\n",
          name.c_str(), std::string(to_string(law)).c_str(), report.lost, report.lost_at, report.reason.c_str(),
          report.position_error.value, report.position_rms, 1.5 / wall, report.plant.evaluations, report.plant.steps,
          report.plant.rejected, report.plant.stops, report.plant.releases);
    }
  }
}

}  // namespace
}  // namespace jourdain::closed_loop_test
