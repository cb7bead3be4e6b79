// A robot along a motion: its joints one after the other, or a table of its states.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/motion/motion.hpp"

namespace jourdain {

// Brings a robot's joints along a motion.

// A motion and the memory to follow it; one per thread. Usage: Follower follow(motion); follow(t, workspace).
class Follower {
 public:
  // The only allocation.
  explicit Follower(const Motion& motion);

  const Motion& motion() const { return motion_; }

  // Another motion of the same robot; true, or false and nothing changed if it is one of another robot. A control
  // loop may call this.
  bool take(const Motion& motion) noexcept;

  // Brings the workspace to the motion at time t, up to `order` with rates and accelerations of all joints, by inverse
  // or forward kinematics from where it is. Coordinates of the output that are not in `moves` and that the mechanism
  // moves itself are taken into account, so that the moves have the motion's rates. Status as inverse_kinematics
  // and forward_kinematics, inconsistent for the workspace of another robot. A control loop may call this.
  Status operator()(double t, Workspace& workspace, Order order = Order::acceleration) noexcept;

 private:
  Status follow_platform(double t, Workspace& workspace, Order order) noexcept;
  Status follow_angles(double t, Workspace& workspace, Order order) noexcept;

  Motion motion_;
  bool angles_ = false;  // Cardan angles beside others that the mechanism moves itself
  MotorState motors_;
  MatrixX output_, inverse_, turn_;  // Jacobians
};

// States along a motion, as tables of states have them.

// Largest number of states of a table.
inline constexpr double largest_sample_count = 5e6;

// Times 0, 1/rate, ... up to the duration, which is the last one. A rate of 0 is chosen: 200 per second, at least 100
// states, and what the motion's own course needs, within 100000 states. Throws Error(usage) if there are too many.
std::vector<double> sample_times(const Motion& motion, double rate);

// Times at which a motion is looked at so that nothing of its course is missed: at least eight in each of its pieces
// (Curve::pieces), where it moves at least 500 and 500 per second, at most about 200000, and before each jump of the
// acceleration. While it rests there are none.
struct CourseTimes {
  std::vector<double> times;
  double rate = 0;       // per second where the motion is fastest
  bool complete = true;  // false: it has too many waves to look at each
};
CourseTimes course_times(const Motion& motion);

// And those at which a motor's speed, acceleration, force or power, or a rate of the output, is largest, found between
// the others by parabolas; without forces where there are no options for them.
CourseTimes course_times_with_peaks(const Motion& motion, const DynamicsOptions* forces = nullptr);

// States per second that a motion's own course needs; 0 if it only rests.
double course_rate(const Motion& motion);

// What a rate misses of the motion's own course, as a sentence; "" if it is fine enough for peaks.
std::string coarse_rate(const Motion& motion, double rate);

// The states at these times with rates and accelerations: of the output frame as the mechanism moves it, all six
// coordinates, or of the motors where the motion is one of motors and `as_output` is not set. The `lines` count
// from 1. Throws Error(numerical) that names the time and the reason where the robot cannot follow; `name` stands for
// the motion there.
MotionTable sample_motion(const Motion& motion, const std::vector<double>& times, bool as_output = false,
                          const std::string& name = "motion");

}  // namespace jourdain
