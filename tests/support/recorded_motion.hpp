// Logs of simulated robots: rich motions with exact rates and accelerations, and the forces that they need.
#pragma once

#include "support/random_states.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/identification/log.hpp"

namespace jourdain {

// Sums of sines about home, in the coordinates of the output where there is one, else of the motors. Small enough that
// every robot of the catalogue can follow.
class SineMotion {
 public:
  SineMotion(const Robot& robot, unsigned seed, double reach = 0.06, double period = 4)
      : robot_(robot), period_(period) {
    Random random(seed);
    freedoms_ = robot.mechanism().output ? 6 : static_cast<int>(robot.motor_joints().size());
    for (int i = 0; i < freedoms_; ++i) {
      for (int h = 0; h < harmonics; ++h) {
        const double size = reach * unit(i) / std::sqrt(1.0 + h);
        amplitude_.push_back(uniform(random, size));
        phase_.push_back(uniform(random, 3.14));
      }
    }
  }

  // Takes the workspace to the instant, with accelerations.
  Status go(double t, Workspace& workspace) const {
    VectorX x(freedoms_), v(freedoms_), a(freedoms_);
    for (int i = 0; i < freedoms_; ++i) value(i, t, x[i], v[i], a[i]);
    if (!robot_.mechanism().output) return forward_kinematics(robot_, robot_.home_motors() + x, v, a, workspace);
    PlatformState m;
    m.pose = robot_.home_pose();
    m.pose.p += x.head<3>();
    // R = Rz Ry Rx about the home orientation, with exact rates.
    const Vector3 ex = Vector3::UnitX(), ey = Vector3::UnitY(), ez = Vector3::UnitZ();
    const Matrix3 Rz = rotation_from_vector(x[5] * ez), Ry = rotation_from_vector(x[4] * ey),
                  Rx = rotation_from_vector(x[3] * ex);
    m.pose.R = Rz * Ry * Rx * m.pose.R;
    const Vector3 y = Rz * ey, xx = Rz * Ry * ex;
    const Vector3 wz = v[5] * ez, wzy = wz + v[4] * y;
    m.twist = {v.head<3>(), wzy + v[3] * xx};
    m.acceleration = {a.head<3>(), a[5] * ez + a[4] * y + a[3] * xx + v[4] * wz.cross(y) + v[3] * wzy.cross(xx)};
    return inverse_kinematics(robot_, m, workspace);
  }

  double period() const { return period_; }

 private:
  static constexpr int harmonics = 5;

  double unit(int i) const {
    if (robot_.mechanism().output) return i < 3 ? robot_.size() : 2.0;
    return 3 * motor_unit(robot_, i);
  }

  void value(int i, double t, double& x, double& v, double& a) const {
    x = v = a = 0;
    for (int h = 0; h < harmonics; ++h) {
      const std::size_t j = static_cast<std::size_t>(i * harmonics + h);
      const double w = 2 * 3.14159265358979323846 / period_ * (h + 1), p = w * t + phase_[j];
      x += amplitude_[j] * std::sin(p);
      v += amplitude_[j] * w * std::cos(p);
      a -= amplitude_[j] * w * w * std::sin(p);
    }
  }

  Robot robot_;
  double period_;
  int freedoms_ = 6;
  std::vector<double> amplitude_, phase_;
};

// The motor's side of the workspace's motion, with the forces of inverse dynamics.
inline Sample sample_of(const Robot& robot, Workspace& workspace, double time) {
  const MotorValues m = motors_of(workspace);
  Sample s;
  s.time = time;
  s.q = m.q, s.rates = m.rates, s.accelerations = m.accelerations;
  s.forces = VectorX::Zero(m.q.size());
  EXPECT_EQ(inverse_dynamics(robot, workspace, s.forces), Status::ok);
  return s;
}

// `count` samples at `rate` Hz of a motion that the robot can follow; smaller ones are tried until one is.
inline std::vector<Sample> recorded_samples(const Robot& robot, unsigned seed, int count, double rate,
                                            double period = 4) {
  for (double reach = robot.mechanism().output ? 0.15 : 2.0; reach > 0.005; reach *= 0.8) {
    const SineMotion motion(robot, seed, reach, period);
    Workspace workspace(robot);
    std::vector<Sample> samples;
    for (int i = 0; i < count; ++i) {
      const double t = i / rate;
      if (motion.go(t, workspace) != Status::ok || !is_clear(workspace, 0.2)) break;
      samples.push_back(sample_of(robot, workspace, t));
      samples.back().row = i + 2;
      samples.back().first = i == 0;
    }
    if (static_cast<int>(samples.size()) == count) return samples;
  }
  ADD_FAILURE() << "no motion of this size stays away from singularities";
  return {};
}

}  // namespace jourdain
