#include "motion/timed_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

class TimedPath : public Curve {
 public:
  TimedPath(std::unique_ptr<const Path> path, const TimeLaw& law) : path_(std::move(path)), law_(law) {}

  double duration() const noexcept override { return law_.duration(); }

  void at(double t, Jet jet) const noexcept override {
    const TimeLaw::Point p = law_.at(t);
    path_->at(p.way, jet);
    jet.ddq = jet.ddq * (p.speed * p.speed) + jet.dq * p.acceleration;
    jet.dq *= p.speed;
  }

  std::vector<double> knots() const override { return passed(path_->knots()); }
  std::vector<double> pieces() const override { return passed(path_->pieces()); }

 private:
  // Knots of the law, and the times at which places of the path are passed, by bisection: the way rises all the time.
  std::vector<double> passed(const std::vector<double>& places) const {
    const TimeLaw& l = law_;
    std::vector<double> times = l.knots();
    for (double s : places) {
      double low = 0, high = l.duration();
      for (int i = 0; i < 60; ++i) (l.at((low + high) / 2).way < s ? low : high) = (low + high) / 2;
      times.push_back((low + high) / 2);
    }
    std::sort(times.begin(), times.end());
    const double same = 1e-12 * l.duration();
    times.erase(std::unique(times.begin(), times.end(), [&](double a, double b) { return b - a <= same; }),
                times.end());
    return times;
  }

  std::unique_ptr<const Path> path_;
  TimeLaw law_;
};

class Straight : public Path {
 public:
  Straight(VectorX from, VectorX direction, double length)
      : from_(std::move(from)), direction_(std::move(direction)), length_(length) {}
  double length() const noexcept override { return length_; }
  void at(double s, Jet jet) const noexcept override {
    jet.q = from_ + s * direction_;
    jet.dq = direction_;
    jet.ddq.setZero();
  }

 private:
  VectorX from_, direction_;
  double length_;
};

class Rest : public Curve {
 public:
  Rest(VectorX at, double duration) : at_(std::move(at)), duration_(duration) {}
  double duration() const noexcept override { return duration_; }
  void at(double, Jet jet) const noexcept override {
    jet.q = at_;
    jet.dq.setZero();
    jet.ddq.setZero();
  }

 private:
  VectorX at_;
  double duration_;
};

}  // namespace

std::vector<double> even_pieces(double end, double count, const std::vector<double>& between) {
  const auto n = static_cast<std::size_t>(std::clamp(std::ceil(count), 1.0, static_cast<double>(Curve::most_pieces)));
  std::vector<double> values = between;
  for (std::size_t k = 0; k <= n; ++k) values.push_back(end * static_cast<double>(k) / static_cast<double>(n));
  std::sort(values.begin(), values.end());
  const double same = 1e-12 * end;
  values.erase(std::unique(values.begin(), values.end(), [&](double a, double b) { return b - a <= same; }),
               values.end());
  return values;
}

double path_norm(const MotionSpace& space, const VectorX& difference) {
  if (space.kind() == Space::motors) return difference.norm();
  const double way = difference.head<3>().norm(), turn = difference.tail<3>().norm();
  return way > 1e-12 * space.robot().size() ? way : turn;
}

Motion timed(const MotionSpace& space, std::unique_ptr<const Path> path, const Timing& timing) {
  const TimeLaw law(path->length(), timing);
  return Motion(space, std::make_shared<TimedPath>(std::move(path), law));
}

void check_coordinates(const MotionSpace& space, const VectorX& q, const char* what) {
  if (q.size() != space.size() || !q.allFinite()) {
    throw Error(ErrorKind::usage, fmt::format("{}: expected {} finite coordinates", what, space.size()));
  }
  for (int i = 0; i < space.size(); ++i) {
    const double unit = space.is_length(i) ? space.robot().size() : 1.0;
    if (!space.is_free(i) && !(std::abs(q[i] - space.home()[i]) <= 1e-9 * unit)) {
      throw Error(ErrorKind::usage, fmt::format("{}: {} is not among the moves of '{}'", what, space.names()[i],
                                                space.robot().mechanism().name));
    }
  }
}

Motion hold(const MotionSpace& space, const VectorX& at, double duration) {
  check_coordinates(space, at, "hold");
  return Motion(space, std::make_shared<Rest>(at, duration));
}

Motion line(const MotionSpace& space, const VectorX& from, const VectorX& to, const Timing& timing) {
  check_coordinates(space, from, "line: from");
  check_coordinates(space, to, "line: to");
  const double length = path_norm(space, to - from);
  if (!(length > 0)) throw Error(ErrorKind::usage, "a line needs two different ends");
  return timed(space, std::make_unique<Straight>(from, (to - from) / length, length), timing);
}

}  // namespace jourdain
