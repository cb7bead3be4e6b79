#include "jourdain/motion/motions.hpp"
#include "motion/parametric_path.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

class CirclePath : public Path {
 public:
  explicit CirclePath(const Circle& circle)
      : circle_(circle), length_(circle.radius * std::abs(circle.angle)), sense_(circle.angle < 0 ? -1 : 1) {
    drift_ = circle.drift.size() > 0 ? VectorX(circle.drift / length_) : VectorX::Zero(circle.centre.size());
  }
  double length() const noexcept override { return length_; }
  std::vector<double> pieces() const override { return even_pieces(length_, std::abs(circle_.angle) / M_PI_2); }
  void at(double s, Jet jet) const noexcept override {
    const double r = circle_.radius, u = sense_ * s / r;
    const double c = std::cos(u), d = std::sin(u);
    jet.q = circle_.centre + r * c * circle_.first + r * d * circle_.second + s * drift_;
    jet.dq = sense_ * (c * circle_.second - d * circle_.first) + drift_;
    jet.ddq = -(c * circle_.first + d * circle_.second) / r;
  }

 private:
  Circle circle_;
  double length_, sense_;
  VectorX drift_;
};

// Half an ellipse over the angle u from 0 to pi, and coordinates that go evenly with its length: these are added
// outside, see EvenDrift.
class HalfEllipse : public ParametricCurve {
 public:
  HalfEllipse(VectorX middle, VectorX half, VectorX up)
      : middle_(std::move(middle)), half_(std::move(half)), up_(std::move(up)) {}
  const std::vector<double>& pieces() const noexcept override { return pieces_; }
  void at(double u, Jet jet) const noexcept override {
    const double c = std::cos(u), s = std::sin(u);
    jet.q = middle_ - c * half_ + s * up_;
    jet.dq = s * half_ + c * up_;
    jet.ddq = c * half_ - s * up_;
  }

 private:
  VectorX middle_, half_, up_;
  std::vector<double> pieces_{0, M_PI / 4, M_PI / 2, 3 * M_PI / 4, M_PI};
};

class EvenDrift : public Path {
 public:
  EvenDrift(std::unique_ptr<const Path> path, const VectorX& drift)
      : path_(std::move(path)), drift_(drift / path_->length()) {}
  double length() const noexcept override { return path_->length(); }
  std::vector<double> knots() const override { return path_->knots(); }
  void at(double s, Jet jet) const noexcept override {
    path_->at(s, jet);
    jet.q += s * drift_;
    jet.dq += drift_;
  }

 private:
  std::unique_ptr<const Path> path_;
  VectorX drift_;
};

void require_platform(const MotionSpace& space, const char* what) {
  if (space.kind() == Space::platform) return;
  throw Error(ErrorKind::usage, fmt::format("{} is a motion of the platform, not of motors", what));
}

// Only coordinates of the frame's position, or only those of its turn.
VectorX positions_of(const VectorX& q) {
  VectorX result = q;
  result.tail<3>().setZero();
  return result;
}

}  // namespace

Motion circle(const MotionSpace& space, const Circle& circle, const Timing& timing) {
  check_coordinates(space, circle.centre, "circle: centre");
  check_coordinates(space, space.home() + circle.first, "circle: first direction");
  check_coordinates(space, space.home() + circle.second, "circle: second direction");
  if (!(std::isfinite(circle.radius) && circle.radius > 0)) {
    throw Error(ErrorKind::usage, "the radius of a circle must be positive");
  }
  if (!(std::isfinite(circle.angle) && std::abs(circle.angle) > 0)) {
    throw Error(ErrorKind::usage, "a circle needs an angle that is not 0");
  }
  const double error = std::abs(circle.first.norm() - 1) + std::abs(circle.second.norm() - 1) +
                       std::abs(circle.first.dot(circle.second));
  if (!(error < 1e-9)) throw Error(ErrorKind::usage, "the directions of a circle must be orthonormal");
  if (circle.drift.size() > 0) check_coordinates(space, space.home() + circle.drift, "circle: drift");
  return timed(space, std::make_unique<CirclePath>(circle), timing);
}

Motion arc(const MotionSpace& space, const VectorX& from, const VectorX& via, const VectorX& to, const Timing& timing) {
  require_platform(space, "an arc");
  check_coordinates(space, from, "arc: from");
  check_coordinates(space, via, "arc: via");
  check_coordinates(space, to, "arc: to");
  // Centre of the circle through three points, seen from the first.
  const Vector3 a = via.head<3>() - from.head<3>(), b = to.head<3>() - from.head<3>();
  const Vector3 normal = a.cross(b);
  const double square = normal.squaredNorm();
  if (!(square > 1e-12 * a.squaredNorm() * b.squaredNorm() && (a - b).squaredNorm() > 0)) {
    throw Error(ErrorKind::usage, "the three points of an arc must not be on one line");
  }
  const Vector3 centre = (a.squaredNorm() * b - b.squaredNorm() * a).cross(normal) / (2 * square);
  Circle circle;
  circle.radius = centre.norm();
  circle.centre = from;
  circle.centre.head<3>() += centre;
  circle.first = circle.second = circle.drift = VectorX::Zero(6);
  circle.first.head<3>() = -centre / circle.radius;
  circle.second.head<3>() = normal.cross(-centre).normalized();
  circle.drift.tail<3>() = to.tail<3>() - from.tail<3>();
  const Vector3 end = b - centre;
  circle.angle = std::atan2(end.dot(circle.second.head<3>()), end.dot(circle.first.head<3>()));
  if (circle.angle <= 0) circle.angle += 2 * M_PI;
  return jourdain::circle(space, circle, timing);
}

Motion semi_ellipse(const MotionSpace& space, const VectorX& from, const VectorX& to, const Vector3& up, double height,
                    const Timing& timing) {
  require_platform(space, "a pick-and-place motion");
  check_coordinates(space, from, "pick: from");
  check_coordinates(space, to, "pick: to");
  const VectorX way = positions_of(to - from);
  if (!(way.norm() > 0)) throw Error(ErrorKind::usage, "pick and place need two different places");
  if (!(std::isfinite(height) && height > 0)) throw Error(ErrorKind::usage, "the height must be positive");
  if (!(std::abs(up.norm() - 1) < 1e-9 && std::abs(up.dot(way.head<3>())) <= 1e-9 * way.norm())) {
    throw Error(ErrorKind::usage, "the direction 'up' must be a unit vector at right angles to the way");
  }
  VectorX rise = VectorX::Zero(6);
  rise.head<3>() = height * up;
  check_coordinates(space, space.home() + rise, "pick: up");
  VectorX weights = VectorX::Ones(6);
  weights.tail<3>().setZero();
  auto ellipse = std::make_unique<HalfEllipse>(from + way / 2, way / 2, rise);
  auto path = std::make_unique<EvenDrift>(over_length(std::move(ellipse), weights), to - from - way);
  return timed(space, std::move(path), timing);
}

}  // namespace jourdain
