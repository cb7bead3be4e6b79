#include "jourdain/motion/motions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double position_jump = 1e-7;  // of the robot's size, or radians
constexpr double velocity_jump = 1e-6;  // of the largest speed of the two parts at their knots, or of size/s

class Sequence : public Curve {
 public:
  explicit Sequence(std::span<const Motion> parts) : parts_(parts.begin(), parts.end()) {
    starts_.push_back(0);
    for (const Motion& part : parts_) starts_.push_back(starts_.back() + part.duration());
  }

  double duration() const noexcept override { return starts_.back(); }

  void at(double t, Jet jet) const noexcept override {
    const auto above = std::upper_bound(starts_.begin() + 1, starts_.end() - 1, t);
    const auto k = static_cast<std::size_t>(above - starts_.begin()) - 1;
    parts_[k].curve().at(std::clamp(t - starts_[k], 0.0, parts_[k].duration()), jet);
  }

  std::vector<double> knots() const override {
    return joined([](const Curve& curve) { return curve.knots(); });
  }
  std::vector<double> pieces() const override {
    return joined([](const Curve& curve) { return curve.pieces(); });
  }

 private:
  template <typename Of>
  std::vector<double> joined(const Of& of) const {
    std::vector<double> all;
    for (std::size_t k = 0; k < parts_.size(); ++k) {
      for (double t : of(parts_[k].curve())) {
        const double time = std::min(starts_[k] + t, starts_.back());
        if (all.empty() || time > all.back()) all.push_back(time);
      }
    }
    return all;
  }

  std::vector<Motion> parts_;
  std::vector<double> starts_;
};

// The same curve several times.
class Repetition : public Curve {
 public:
  Repetition(std::shared_ptr<const Curve> curve, int times) : curve_(std::move(curve)), times_(times) {}
  double duration() const noexcept override { return times_ * curve_->duration(); }
  void at(double t, Jet jet) const noexcept override {
    const double T = curve_->duration();
    const double turn = std::clamp(std::floor(t / T), 0.0, times_ - 1.0);
    curve_->at(std::clamp(t - turn * T, 0.0, T), jet);
  }
  std::vector<double> knots() const override { return every_time(curve_->knots()); }
  std::vector<double> pieces() const override { return every_time(curve_->pieces()); }

 private:
  std::vector<double> every_time(const std::vector<double>& once) const {
    std::vector<double> all;
    for (int k = 0; k < times_; ++k) {
      for (double t : once) {
        const double time = std::min(k * curve_->duration() + t, duration());
        if (all.empty() || time > all.back()) all.push_back(time);
      }
    }
    return all;
  }

  std::shared_ptr<const Curve> curve_;
  int times_;
};

// Position and velocity of a motion's ends: of the coordinates, or of the output frame.
struct EndState {
  VectorX position, velocity;
  Matrix3 R = Matrix3::Identity();
};

EndState end_state(const Motion& motion, double t) {
  const int n = motion.coordinates().size();
  MatrixX jet(n, 3);
  motion.curve().at(t, Jet{jet.col(0), jet.col(1), jet.col(2)});
  EndState state{jet.col(0), jet.col(1)};
  if (motion.space() == Space::motors) return state;
  PlatformState m;
  motion.coordinates().to_motion(jet.col(0), jet.col(1), jet.col(2), m);
  state.position = m.pose.p;
  state.R = m.pose.R;
  state.velocity.resize(6);
  state.velocity << m.twist.v, m.twist.w;
  return state;
}

// Units of positions and velocities: the robot's size for lengths.
double unit_of(const Motion& motion, Eigen::Index i) {
  return motion.coordinates().is_length(static_cast<int>(i)) ? motion.robot().size() : 1.0;
}

double largest_speed(const Motion& motion) {
  double largest = 0;
  const int n = motion.coordinates().size();
  MatrixX jet(n, 3);
  for (int k = 0; k <= 16; ++k) {
    motion.curve().at(motion.duration() * k / 16, Jet{jet.col(0), jet.col(1), jet.col(2)});
    for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(jet(i, 1)) / unit_of(motion, i));
  }
  return largest;
}

// Throws if `next` does not go on where `last` ends, at time t of the whole.
void check_continuity(const Motion& last, const Motion& next, double t) {
  const EndState a = end_state(last, last.duration()), b = end_state(next, 0);
  double position = (a.R - b.R).norm() / std::sqrt(2.0), velocity = 0;
  for (Eigen::Index i = 0; i < a.position.size(); ++i) {
    position = std::max(position, std::abs(a.position[i] - b.position[i]) / unit_of(last, i));
  }
  for (Eigen::Index i = 0; i < a.velocity.size(); ++i) {
    velocity = std::max(velocity, std::abs(a.velocity[i] - b.velocity[i]) / unit_of(last, i));
  }
  if (!(position <= position_jump)) {
    throw Error(ErrorKind::usage, fmt::format("the motion jumps at t = {:.6g} s, by {:.3g} of the robot's size (or "
                                              "radians): the next part must begin where the last one ends",
                                              t, position));
  }
  const double speed = std::max({largest_speed(last), largest_speed(next), 1e-3});
  if (!(velocity <= velocity_jump * speed)) {
    throw Error(ErrorKind::usage, fmt::format("the velocity jumps at t = {:.6g} s, by {:.3g} of the robot's size per "
                                              "second (or rad/s): let both parts rest there",
                                              t, velocity));
  }
}

}  // namespace

Motion sequence(std::span<const Motion> parts) {
  if (parts.empty()) throw Error(ErrorKind::usage, "a sequence needs at least one part");
  double t = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (!(parts[k].coordinates() == parts.front().coordinates())) {
      throw Error(ErrorKind::usage, "all parts of a sequence must describe the same robot in the same space and frame");
    }
    if (k > 0) check_continuity(parts[k - 1], parts[k], t);
    t += parts[k].duration();
  }
  return Motion(parts.front().coordinates(), std::make_shared<Sequence>(parts));
}

Motion repeated(const Motion& motion, int times) {
  if (!(times >= 1 && times <= 1'000'000)) {
    throw Error(ErrorKind::usage, fmt::format("a motion can be repeated 1 to 1000000 times, not {} times", times));
  }
  if (times == 1) return motion;
  check_continuity(motion, motion, motion.duration());
  return Motion(motion.coordinates(), std::make_shared<Repetition>(motion.shared_curve(), times));
}

Motion periodic(const Motion& motion) {
  check_continuity(motion, motion, motion.duration());
  return Motion(motion.coordinates(), motion.shared_curve(), true);
}

}  // namespace jourdain
