// A motion as a function of time, with exact rates and accelerations.
#pragma once

#include "jourdain/motion/motion_space.hpp"

#include <memory>

namespace jourdain {

// A function of time with values in the coordinates of a space. Immutable, shared by trajectories.
class Curve {
 public:
  virtual ~Curve() = default;
  virtual double duration() const noexcept = 0;
  // Values and exact derivatives at a time from 0 to duration(), both included. No allocation.
  virtual void at(double t, Jet jet) const noexcept = 0;
  // Times at which the acceleration may jump or bend, in rising order, from 0 to duration().
  virtual std::vector<double> knots() const { return {0, duration()}; }
};

// A motion of a robot's platform or of its motors from time 0 to duration(). A value that is cheap to copy; threads may
// share it.
class Trajectory {
 public:
  // Throws Error(usage) if the curve is not finite in its knots or its duration is not positive.
  Trajectory(MotionSpace space, std::shared_ptr<const Curve> curve, bool periodic = false);

  double duration() const { return data_->duration; }  // s
  Space space() const { return data_->space.kind(); }
  const MotionSpace& coordinates() const { return data_->space; }
  const Robot& robot() const { return data_->space.robot(); }
  const Curve& curve() const { return *data_->curve; }
  std::shared_ptr<const Curve> shared_curve() const { return data_->curve; }
  // True if it begins again when it ends, and has always done so.
  bool periodic() const { return data_->periodic; }

  // Motion of the output frame in platform space, base axes. It rests at its ends before 0 and after duration(), unless
  // it is periodic. Coordinates that are not in the robot's moves are those of home, at rest; where the mechanism moves
  // them too, see Follower. Status: inconsistent if the trajectory is one of motors, not_finite. A control loop may
  // call this and the next.
  Status at(double t, Motion& motion) const noexcept;

  // Motion of all motors in motor space, into vectors of their number. Status: inconsistent if the trajectory is one of
  // the platform or the sizes are others, not_finite.
  Status at(double t, MotorState& motion) const noexcept;

  // Coordinates of either space (see MotionSpace), into vectors of their number.
  Status at(double t, Jet jet) const noexcept;

 private:
  struct Data {
    MotionSpace space;
    std::shared_ptr<const Curve> curve;
    double duration;
    bool periodic;
  };
  std::shared_ptr<const Data> data_;
};

}  // namespace jourdain
