// Motor forces and accelerations against Simbody and MuJoCo, for every robot of the catalogue, at random states with
// rates and accelerations. The engines get the model's numbers, the commanded coordinates and the configuration;
// friction, springs, rotors, payload and loads have formulas of their own on their side.
#include "oracles/dynamics_difference.hpp"
#include "oracles/mujoco_oracle.hpp"
#include "oracles/simbody_oracle.hpp"
#include "support/draws.hpp"
#include "support/full_model.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <memory>

namespace jourdain::foreign_engines_test {
namespace {

// Largest difference over the largest force or acceleration.
constexpr double agreement = 1e-8;

// Our configuration in the engine's model: what quaternions and matrices differ by.
constexpr double same_place = 1e-11;

constexpr unsigned first_seed = 4200;

unsigned states() { return static_cast<unsigned>(draws(50, 300)); }

Matrix3 random_inertia(Random& random, double scale) {
  const Vector3 half = Vector3::Constant(0.6) + uniform3(random, 0.4);
  const Matrix3 R = rotation_from_vector(uniform3(random, 3));
  // Moments of a box with these half sides.
  const Vector3 sides = half.cwiseAbs2();
  return scale * R * (Vector3::Constant(sides.sum()) - sides).asDiagonal() * R.transpose();
}

// Friction, springs and a rotor of some hundredths of the robot's weight.
void furnish_joint(Joint& joint, Random& random, double weight, double size) {
  const auto positive = [&](double scale) { return scale * (0.6 + uniform(random, 0.4)); };
  for (std::size_t i = 0; i < joint.axes.size(); ++i) {
    const bool slides = joint.type == JointType::prismatic || (joint.type == JointType::cylindrical && i == 1) ||
                        (joint.type == JointType::planar && i < 2);
    const double force = 0.02 * weight * (slides ? 1 : size), unit = slides ? size : 1;
    Friction& friction = joint.axes[i].friction;
    friction.coulomb = positive(force);
    friction.viscous = positive(force / unit);
    if (joint.type == JointType::spherical) continue;
    friction.offset = uniform(random, force);
    joint.axes[i].spring = {positive(force / unit), uniform(random, unit), uniform(random, force)};
  }
  if (!joint.motor) return;
  const double unit = joint.type == JointType::prismatic ? 1 : size * size;
  joint.motor->gear = 10 + uniform(random, 5);
  joint.motor->rotor_inertia = positive(0.001 * weight / 9.81 * unit) / 10;
}

// The robot with everything that a model file can say: no symmetry, gravity askew, friction and springs in all joints,
// rotors, a payload off the axes and a counterbalance.
Robot furnished(const std::string& name) {
  Random random(first_seed);
  Mechanism m = load(name);
  const double size = Robot(m).size(), mass = total_mass(m), weight = 9.81 * mass;
  m.relations.clear();
  m.identical_legs = false;
  m.gravity = 9.81 * direction3(random);
  for (std::size_t i = 1; i < m.bodies.size(); ++i) {
    Inertial& inertial = m.bodies[i].inertial;
    inertial.mass += 0.01 * mass * (1 + uniform(random, 0.5));
    inertial.com += uniform3(random, 0.05 * size);
    inertial.inertia += random_inertia(random, 0.005 * inertial.mass * size * size);
  }
  for (Joint& joint : m.joints) furnish_joint(joint, random, weight, size);
  Counterbalance spring{"extra",
                        0,
                        static_cast<int>(m.bodies.size()) - 1,
                        uniform3(random, size),
                        uniform3(random, 0.1 * size),
                        0.1 * weight / size,
                        0.3 * size,
                        0.05 * weight};
  m.counterbalances.push_back(spring);
  if (m.output) {
    m.output->tool = {rotation_from_vector(uniform3(random, 1)), uniform3(random, 0.1 * size)};
    m.output->payload = {0.1 * mass, uniform3(random, 0.05 * size), random_inertia(random, 0.001 * mass * size * size)};
  }
  return Robot(m);
}

// A foreign engine's model of the robot, with or without payload.
using Engine = std::function<oracle::Equations(const std::vector<oracle::Driver>&, const std::vector<oracle::Frame>&)>;

Engine make_simbody(const oracle::Mechanism& mechanism) {
  auto simbody = std::make_shared<oracle::Simbody>(mechanism);
  return [simbody](const std::vector<oracle::Driver>& drivers, const std::vector<oracle::Frame>& poses) {
    EXPECT_EQ(simbody->solve(drivers, poses).open, 0);
    return simbody->equations();
  };
}

Engine make_mujoco(const oracle::Mechanism& mechanism) {
  auto mujoco = std::make_shared<oracle::Mujoco>(mechanism);
  return [mujoco](const std::vector<oracle::Driver>& drivers, const std::vector<oracle::Frame>& poses) {
    double gap = 0;
    const oracle::Equations equations = mujoco->equations(drivers, poses, gap);
    EXPECT_LT(gap, same_place);
    return equations;
  };
}

using Maker = Engine (*)(const oracle::Mechanism&);

struct Difference {
  double forces = 0;
  double accelerations = 0;
};

// Not a number counts as the largest.
double larger(double a, double b) { return b <= a ? a : (std::isnan(b) ? unlimited : b); }

class Twin {
 public:
  Twin(const Robot& robot, Maker make)
      : Twin(
            robot, [](oracle::Mechanism&) {}, make) {}

  // With a mistake in the engine's model.
  Twin(const Robot& robot, const std::function<void(oracle::Mechanism&)>& change, Maker make)
      : robot_(robot), workspace_(robot) {
    for (bool payload : {false, true}) {
      mechanism_[payload] = oracle::to_mechanism(robot, {payload, true});
      change(mechanism_[payload]);
      engine_[payload] = make(mechanism_[payload]);
    }
  }

  // Differences at the random state of this seed, driven by the output or by the motors, friction and payload on or
  // off.
  Difference at(unsigned seed) {
    Random random(seed);
    EXPECT_TRUE(go_to_random_state(workspace_, random));
    const std::vector<BodyLoad> loads = random_loads(random);
    DynamicsOptions options;
    options.loads = loads;
    options.friction = seed % 2 == 0;
    options.payload = seed % 4 < 2;
    options.springs = seed % 8 < 6;
    const bool by_output = robot_.mechanism().output && seed % 3 > 0;
    const oracle::Mechanism& mechanism = mechanism_[options.payload];
    const oracle::Equations equations =
        engine_[options.payload](drivers(by_output), oracle::to_poses(workspace_, mechanism));
    const VectorX acting = random_motor_forces(robot_, random);
    return {force_difference(workspace_, mechanism, equations, options),
            acceleration_difference(workspace_, mechanism, equations, options, acting)};
  }

 private:
  std::vector<BodyLoad> random_loads(Random& random) const {
    const Mechanism& m = robot_.mechanism();
    const double weight = 9.81 * total_mass(m);
    std::uniform_int_distribution<int> any_body(1, static_cast<int>(m.bodies.size()) - 1);
    std::vector<BodyLoad> loads(2);
    for (BodyLoad& load : loads) {
      do {
        load.body = any_body(random);
      } while (spins_idly(robot_, load.body));
      load.force = uniform3(random, 0.3 * weight);
      load.moment = uniform3(random, 0.1 * weight * robot_.size());
    }
    return loads;
  }

  std::vector<oracle::Driver> drivers(bool by_output) const {
    if (by_output) return oracle::output_drivers(robot_, output_of(workspace_));
    const MotorValues m = motors_of(workspace_);
    return oracle::motor_drivers(robot_, m.q, m.rates, m.accelerations);
  }

  Robot robot_;
  Workspace workspace_;
  oracle::Mechanism mechanism_[2];
  Engine engine_[2];
};

class ForeignEngines : public testing::TestWithParam<std::string> {
 protected:
  void expect_agreement(const std::string& engine, Maker make) {
    for (bool all : {false, true}) {
      SCOPED_TRACE(all ? "furnished" : "as in the catalogue");
      Twin twin(all ? furnished(GetParam()) : Robot::from_file(GetParam()), make);
      Difference largest;
      for (unsigned seed = first_seed; seed < first_seed + states() && !HasFailure(); ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const Difference difference = twin.at(seed);
        largest.forces = larger(largest.forces, difference.forces);
        largest.accelerations = larger(largest.accelerations, difference.accelerations);
        EXPECT_LE(difference.forces, agreement);
        EXPECT_LE(difference.accelerations, agreement);
      }
      fmt::print("{}, {}, {}: {} states from seed {}; largest difference of forces {:.1e}, of accelerations {:.1e}\n",
                 GetParam(), all ? "furnished" : "as in the catalogue", engine, states(), first_seed, largest.forces,
                 largest.accelerations);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(Catalogue, ForeignEngines, testing::ValuesIn(catalogue_names()), as_identifier);

TEST_P(ForeignEngines, SimbodyGivesTheSameForcesAndAccelerations) { expect_agreement("Simbody", make_simbody); }
TEST_P(ForeignEngines, MujocoGivesTheSameForcesAndAccelerations) { expect_agreement("MuJoCo", make_mujoco); }

// The test can fail: every number of the model that acts is seen by both engines when it is wrong by a ten-thousandth.
TEST(ForeignTwin, SmallMistakesAreSeen) {
  constexpr double mistake = 1e-4;
  constexpr unsigned seed = 4216;  // friction, payload and springs on
  const Robot robot = furnished("hexapod-full");
  const std::vector<std::pair<const char*, std::function<double&(oracle::Mechanism&)>>> numbers = {
      {"mass", [](oracle::Mechanism& m) -> double& { return m.bodies[2].mass; }},
      {"com", [](oracle::Mechanism& m) -> double& { return m.bodies[3].com[0]; }},
      {"gravity", [](oracle::Mechanism& m) -> double& { return m.gravity[1]; }},
      {"payload", [](oracle::Mechanism& m) -> double& { return m.bodies.back().com[0]; }},
      {"rotor", [](oracle::Mechanism& m) -> double& { return m.joints[2].rotor; }},
      {"passive friction", [](oracle::Mechanism& m) -> double& { return m.joints[0].axes[0].coulomb; }},
      {"ball friction", [](oracle::Mechanism& m) -> double& { return m.joints[3].axes[0].viscous; }},
      {"spring", [](oracle::Mechanism& m) -> double& { return m.joints[1].axes[0].stiffness; }},
      {"counterbalance", [](oracle::Mechanism& m) -> double& { return m.counterbalances[0].force; }}};
  for (const Maker make : {make_simbody, make_mujoco}) {
    ASSERT_LE(Twin(robot, make).at(seed).forces, agreement);
    for (const auto& entry : numbers) {
      SCOPED_TRACE(entry.first);
      const auto spoil = [&](oracle::Mechanism& m) { entry.second(m) *= 1 + mistake; };
      const Difference difference = Twin(robot, spoil, make).at(seed);
      EXPECT_GE(difference.forces, agreement);
    }
  }
}

}  // namespace
}  // namespace jourdain::foreign_engines_test
