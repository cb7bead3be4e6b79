// What a motion asks of a robot along its whole way, and whether the robot can do it.
#pragma once

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/motion/motion.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace jourdain {

enum class MotionProblem {
  unreachable,       // no configuration reaches the pose, or the status of the kinematics that refused
  singular,          // a singularity is met or crossed
  near_singularity,  // a singularity is nearer than MotionCheckOptions::near: a warning
  branch,            // the legs change their working mode
  limit,             // a joint's limit, stroke or cone
  speed,             // a motor is faster than its max_speed
  force,             // a motor is weaker than needed: max_force or its force-speed line
  jump,              // the motion begins or ends at speed: a warning
  force_jump,        // the acceleration jumps, and with it the motors' forces: a warning
  coarse,            // so far or so many waves from one sample to the next that something may be missed: a warning
  implausible,       // faster than robots are: of another unit than meant? A warning
};
std::string_view to_string(MotionProblem problem);

// One thing that is wrong, at the time when it is worst.
struct MotionEvent {
  MotionProblem kind = MotionProblem::unreachable;
  double time = 0;        // s
  double first_time = 0;  // when it begins
  Placement pose;         // of the output frame there, or the last one that was reached
  std::string message;    // what and by how much
  bool is_warning() const {
    return kind == MotionProblem::near_singularity || kind == MotionProblem::jump ||
           kind == MotionProblem::force_jump || kind == MotionProblem::coarse || kind == MotionProblem::implausible;
  }
};

struct TimedValue {
  double value = 0;
  double time = 0;
};

// Range and largest rates of one motor; positive values.
struct MotorUse {
  double lowest = 0, highest = 0;
  TimedValue speed, acceleration, force;
};

struct MotionReport {
  double duration = 0;
  int samples = 0;
  double rate = 0;                                                      // samples per second where it is fastest
  double length = 0;                                                    // of the way of the output frame's origin
  double turn = 0;                                                      // integral over the angular speed, rad
  TimedValue speed, acceleration, angular_speed, angular_acceleration;  // of the output, largest
  TimedValue path_acceleration;                                         // change of its speed, largest
  std::vector<MotorUse> motors;
  int fastest_joint = -1;  // of the joints that turn about one or two axes, passive ones too; -1: none
  TimedValue joint_speed;  // of it, rad/s
  LimitState nearest_limit;
  double nearest_limit_time = 0;
  TimedValue type1{1, 0}, type2{1, 0}, constraint{1, 0};  // smallest distances to singularities
  double closure_error = 0;                               // largest, over size
  std::vector<MotionEvent> events;                        // by time; one per joint or motor and kind

  bool ok() const;  // nothing but warnings
  double nearest_singularity() const { return std::min(type1.value, std::min(type2.value, constraint.value)); }
};

struct MotionCheckOptions {
  double rate = 0;     // samples per second; 0: by the motion's own course, with its peaks: see course_times
  double near = 0.02;  // distance to a singularity that is worth a warning
  bool forces = false;
  DynamicsOptions dynamics;
};

// Follows the motion in small steps; between them singularities and branches are looked for as in PathWatch. Allocates.
// Throws Error(usage) if the rate makes more than five million samples.
MotionReport check_motion(const Motion& motion, const MotionCheckOptions& options = {});

// "t = 0.35 s at x 12 mm, z -300 mm: leg2.motor ...", for messages.
std::string describe(const Robot& robot, const MotionEvent& event);

}  // namespace jourdain
