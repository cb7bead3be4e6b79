// Motions as functions of time, and the coordinates in which they are described.
#pragma once

#include "jourdain/motion/state_file.hpp"

#include <memory>
#include <string>
#include <vector>

namespace jourdain {

// The coordinates in which a motion is described: of the platform, or of the motors.

enum class Space { platform, motors };
std::string_view to_string(Space space);

// Position, velocity and acceleration of all motors, in the order of Robot::motor_joints().
struct MotorState {
  VectorX position, velocity, acceleration;

  MotorState() = default;
  explicit MotorState(int motors)
      : position(VectorX::Zero(motors)), velocity(VectorX::Zero(motors)), acceleration(VectorX::Zero(motors)) {}
};

// A vector of coordinates and its first two derivatives, in memory of the caller.
struct Jet {
  Eigen::Ref<VectorX> q, dq, ddq;
};

// Platform: six coordinates, x y z of the output frame (or of the tool frame) and three of its orientation. These are
// the rotation vector r with R = exp(r) R_home, in base axes, or, for robots that have only one or two of rx ry rz
// among their moves, Cardan angles. Motors: one coordinate per motor. Immutable and cheap to copy.
class MotionSpace {
 public:
  // Throws Error(usage) if the robot has no output, or if the tool's motion does not follow from the moves alone.
  static MotionSpace platform(const Robot& robot, MotionFrame frame = MotionFrame::output);
  static MotionSpace motors(const Robot& robot);

  // The same coordinates, home included, for another robot with the same moves and motors, such as the same model with
  // other masses. Throws Error(usage) if they differ.
  MotionSpace on(const Robot& robot) const;

  Space kind() const { return kind_; }
  MotionFrame frame() const { return frame_; }
  const Robot& robot() const { return robot_; }
  int size() const { return static_cast<int>(names_.size()); }

  // x y z rx ry rz, or the columns of the motors in tables.
  const std::vector<std::string>& names() const { return names_; }
  // True if the coordinate is a length, false if it is an angle.
  bool is_length(int coordinate) const { return lengths_[coordinate]; }
  // False: the coordinate is not in `moves`; it stays at home.
  bool is_free(int coordinate) const { return free_[coordinate]; }
  // True if coordinates 3 to 5 are a rotation vector.
  bool has_rotation_vector() const { return rotation_vector_; }

  // Coordinates of the home configuration.
  const VectorX& home() const { return home_; }

  // Pose of the frame that is described: output or tool.
  Placement pose(const VectorX& coordinates) const;
  // Coordinates of such a pose; of the orientations that are the same, the one nearest to those of `near`.
  VectorX coordinates(const Placement& pose, const VectorX& near) const;
  // The same with rates and accelerations, as columns q, dq, ddq.
  Eigen::Matrix<double, 6, 3> coordinates(const PlatformState& motion, const VectorX& near) const;

  // Motion of the output frame with these six coordinates. A control loop may call this.
  void to_motion(const Vector6& q, const Vector6& dq, const Vector6& ddq, PlatformState& motion) const noexcept;

  friend bool operator==(const MotionSpace& left, const MotionSpace& right);

 private:
  MotionSpace(const Robot& robot, Space kind, MotionFrame frame) : robot_(robot), kind_(kind), frame_(frame) {}
  void check_tool() const;

  Robot robot_;
  Space kind_;
  MotionFrame frame_;
  std::vector<std::string> names_;
  std::vector<bool> lengths_, free_;
  bool rotation_vector_ = false;
  VectorX home_;
  Matrix3 home_rotation_ = Matrix3::Identity();
};

// A motion as a function of time, with exact rates and accelerations.

// A function of time with values in the coordinates of a space. Immutable, shared by motions.
class Curve {
 public:
  virtual ~Curve() = default;
  virtual double duration() const noexcept = 0;
  // Values and exact derivatives at a time from 0 to duration(), both included. No allocation.
  virtual void at(double t, Jet jet) const noexcept = 0;
  // Times at which the acceleration may jump or bend, in rising order, from 0 to duration().
  virtual std::vector<double> knots() const { return {0, duration()}; }
  // Times between which it has about a quarter of a wave at most, knots included; where it has more of them than
  // most_pieces, they are fewer than that needs.
  static constexpr std::size_t most_pieces = 100000;
  virtual std::vector<double> pieces() const { return knots(); }
};

// A motion of a robot's platform or of its motors from time 0 to duration(). A value that is cheap to copy; threads may
// share it.
class Motion {
 public:
  // Throws Error(usage) if the curve is not finite in its knots or its duration is not positive.
  Motion(MotionSpace space, std::shared_ptr<const Curve> curve, bool periodic = false);

  // The same motion for another robot with the same moves and motors, such as a model with other masses. Throws
  // Error(usage) if they differ.
  Motion on(const Robot& robot) const { return Motion(coordinates().on(robot), shared_curve(), periodic()); }

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
  // them too, see Follower. Status: inconsistent if the motion is one of motors, not_finite. A control loop may
  // call this and the next.
  Status at(double t, PlatformState& motion) const noexcept;

  // Motion of all motors in motor space, into vectors of their number. Status: inconsistent if the motion is one of
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
