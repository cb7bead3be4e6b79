// Motor demands along a motion: the sums are what a list of all states would give, and mean what they say.
#include "support/smooth_motion.hpp"

#include "jourdain/design/sizing.hpp"
#include "jourdain/dynamics/energy.hpp"
#include "jourdain/model/reader.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

namespace jourdain::sizing_test {
namespace {

// Sums of a hundred numbers in another order.
constexpr double round_off = 1e-12;

// A smooth motion through a random state: of the output where its angular velocity is known beforehand, else of the
// motors.
std::function<Status(double, Workspace&)> smooth_path(Workspace& workspace, Random& random) {
  const Robot& robot = workspace.robot();
  if (OutputPath::suits(robot)) {
    Spread spread;
    spread.reach = 0.04;
    const OutputPath path(robot, random, spread);
    return [path](double t, Workspace& w) { return path.go(t, w); };
  }
  EXPECT_TRUE(go_to_random_state(workspace, random));
  const MotorPath path(workspace);
  return [path](double t, Workspace& w) { return path.go(t, w); };
}

// A state as a list would keep it.
struct Kept {
  double time;
  VectorX forces, speeds;
};

double rms(const std::vector<double>& t, const std::vector<double>& x) {
  double sum = 0;
  for (std::size_t i = 1; i < t.size(); ++i) sum += 0.5 * (t[i] - t[i - 1]) * (x[i] * x[i] + x[i - 1] * x[i - 1]);
  return std::sqrt(sum / (t.back() - t.front()));
}

class SizingLaw : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Catalogue, SizingLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

TEST_P(SizingLaw, EqualsPeaksAndRmsOfAListOfAllStates) {
  const Robot& robot = catalogue_robot(GetParam());
  Random random(11);
  Workspace workspace(robot);
  const auto path = smooth_path(workspace, random);
  Sizing timed(robot), untimed(robot);
  std::vector<Kept> list;
  VectorX forces(static_cast<int>(robot.motor_joints().size()));
  for (int i = 0; i < 40; ++i) {
    const double t = 1e-3 * i + 2e-4 * std::sin(i);  // steps of unequal length
    ASSERT_EQ(path(t, workspace), Status::ok) << workspace.explain();
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    ASSERT_EQ(timed.add(workspace, forces, t), Status::ok);
    ASSERT_EQ(untimed.add(workspace, forces), Status::ok);
    list.push_back({t, forces, motors_of(workspace).rates});
  }
  const SizingReport with = timed.report(), without = untimed.report();
  EXPECT_EQ(with.states, 40);
  EXPECT_EQ(with.refused, 0);
  EXPECT_NEAR(with.duration, list.back().time - list.front().time, round_off);
  EXPECT_EQ(without.duration, 0);
  for (std::size_t k = 0; k < robot.motor_joints().size(); ++k) {
    SCOPED_TRACE(k);
    std::vector<double> t, f, v, p;
    for (const Kept& kept : list) {
      t.push_back(kept.time);
      f.push_back(kept.forces[static_cast<int>(k)]);
      v.push_back(kept.speeds[static_cast<int>(k)]);
      p.push_back(f.back() * v.back());
    }
    const auto less = [](double a, double b) { return std::abs(a) < std::abs(b); };
    const auto peak = std::max_element(f.begin(), f.end(), less);
    const MotorSizing& motor = with.motors[k];
    EXPECT_EQ(motor.joint, robot.motor_joints()[k]);
    EXPECT_EQ(motor.at_joint.force.value, *peak);
    EXPECT_EQ(motor.at_joint.force.state, peak - f.begin());
    EXPECT_EQ(motor.at_joint.force.time, t[peak - f.begin()]);
    EXPECT_EQ(motor.at_joint.speed.value, *std::max_element(v.begin(), v.end(), less));
    EXPECT_EQ(motor.driving_power.value, std::max(0.0, *std::max_element(p.begin(), p.end())));
    EXPECT_EQ(motor.braking_power.value, std::min(0.0, *std::min_element(p.begin(), p.end())));
    EXPECT_NEAR(motor.at_joint.force_rms, rms(t, f), round_off * std::abs(*peak));
    EXPECT_NEAR(motor.at_joint.speed_rms, rms(t, v), round_off * std::abs(motor.at_joint.speed.value));
    EXPECT_NEAR(motor.power_rms, rms(t, p), round_off * rms(t, f) * rms(t, v));
    double squares = 0;
    for (double force : f) squares += force * force;
    EXPECT_NEAR(without.motors[k].at_joint.force_rms, std::sqrt(squares / 40), round_off * std::abs(*peak));
    EXPECT_EQ(without.motors[k].driving_energy, 0);
    EXPECT_FALSE(std::isfinite(without.motors[k].at_joint.force.time));
  }
}

// What the motors give and take up is what the mechanism gains and friction takes.
TEST_P(SizingLaw, EnergyIsThatOfTheMechanismAndOfFriction) {
  constexpr double step = 5e-4;
  constexpr double trapezoid_error = 1e-4;  // of the energy that goes to and fro; (step * rate)^2 / 12 is far below
  const Robot& robot = catalogue_robot(GetParam());
  Random random(12);
  Workspace workspace(robot);
  const auto path = smooth_path(workspace, random);
  Sizing sizing(robot);
  VectorX forces(static_cast<int>(robot.motor_joints().size()));
  double first = 0, last = 0, lost = 0, before = 0;
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(path(i * step, workspace), Status::ok) << workspace.explain();
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    ASSERT_EQ(sizing.add(workspace, forces, i * step), Status::ok);
    last = kinetic_energy(robot, workspace) + potential_energy(robot, workspace);
    const double friction = friction_power(robot, workspace);
    if (i == 0) first = last;
    if (i > 0) lost += 0.5 * step * (before + friction);
    before = friction;
  }
  double fed = 0, turnover = 0;
  for (const MotorSizing& motor : sizing.report().motors) {
    EXPECT_GE(motor.driving_energy, 0);
    EXPECT_LE(motor.braking_energy, 0);
    fed += motor.driving_energy + motor.braking_energy;
    turnover += motor.driving_energy - motor.braking_energy;
  }
  EXPECT_NEAR(fed, last - first + lost, trapezoid_error * turnover);
}

TEST_P(SizingLaw, MotorSideHasTheSamePowerThroughTheGear) {
  Mechanism mechanism = load(GetParam());
  double gear = 3;
  for (Joint& joint : mechanism.joints) {
    if (!joint.motor) continue;
    joint.motor->gear = gear += 2;
    joint.motor->direction = -joint.motor->direction;
  }
  const Robot robot(mechanism);
  Random random(13);
  Workspace workspace(robot);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  VectorX forces(static_cast<int>(robot.motor_joints().size()));
  ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
  Sizing sizing(robot);
  ASSERT_EQ(sizing.add(workspace, forces), Status::ok);
  for (const MotorSizing& motor : sizing.report().motors) {
    const MotorModel& model = *mechanism.joints[motor.joint].motor;
    const MotorDemand &joint = motor.at_joint, &shaft = motor.at_motor;
    const double power = joint.force.value * joint.speed.value;
    EXPECT_NEAR(shaft.speed.value, model.direction * model.gear * joint.speed.value, 1e-15 + round_off);
    EXPECT_NEAR(shaft.force.value * shaft.speed.value, power, round_off * std::abs(power));
    EXPECT_NEAR(shaft.force_rms * model.gear, joint.force_rms, round_off * joint.force_rms);
    EXPECT_NEAR(motor.driving_power.value + motor.braking_power.value, power, round_off * std::abs(power));
  }
}

// A mass on a vertical slide, driven by a geared motor with a rotor.
Robot elevator() {
  return Robot(read_model(R"(
jourdain: 1
name: elevator
gravity: [0, 0, -10]
bodies:
  cage: {mass: 2 kg}
joints:
  lift: {type: prismatic, between: [base, cage], axis: z, friction: {viscous: 4 N s/m},
         actuator: {gear: 50, rotor_inertia: 4e-4 kg m^2, max_force: 100 N, max_speed: 2 m/s}}
end_point: {body: cage, moves: [z]}
)")
                   .mechanism);
}

// z = a sin(w t): force (m + gear^2 J) zddot + d zdot + m g, over one period.
TEST(Sizing, OfAnElevatorIsThatOfThePendulumFormula) {
  const Robot robot = elevator();
  Workspace workspace(robot);
  Sizing sizing(robot);
  const double a = 0.1, w = 10, m = 2, reflected = 50 * 50 * 4e-4, d = 4, g = 10;
  const int steps = 400;
  for (int i = 0; i <= steps; ++i) {
    const double t = 2 * M_PI / w * i / steps;
    PlatformState motion;
    motion.pose.p.z() = a * std::sin(w * t);
    motion.twist.v.z() = a * w * std::cos(w * t);
    motion.acceleration.a.z() = -a * w * w * std::sin(w * t);
    ASSERT_EQ(sizing.add(motion, workspace, {}, t), Status::ok);
  }
  const SizingReport report = sizing.report();
  const MotorSizing& motor = report.motors[0];
  const double inertia = (m + reflected) * a * w * w, friction = d * a * w;
  // Peaks are met within half a step, squares of trigonometric sums exactly by the trapezoid rule.
  EXPECT_NEAR(motor.at_joint.force.value, m * g + std::hypot(inertia, friction), 1e-3);
  EXPECT_NEAR(motor.at_joint.force_rms, std::sqrt(m * g * m * g + (inertia * inertia + friction * friction) / 2),
              1e-10);
  EXPECT_NEAR(motor.at_joint.speed.value, a * w, 1e-12);
  EXPECT_NEAR(motor.at_joint.speed_rms, a * w / std::sqrt(2.0), 1e-10);
  EXPECT_NEAR(motor.at_motor.force_rms, motor.at_joint.force_rms / 50, 1e-12);
  EXPECT_NEAR(motor.at_motor.speed.value, 50 * a * w, 1e-10);
  EXPECT_NEAR(motor.force_share, motor.at_joint.force.value / 100, 1e-12);
  EXPECT_NEAR(motor.speed_share, 0.5, 1e-12);
  EXPECT_EQ(report.force_limited, 0);
  EXPECT_EQ(report.speed_limited, 0);
  EXPECT_NEAR(report.largest_share, 0.503, 1e-3);
  // Over a period only friction takes energy.
  EXPECT_NEAR(motor.driving_energy + motor.braking_energy, d * a * a * w * w / 2 * (2 * M_PI / w), 1e-10);
  EXPECT_NE(explain(robot, report).find("lift uses 50.3 % of its max_force (state "), std::string::npos);
}

// What the motor's own bearings need is before the gear, so that its efficiency does not raise it.
TEST(Sizing, ChargesNoLossesOfTheGearToTheMotorsBearings) {
  const auto shaft = [](const std::string& joint, bool friction, double rate) {
    const Robot robot(read_model(fmt::format(R"(jourdain: 1
name: bearing
bodies: {{arm: {{mass: 1 kg, inertia: [0.01, 0.01, 0.01]}}}}
joints:
  m: {{type: revolute, between: [base, arm], axis: z, {}}}
)",
                                             joint))
                          .mechanism);
    EXPECT_TRUE(read_model(print_model(robot.mechanism())).mechanism == robot.mechanism());
    Workspace workspace(robot);
    const VectorX zero = VectorX::Zero(1);
    EXPECT_EQ(forward_kinematics(robot, zero, VectorX::Constant(1, rate), zero, workspace), Status::ok);
    DynamicsOptions options;
    options.friction = friction;
    VectorX forces(1);
    EXPECT_EQ(inverse_dynamics(robot, workspace, forces, options), Status::ok);
    Sizing sizing(robot, friction);
    EXPECT_EQ(sizing.add(workspace, forces), Status::ok);
    return sizing.report().motors[0].at_motor.force.value;
  };
  // 0.1 N m at the shaft, and 0.01 N m s/rad of ten times 2 rad/s.
  const std::string motor = "motor: {gear: 10, efficiency: 0.5, friction: {coulomb: 0.1, viscous: 0.01}}";
  EXPECT_NEAR(shaft(motor, true, 2), 0.3, 1e-12);
  EXPECT_NEAR(shaft(motor, true, -2), -0.3, 1e-12);
  EXPECT_NEAR(shaft(motor, false, 2), 0, 1e-12);
  // The same at the joint, said to be the bearings', or not: then a driving motor bears the gear's losses, too.
  const std::string joint = "friction: {coulomb: 1, viscous: 1}, actuator: {gear: 10, efficiency: 0.5";
  EXPECT_NEAR(shaft(joint + ", friction_before_gear: true}", true, 2), 0.3, 1e-12);
  EXPECT_NEAR(shaft(joint + "}", true, 2), 0.6, 1e-12);
}

TEST(Sizing, CountsAndNamesStatesWithoutAnswer) {
  const Robot robot = Robot::from_file("delta");
  Workspace workspace(robot);
  Sizing sizing(robot);
  PlatformState good, far, broken;
  good.pose = far.pose = broken.pose = robot.home_pose();
  far.pose.p.x() = 5;
  broken.twist.v.x() = std::nan("");
  EXPECT_EQ(sizing.add(good, workspace, {}, 0.0), Status::ok);
  EXPECT_EQ(sizing.add(far, workspace, {}, 1.0), Status::unreachable);
  EXPECT_EQ(sizing.add(good, workspace, {}, 2.0), Status::ok);
  EXPECT_EQ(sizing.add(broken, workspace, {}, 3.0), Status::not_finite);
  EXPECT_EQ(sizing.add(good, workspace, {}, 2.5), Status::inconsistent);  // before the last one
  EXPECT_EQ(sizing.add(good, workspace, {}), Status::inconsistent);       // no time
  EXPECT_EQ(sizing.add(good, workspace, {}, std::numeric_limits<double>::infinity()), Status::not_finite);
  EXPECT_EQ(sizing.add(good, workspace, {}, 4.0), Status::ok);
  EXPECT_EQ(sizing.add(good, workspace, {}, 5.0), Status::ok);
  const SizingReport report = sizing.report();
  EXPECT_EQ(report.states, 9);
  EXPECT_EQ(report.refused, 5);
  ASSERT_EQ(report.refusals.size(), 5u);
  EXPECT_EQ(report.refusals[0].state, 1);
  EXPECT_EQ(report.refusals[0].time, 1.0);
  EXPECT_EQ(report.refusals[0].status, Status::unreachable);
  EXPECT_EQ(report.refusals[4].status, Status::not_finite);
  EXPECT_EQ(report.duration, 1.0);  // only the last two are neighbours
  const std::string text = explain(robot, report);
  EXPECT_NE(text.find("5 of 9 states have no answer: state 1, t = 1 s (unreachable); state 3"), std::string::npos)
      << text;
}

TEST(Sizing, NamesTheFirstRefusalsOnlyAndRefusesWrongSizes) {
  const Robot robot = Robot::from_file("delta"), other = Robot::from_file("hexapod");
  Workspace workspace(robot), foreign(other);
  Sizing sizing(robot);
  EXPECT_EQ(sizing.add(workspace, VectorX::Zero(2)), Status::inconsistent);
  EXPECT_EQ(sizing.add(foreign, VectorX::Zero(3)), Status::inconsistent);
  EXPECT_EQ(sizing.add(workspace, VectorX::Constant(3, std::nan(""))), Status::not_finite);
  for (int i = 0; i < 1000; ++i) sizing.refuse(Status::singular);
  const SizingReport report = sizing.report();
  EXPECT_EQ(report.refused, 1003);
  EXPECT_EQ(report.refusals.size(), static_cast<std::size_t>(StateLog::named_refusals));
  EXPECT_EQ(report.motors[0].at_joint.force_rms, 0);
  EXPECT_EQ(report.motors[0].at_joint.force.state, -1);
  EXPECT_EQ(report.force_limited, -1);
  EXPECT_NE(explain(robot, report).find("; ..."), std::string::npos);
}

}  // namespace
}  // namespace jourdain::sizing_test
