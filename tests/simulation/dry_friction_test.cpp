// Dry friction of the plant against closed forms: a mass on a slide.
#include "support/random_states.hpp"

#include "jourdain/model/reader.hpp"
#include "jourdain/simulation/closed_loop.hpp"

#include <gtest/gtest.h>

namespace jourdain::dry_friction_test {
namespace {

Robot slide(const std::string& friction, const std::string& motor = "actuated: true") {
  return Robot(read_model("jourdain: 1\nname: slide\ngravity: [0, 0, -9.81]\nbodies: {block: {mass: 2 kg, inertia: "
                          "[0.01, 0.01, 0.01]}}\n"
                          "joints:\n  rail: {type: prismatic, between: [base, block], axis: x, friction: " +
                          friction + ", " + motor + "}\nend_point: {body: block, moves: [x]}\n")
                   .mechanism);
}

// Starts at the position 0 with this rate.
void start(const Robot& robot, double rate, Plant& plant, const MotorForces& forces) {
  Workspace ws(robot);
  const VectorX zero = VectorX::Zero(1), v = VectorX::Constant(1, rate);
  ASSERT_EQ(forward_kinematics(robot, zero, v, zero, ws, Order::velocity), Status::ok);
  ASSERT_EQ(plant.start(ws, 0, forces), Status::ok);
}

// A force that grows with time.
class Ramp final : public MotorForces {
 public:
  explicit Ramp(double slope) : slope_(slope) {}
  void at(double time, const VectorX&, VectorX& forces, VectorX& losses) const noexcept override {
    forces.setConstant(slope_ * time);
    losses.setZero();
  }

 private:
  double slope_;
};

TEST(DryFriction, StopsWhereItMustAndStays) {
  const Robot robot = slide("{coulomb: 3 N}");
  Plant plant(robot);
  const ConstantForces none(VectorX::Zero(1));
  start(robot, 0.6, plant, none);
  // v^2 / (2 F / m) after v m / F.
  ASSERT_EQ(plant.advance(0.399, none), Status::ok);
  EXPECT_EQ(plant.sticking(), 0);
  ASSERT_EQ(plant.advance(2, none), Status::ok);
  EXPECT_NEAR(plant.workspace().motor_position(0), 0.6 * 0.6 * 2 / (2 * 3), 1e-9);
  EXPECT_NEAR(plant.workspace().motor_velocity(0), 0, 1e-9);
  EXPECT_TRUE(plant.sticks(0, 0));
}

TEST(DryFriction, TurnsRoundUnderAForceThatIsStronger) {
  const Robot robot = slide("{coulomb: 3 N}");
  Plant plant(robot);
  const ConstantForces back(VectorX::Constant(1, -7));
  start(robot, 0.5, plant, back);
  // Deceleration (7 + 3)/2 up to the stop, then (7 - 3)/2.
  const double stop = 0.5 / 5, there = 0.5 * 0.5 / (2 * 5);
  ASSERT_EQ(plant.advance(1, back), Status::ok);
  EXPECT_NEAR(plant.workspace().motor_position(0), there - 0.5 * 2 * (1 - stop) * (1 - stop), 1e-8);
}

TEST(DryFriction, BreaksAwayAtItsForceAndFallsToCoulomb) {
  const Robot robot = slide("{coulomb: 3 N, breakaway: 5 N}");
  PlantOptions options;
  options.horizon = 0.1;
  Plant plant(robot, options);
  const Ramp ramp(10);  // 5 N at 0.5 s
  start(robot, 0, plant, ramp);
  ASSERT_EQ(plant.advance(0.499, ramp), Status::ok);
  EXPECT_TRUE(plant.sticks(0, 0));
  EXPECT_NEAR(plant.workspace().motor_position(0), 0, 1e-12);
  // Then m x'' = 10 t - 3 from t = 0.5.
  ASSERT_EQ(plant.advance(0.8, ramp), Status::ok);
  const double t = 0.3, x = ((5.0 - 3) * t * t / 2 + 10 * t * t * t / 6) / 2;
  EXPECT_NEAR(plant.workspace().motor_position(0), x, 2e-3 * x);
  EXPECT_FALSE(plant.sticks(0, 0));
  EXPECT_EQ(plant.counters().releases, 1);
}

TEST(DryFriction, FollowsStribeck) {
  const Robot robot = slide("{coulomb: 3 N, breakaway: 5 N, stribeck_speed: 0.1 m/s}");
  Plant plant(robot);
  const ConstantForces push(VectorX::Constant(1, 8));
  start(robot, 0, plant, push);
  ASSERT_EQ(plant.advance(0.3, push), Status::ok);
  // Small steps of Euler's method, an integrator of its own.
  double x = 0, v = 0;
  const int steps = 300000;
  for (int k = 0; k < steps; ++k) {
    const double h = 0.3 / steps, middle = v + 0.5 * h * (8 - 3 - 2 * std::exp(-v * v / 0.01)) / 2;
    x += h * middle;
    v += h * (8 - 3 - 2 * std::exp(-middle * middle / 0.01)) / 2;
  }
  EXPECT_NEAR(plant.workspace().motor_position(0), x, 1e-8);
}

TEST(DryFriction, GearsLoseByDirection) {
  const Robot robot = slide("{}", "actuator: {gear: 1, efficiency: 0.8}");
  Drives drives(robot, 1);
  // Drives with 0.8 of the force, brakes with 1/0.8, and holds in between.
  drives.start(0, VectorX::Constant(1, 10));
  Plant plant(robot);
  start(robot, 1, plant, drives);
  ASSERT_EQ(plant.advance(0.5, drives), Status::ok);
  EXPECT_NEAR(plant.workspace().motor_velocity(0), 1 + 0.5 * 8 / 2, 1e-9);
  start(robot, -1, plant, drives);
  ASSERT_EQ(plant.advance(0.1, drives), Status::ok);
  EXPECT_NEAR(plant.workspace().motor_velocity(0), -1 + 0.1 * 12.5 / 2, 1e-9);
}

TEST(Drives, LagIsExact) {
  const Robot robot =
      slide("{}", "actuator: {max_force: 20 N}, drive: {time_constant: 20 ms, gain: 0.9, force_step: 0.5 N}");
  Drives drives(robot, 1);
  drives.start(0, VectorX::Zero(1));
  drives.command(0, VectorX::Constant(1, 10.2));
  Plant plant(robot);
  start(robot, 0, plant, drives);
  ASSERT_EQ(plant.advance(0.1, drives), Status::ok);
  // m v = F (t - T (1 - exp(-t/T))), F = 0.9 * 10.
  const double F = 9, T = 0.02, t = 0.1;
  EXPECT_NEAR(plant.workspace().motor_velocity(0), F * (t - T * (1 - std::exp(-t / T))) / 2, 1e-9);
  drives.command(0.1, VectorX::Constant(1, 500));
  EXPECT_TRUE(drives.is_saturated(0, 0.1, 0));
}

TEST(Drives, ForceSpeedLineHoldsBackWhoDrives) {
  const Robot robot = slide("{}", "actuator: {max_force: 20 N, no_load_speed: 2 m/s}");
  Drives drives(robot, 1);
  drives.start(0, VectorX::Constant(1, 20));
  VectorX force = VectorX::Zero(1), loss = force;
  drives.at(0, VectorX::Constant(1, 1.0), force, loss);
  EXPECT_NEAR(force[0], 10, 1e-12);
  drives.at(0, VectorX::Constant(1, 3.0), force, loss);
  EXPECT_NEAR(force[0], 0, 1e-12);
  drives.at(0, VectorX::Constant(1, -1.0), force, loss);
  EXPECT_NEAR(force[0], 20, 1e-12);
}

TEST(Drives, NoiseIsThatOfTheSeed) {
  double sum = 0, squares = 0;
  const int n = 20000;
  for (int k = 0; k < n; ++k) {
    const double x = normal_number(5, 3, static_cast<std::uint64_t>(k));
    sum += x, squares += x * x;
  }
  EXPECT_NEAR(sum / n, 0, 0.03);
  EXPECT_NEAR(squares / n, 1, 0.05);
  EXPECT_EQ(normal_number(5, 3, 7), normal_number(5, 3, 7));
  EXPECT_NE(normal_number(5, 3, 7), normal_number(6, 3, 7));
}

}  // namespace
}  // namespace jourdain::dry_friction_test
