// Smooth motions through time, with exact rates and accelerations, for tests against finite differences.
#pragma once

#include "support/random_states.hpp"

namespace jourdain {

// Motors on parabolas through their state in the workspace; with redundant motors, which are not free to do so, a
// planar output.
class MotorPath {
 public:
  explicit MotorPath(const Workspace& workspace)
      : m_(motors_of(workspace)),
        output_(output_of(workspace)),
        redundant_(driving_motors(workspace.robot()).size() < workspace.robot().motor_joints().size()) {}

  Status go(double t, Workspace& workspace, Order order = Order::acceleration) const {
    if (redundant_) return go_with_output(t, workspace, order);
    return forward_kinematics(workspace.robot(), m_.q + t * m_.rates + t * t / 2 * m_.accelerations,
                              m_.rates + t * m_.accelerations, m_.accelerations, workspace, order);
  }

 private:
  Status go_with_output(double t, Workspace& workspace, Order order) const {
    const auto [v, w] = output_.twist;
    const auto [a, dw] = output_.acceleration;
    PlatformState m = output_;
    m.pose.p += t * v + t * t / 2 * a;
    m.pose.R = rotation_from_vector(t * w + t * t / 2 * dw) * m.pose.R;
    m.twist = {v + t * a, w + t * dw};
    return inverse_kinematics(workspace.robot(), m, workspace, order);
  }

  MotorValues m_;
  PlatformState output_;
  bool redundant_;
};

// The output on a cubic, turning about two axes one after the other: R = R_a(angle_a) R_b(angle_b) R_0.
class OutputPath {
 public:
  // Where some of the angles follow from the mechanism, the angular velocity is not known beforehand.
  static bool suits(const Robot& robot) {
    if (!robot.mechanism().output) return false;
    const auto turns = count_turns(robot);
    return turns == 0 || turns == 3 || robot.pose_is_explicit();
  }

  OutputPath(const Robot& robot, Random& random, const Spread& spread = {})
      : start_(random_motion(robot, random, spread)) {
    const auto turns = count_turns(robot);
    // A robot that turns about z only must not be tilted, or its angle would not be that of the path.
    if (turns < 3) start_.pose.R = rotation_from_vector({0, 0, uniform(random, spread.turn)}) * robot.home_pose().R;
    a_ = turns == 3 ? direction3(random) : Vector3::UnitZ();
    b_ = turns == 3 ? direction3(random) : Vector3::UnitZ();
    jerk_ = uniform3(random, spread.acceleration * spread.rate * robot.size());
    for (double* angle : {angle_a_, angle_b_}) {
      angle[0] = uniform(random, spread.rate);
      angle[1] = uniform(random, spread.acceleration);
    }
  }

  PlatformState at(double t) const {
    PlatformState m;
    const Vector3 &v = start_.twist.v, &a = start_.acceleration.a;
    m.pose.p = start_.pose.p + t * v + t * t / 2 * a + t * t * t / 6 * jerk_;
    m.twist.v = v + t * a + t * t / 2 * jerk_;
    m.acceleration.a = a + t * jerk_;
    // w = a da + (R_a b) db, and R_a b turns with a da.
    const Matrix3 Ra = rotation_from_vector(angle(angle_a_, t) * a_);
    const double da = rate(angle_a_, t), db = rate(angle_b_, t);
    const Vector3 b = Ra * b_;
    m.pose.R = Ra * rotation_from_vector(angle(angle_b_, t) * b_) * start_.pose.R;
    m.twist.w = da * a_ + db * b;
    m.acceleration.dw = angle_a_[1] * a_ + angle_b_[1] * b + da * db * a_.cross(b);
    return m;
  }

  Status go(double t, Workspace& workspace, Order order = Order::acceleration) const {
    return inverse_kinematics(workspace.robot(), at(t), workspace, order);
  }

 private:
  static std::ptrdiff_t count_turns(const Robot& robot) {
    const std::vector<Move>& moves = robot.mechanism().output->moves;
    return std::count_if(moves.begin(), moves.end(), [](Move m) { return m >= Move::rx; });
  }
  static double angle(const double* c, double t) { return t * c[0] + t * t / 2 * c[1]; }
  static double rate(const double* c, double t) { return c[0] + t * c[1]; }

  PlatformState start_;
  Vector3 a_, b_, jerk_;
  double angle_a_[2], angle_b_[2];
};

// Value at -2h, -h, 0, h, 2h.
template <typename T>
struct Samples {
  T at[5];
};

// First derivative in the middle: error h^4/30 times the fifth derivative, and round-off over h.
template <typename T>
T derivative(const Samples<T>& s, double h) {
  return T((8 * (s.at[3] - s.at[1]) - (s.at[4] - s.at[0])) / (12 * h));
}

// Angular velocity in the axes in which R is given.
inline Vector3 angular_velocity(const Samples<Matrix3>& s, double h) {
  const Matrix3 W = derivative(s, h) * s.at[2].transpose();
  return Vector3(W(2, 1) - W(1, 2), W(0, 2) - W(2, 0), W(1, 0) - W(0, 1)) / 2;
}

}  // namespace jourdain
