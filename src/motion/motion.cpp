#include "jourdain/motion/motion.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {

Motion::Motion(MotionSpace space, std::shared_ptr<const Curve> curve, bool periodic) {
  const double duration = curve->duration();
  if (!(std::isfinite(duration) && duration > 0)) {
    throw Error(ErrorKind::usage, fmt::format("a motion needs a positive duration, found {} s", duration));
  }
  data_ = std::make_shared<const Data>(Data{std::move(space), std::move(curve), duration, periodic});
  const int n = coordinates().size();
  MatrixX values(n, 3);
  for (double t : this->curve().knots()) {
    if (at(t, Jet{values.col(0), values.col(1), values.col(2)}) != Status::ok) {
      throw Error(ErrorKind::usage, fmt::format("the motion is not finite at t = {:.6g} s", t));
    }
  }
}

Status Motion::at(double t, Jet jet) const noexcept {
  const Eigen::Index n = coordinates().size();
  if (jet.q.size() != n || jet.dq.size() != n || jet.ddq.size() != n) return Status::inconsistent;
  if (!std::isfinite(t)) return Status::not_finite;
  const double T = duration();
  double inside = t;
  if (periodic()) {
    inside = t - T * std::floor(t / T);
    inside = std::min(std::max(inside, 0.0), T);
  } else {
    inside = std::min(std::max(t, 0.0), T);
  }
  curve().at(inside, jet);
  if (inside != t && !periodic()) {
    jet.dq.setZero();
    jet.ddq.setZero();
  }
  return jet.q.allFinite() && jet.dq.allFinite() && jet.ddq.allFinite() ? Status::ok : Status::not_finite;
}

Status Motion::at(double t, PlatformState& motion) const noexcept {
  if (space() != Space::platform) return Status::inconsistent;
  Vector6 q, dq, ddq;
  const Status status = at(t, Jet{q, dq, ddq});
  if (status == Status::ok) coordinates().to_motion(q, dq, ddq, motion);
  return status;
}

Status Motion::at(double t, MotorState& motion) const noexcept {
  if (space() != Space::motors) return Status::inconsistent;
  return at(t, Jet{motion.position, motion.velocity, motion.acceleration});
}

}  // namespace jourdain
