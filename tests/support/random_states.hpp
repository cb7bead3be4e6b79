// Random motions of any robot near its home configuration, for tests that hold over the whole catalogue. Every state
// has a seed of its own, so that a failure can be repeated alone.
#pragma once

#include "support/catalogue_robots.hpp"
#include "support/redundant_motors.hpp"

#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace jourdain {

using Random = std::mt19937_64;

// A state counts as away from singularities if SingularityReport::nearest() is above this share of its value at home.
// (The value itself depends on proportions: 0.01 for the small jointed plate of the quattro, 0.6 for the five-bar.)
inline constexpr double clear_share = 0.3;

inline double uniform(Random& random, double limit) {
  return std::uniform_real_distribution<double>(-limit, limit)(random);
}

inline Vector3 uniform3(Random& random, double limit) {
  const double x = uniform(random, limit), y = uniform(random, limit);
  return {x, y, uniform(random, limit)};
}

// A direction without preference.
inline Vector3 direction3(Random& random) {
  for (;;) {
    const Vector3 v = uniform3(random, 1);
    if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
  }
}

// How far random states lie from home and how fast they move; lengths over size, radians, seconds.
struct Spread {
  double reach = 0.08;
  double turn = 0.2;
  double rate = 1;
  double acceleration = 3;
};

// A motion of the output frame. Only the coordinates in `moves` matter.
inline PlatformState random_motion(const Robot& robot, Random& random, const Spread& spread = {}) {
  const double size = robot.size();
  PlatformState m;
  m.pose.p = robot.home_pose().p + uniform3(random, spread.reach * size);
  m.pose.R = rotation_from_cardan(cardan_from_rotation(robot.home_pose().R) + uniform3(random, spread.turn));
  m.twist = {uniform3(random, spread.rate * size), uniform3(random, spread.rate)};
  m.acceleration = {uniform3(random, spread.acceleration * size), uniform3(random, spread.acceleration)};
  return m;
}

// Motion of the actuated joints.
struct MotorValues {
  VectorX q, rates, accelerations;
};

// Length unit of a motor's coordinate: the robot's size for a slide, else 1.
inline double motor_unit(const Robot& robot, int motor) {
  const int joint = robot.motor_joints()[motor];
  return robot.mechanism().joints[joint].type == JointType::prismatic ? robot.size() : 1.0;
}

inline MotorValues random_motor_motion(const Robot& robot, Random& random, const Spread& spread = {}) {
  const int n = static_cast<int>(robot.motor_joints().size());
  MotorValues m{robot.home_motors(), VectorX(n), VectorX(n)};
  for (int i = 0; i < n; ++i) {
    const double unit = motor_unit(robot, i);
    m.q[i] += uniform(random, unit == 1.0 ? spread.turn : spread.reach * unit);
    m.rates[i] = uniform(random, spread.rate * unit);
    m.accelerations[i] = uniform(random, spread.acceleration * unit);
  }
  return m;
}

// What the motors and the output do in the workspace.
inline MotorValues motors_of(const Workspace& workspace) {
  const int n = static_cast<int>(workspace.robot().motor_joints().size());
  MotorValues m{VectorX(n), VectorX(n), VectorX(n)};
  for (int i = 0; i < n; ++i) {
    m.q[i] = workspace.motor_position(i);
    m.rates[i] = workspace.motor_velocity(i);
    m.accelerations[i] = workspace.motor_acceleration(i);
  }
  return m;
}

// Whether a joint with dry friction nearly rests: within its dead band forces depend on the last digits of its rate,
// and single precision has another band. The rate is in rad/s, or in lengths over the robot's size.
inline bool nearly_rests(const Workspace& workspace, double rate) {
  const Mechanism& mechanism = workspace.robot().mechanism();
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    const JointState state = workspace.joint(static_cast<int>(j));
    if (joint.type == JointType::spherical) {
      const Vector3 w(state.rate[0], state.rate[1], state.rate[2]);
      if (joint.axes[0].friction.coulomb > 0 && w.norm() < rate) return true;
      continue;
    }
    for (std::size_t i = 0; i < joint.axes.size(); ++i) {
      const double unit = is_length(joint.type, static_cast<int>(i)) ? workspace.robot().size() : 1.0;
      if (joint.axes[i].friction.coulomb > 0 && std::abs(state.rate[i]) < rate * unit) return true;
    }
  }
  return false;
}

inline PlatformState output_of(const Workspace& workspace) {
  return {workspace.output_pose(), workspace.output_twist(), workspace.output_acceleration()};
}

// Largest rate and acceleration of any body: lengths over size. Products of rates count as accelerations, and a rate
// that happens to be small counts as what the acceleration makes of it.
struct MotionScale {
  double rate = 0;
  double acceleration = 0;
};

inline MotionScale scale_of(const Workspace& workspace) {
  const Robot& robot = workspace.robot();
  MotionScale scale;
  EXPECT_TRUE(workspace.has(Order::acceleration));
  for (int i = 1; i < static_cast<int>(robot.mechanism().bodies.size()); ++i) {
    const Twist t = workspace.body_twist(i);
    const Acceleration a = workspace.body_acceleration(i);
    scale.rate = std::max({scale.rate, t.v.norm() / robot.size(), t.w.norm()});
    scale.acceleration = std::max({scale.acceleration, a.a.norm() / robot.size(), a.dw.norm()});
  }
  scale.acceleration = std::max(scale.acceleration, scale.rate * scale.rate);
  scale.rate = std::sqrt(scale.acceleration);
  return scale;
}

// Takes the workspace from home to a random state, by the output where there is one, else by the motors.
inline Status try_random_state(Workspace& workspace, Random& random, const Spread& spread = {}) {
  const Robot& robot = workspace.robot();
  workspace.reset();
  if (robot.mechanism().output) return inverse_kinematics(robot, random_motion(robot, random, spread), workspace);
  const MotorValues m = random_motor_motion(robot, random, spread);
  return forward_kinematics(robot, m.q, m.rates, m.accelerations, workspace);
}

// Of the last robot asked for, whose copy keeps its data in place.
inline double home_clearance(const Robot& robot) {
  static std::optional<Robot> last;
  static double clearance = 0;
  if (!last || &last->mechanism() != &robot.mechanism()) {
    clearance = singularity_distance(robot, Workspace(robot)).nearest();
    last = robot;
  }
  return clearance;
}

inline bool is_clear(const Workspace& workspace, double share = clear_share) {
  const double nearest = singularity_distance(workspace.robot(), workspace).nearest();
  return nearest > share * home_clearance(workspace.robot());
}

// The same, again until a state away from singularities is reached.
inline ::testing::AssertionResult go_to_random_state(Workspace& workspace, Random& random, const Spread& spread = {}) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    if (try_random_state(workspace, random, spread) == Status::ok && is_clear(workspace)) {
      return ::testing::AssertionSuccess();
    }
  }
  return ::testing::AssertionFailure() << "no such state in 100 attempts: " << workspace.explain();
}

// True for an idle rod: moments on it have no equilibrium.
inline bool spins_idly(const Robot& robot, int body) {
  return std::any_of(robot.idle_spins().begin(), robot.idle_spins().end(), [&](const IdleSpin& spin) {
    return std::find(spin.bodies.begin(), spin.bodies.end(), body) != spin.bodies.end();
  });
}

inline int last_held_body(const Robot& robot) {
  int body = static_cast<int>(robot.mechanism().bodies.size()) - 1;
  while (spins_idly(robot, body)) --body;
  return body;
}

// Accelerations of all motors at the workspace's rates, if those of the driving ones are these.
inline VectorX agreeing_accelerations(const Workspace& workspace, const VectorX& wanted) {
  const VectorX now = motors_of(workspace).accelerations;
  return now + by_driving_motors(workspace, wanted - now);
}

// The catalogue without some robots for which a law has no meaning.
inline std::vector<std::string> catalogue_except(const std::vector<std::string>& others) {
  std::vector<std::string> names = catalogue_names();
  std::erase_if(names,
                [&](const std::string& name) { return std::find(others.begin(), others.end(), name) != others.end(); });
  return names;
}

// Robots without an output, and with more motors than freedoms.
inline const std::vector<std::string> without_output{"bricard", "four-bar", "free-form"};
inline const std::vector<std::string> with_spare_motors{"redundant-planar"};

// A robot's name as part of a test's name.
inline std::string as_identifier(const ::testing::TestParamInfo<std::string>& robot) {
  std::string name = robot.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace jourdain
