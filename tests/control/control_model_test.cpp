// The models of the laws: the full one is inverse dynamics, (58) is that of the paper's formulation, and forces at a
// measured state are those of the motion.
#include "support/random_states.hpp"

#include "jourdain/control/laws.hpp"
#include "jourdain/core/error.hpp"
#include "jourdain/design/simplify.hpp"
#include "jourdain/dynamics/formulations.hpp"

#include <gtest/gtest.h>

namespace jourdain::control_model_test {
namespace {

Reference reference_of(const Workspace& ws) {
  const MotorValues motors = motors_of(ws);
  Reference reference(static_cast<int>(motors.q.size()));
  reference.positions = motors.q;
  reference.rates = motors.rates;
  reference.accelerations = motors.accelerations;
  if (ws.robot().mechanism().output) reference.output = output_of(ws);
  return reference;
}

class Models : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    Random random(81);
    ASSERT_TRUE(go_to_random_state(ws, random));
    ASSERT_EQ(inverse_dynamics(robot, ws, forces), Status::ok);
  }
  const Robot& robot = catalogue_robot(GetParam());
  Workspace ws{robot};
  VectorX forces = VectorX::Zero(static_cast<int>(robot.motor_joints().size())), found = forces;
};

TEST_P(Models, FullModelIsInverseDynamicsThreeWays) {
  const Reference reference = reference_of(ws);
  ControlModel model(robot, ModelChoice::full, FrictionChoice::all);
  ASSERT_EQ(model.forces(reference, found), Status::ok);
  const double scale = forces.norm();
  EXPECT_LT((found - forces).norm(), 1e-8 * scale);
  ASSERT_EQ(model.move_to(reference.positions, reference.rates), Status::ok);
  ASSERT_EQ(model.forces_for(reference.accelerations, found), Status::ok);
  EXPECT_LT((found - forces).norm(), 1e-6 * scale);
  ASSERT_TRUE(robot.mechanism().output);
  ASSERT_EQ(model.move_to(reference.positions, reference.rates), Status::ok);
  ASSERT_EQ(model.forces_for(reference.output.acceleration, found), Status::ok);
  EXPECT_LT((found - forces).norm(), 1e-6 * scale);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Models,
                         testing::Values("delta", "hexapod", "palida", "five-bar", "3rps", "redundant-planar",
                                         "quattro"),
                         [](const auto& named) {
                           std::string name = named.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(ControlModel, Codourey58IsTheFormulation) {
  for (const char* name : {"delta", "delta-rods", "delta-linear"}) {
    const Robot& robot = catalogue_robot(name);
    Workspace ws(robot);
    Random random(82);
    ASSERT_TRUE(go_to_random_state(ws, random));
    VectorX wanted = VectorX::Zero(3), found = wanted;
    DynamicsOptions options;
    options.friction = false;
    ASSERT_EQ(inverse_dynamics_by(Formulation::bars_simplified, robot, ws, wanted, options), Status::ok);
    ControlModel model(robot, ModelChoice::codourey58, FrictionChoice::none);
    ASSERT_EQ(model.forces(reference_of(ws), found), Status::ok);
    EXPECT_LT((found - wanted).norm(), 1e-9 * wanted.norm()) << name;
  }
  EXPECT_THROW(ControlModel(catalogue_robot("hexapod"), ModelChoice::codourey58, FrictionChoice::all), Error);
}

TEST(ControlModel, FrictionOfDrivesOrOfAll) {
  const Robot& robot = catalogue_robot("palida");
  Workspace ws(robot);
  Random random(83);
  ASSERT_TRUE(go_to_random_state(ws, random));
  const auto forces = [&](FrictionChoice choice) {
    VectorX result = VectorX::Zero(6);
    ControlModel model(robot, ModelChoice::full, choice);
    EXPECT_EQ(model.forces(reference_of(ws), result), Status::ok);
    return result;
  };
  const VectorX none = forces(FrictionChoice::none), drives = forces(FrictionChoice::drives);
  VectorX own = none;
  for (int k = 0; k < 6; ++k) {
    const Friction& f = robot.mechanism().joints[robot.motor_joints()[k]].axes[0].friction;
    const double rate = ws.motor_velocity(k);
    own[k] += std::copysign(f.coulomb, rate) + f.viscous * rate;
  }
  EXPECT_LT((drives - own).norm(), 1e-9 * own.norm());
  EXPECT_GT((forces(FrictionChoice::all) - drives).norm(), 1e-3 * own.norm());
}

TEST(Laws, NamesAndGains) {
  for (const Law law : all_laws()) EXPECT_EQ(parse_law(to_string(law)), law);
  EXPECT_THROW(parse_law("dp"), Error);
  // A robot of one motor: the gains are those of a mass.
  const Robot& robot = catalogue_robot("delta");
  Workspace ws(robot);
  LawOptions options;
  options.frequency = 50;
  const JointGains gains = place_poles(robot, ws, options, false);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(gains.proportional[k], 2500 * gains.inertia[k], 1e-9);
    EXPECT_NEAR(gains.derivative[k], 100 * gains.inertia[k], 1e-9);
  }
}

}  // namespace
}  // namespace jourdain::control_model_test
