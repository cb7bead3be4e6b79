// Laws of the linear form, over the whole catalogue.
#include "support/draws.hpp"
#include "support/smooth_motion.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/energy.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/linear_form/linear_form.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace jourdain::regressor_test {
namespace {

// Forces agree to round-off of the solve: digits that the dense system loses are counted by its conditioning.
constexpr double round_off = 1e-12;

int state_count() { return draws(100, 10000); }

// Rates of all motors by those of the driving ones.
MatrixX motor_rates(const Robot& robot, Workspace& workspace) {
  const std::vector<int> offsets = joint_offsets(robot);
  const int n = static_cast<int>(driving_motors(robot).size());
  MatrixX G(offsets.back(), n), C(static_cast<int>(robot.motor_joints().size()), n);
  EXPECT_EQ(influence_coefficients(robot, workspace, G), Status::ok);
  for (std::size_t i = 0; i < robot.motor_joints().size(); ++i)
    C.row(static_cast<int>(i)) = G.row(offsets[robot.motor_joints()[i]]);
  return C;
}

class RegressorLaw : public ::testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
  Workspace workspace{robot};
};

INSTANTIATE_TEST_SUITE_P(Catalogue, RegressorLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

TEST_P(RegressorLaw, TimesParametersEqualsInverseDynamics) {
  LinearFormOptions options;
  options.legs = LegSharing::independent;
  options.structure = false;
  options.rotors = options.friction = options.payload = Columns::all;
  const LinearForm everything(robot, options), declared(robot);
  LinearFormWorkspace memory(everything), declared_memory(declared);
  MatrixX Y(everything.rows(), everything.columns()), Z(declared.rows(), declared.columns());
  VectorX known(everything.rows()), forces(static_cast<int>(robot.motor_joints().size()));
  const VectorX p = everything.values(), z = declared.values();
  double worst = 0;
  for (int i = 0; i < state_count(); ++i) {
    SCOPED_TRACE(i);
    Random random(static_cast<unsigned>(1000 + i));
    ASSERT_TRUE(go_to_random_state(workspace, random));
    if (nearly_rests(workspace, 1e-5)) continue;
    ASSERT_EQ(inverse_dynamics(robot, workspace, forces), Status::ok);
    ASSERT_EQ(regressor(everything, workspace, memory, Y), Status::ok);
    ASSERT_EQ(regressor(declared, workspace, declared_memory, Z), Status::ok);
    ASSERT_EQ(known_forces(everything, workspace, memory, known), Status::ok);
    const VectorX wanted = motor_rates(robot, workspace).transpose() * forces;
    // What is summed up may be much larger than the sum.
    const double scale = (Y.cwiseAbs() * p.cwiseAbs()).norm() + known.norm();
    const double error = (Y * p + known - wanted).norm() / scale;
    worst = std::max(worst, error);
    EXPECT_LT(error, round_off);
    EXPECT_LT((Z * z + known - wanted).norm() / scale, round_off);
    if (HasFailure()) return;
  }
  RecordProperty("worst", std::to_string(worst));
}

// The energy is that of the bodies, and d/dt E + d p = dq . Y p holds for every single parameter.
TEST_P(RegressorLaw, EnergyAndDissipationMakeUpThePower) {
  constexpr double step = 2e-4, tolerance = 2e-8;
  LinearFormOptions options;
  options.structure = false;
  options.rotors = options.friction = options.payload = Columns::all;
  const LinearForm form(robot, options);
  LinearFormWorkspace memory(form);
  const VectorX p = form.values();
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const MotorPath path(workspace);
    ASSERT_EQ(path.go(0, workspace), Status::ok);
    EnergyRegressor h{VectorX(form.columns()), VectorX(form.columns()), 0};
    MatrixX Y(form.rows(), form.columns());
    VectorX d(form.columns()), known(form.rows());
    ASSERT_EQ(energy_regressor(form, workspace, memory, h), Status::ok);
    ASSERT_EQ(dissipation_regressor(form, workspace, memory, d), Status::ok);
    ASSERT_EQ(regressor(form, workspace, memory, Y), Status::ok);
    ASSERT_EQ(known_forces(form, workspace, memory, known), Status::ok);
    const double kinetic = kinetic_energy(robot, workspace), potential = potential_energy(robot, workspace);
    EXPECT_NEAR(h.kinetic.dot(p), kinetic, round_off * kinetic);
    EXPECT_NEAR(h.potential.dot(p) + h.known, potential,
                round_off * (h.potential.cwiseAbs().dot(p.cwiseAbs()) + std::abs(h.known)));
    EXPECT_NEAR(d.dot(p), friction_power(robot, workspace), round_off * d.cwiseAbs().dot(p.cwiseAbs()));
    Samples<VectorX> energy;
    Samples<double> stored;
    for (int i = -2; i <= 2; ++i) {
      Workspace there = workspace;
      ASSERT_EQ(path.go(i * step, there), Status::ok);
      EnergyRegressor e{VectorX(form.columns()), VectorX(form.columns()), 0};
      ASSERT_EQ(energy_regressor(form, there, memory, e), Status::ok);
      energy.at[i + 2] = e.kinetic + e.potential;
      stored.at[i + 2] = e.known;
    }
    VectorX rates(form.rows());
    for (int k = 0; k < form.rows(); ++k) rates[k] = workspace.motor_velocity(driving_motors(robot)[k]);
    const VectorX power = Y.transpose() * rates, balance = derivative(energy, step) + d;
    const VectorX scale = Y.cwiseAbs().transpose() * rates.cwiseAbs() + energy.at[2].cwiseAbs();
    for (int i = 0; i < form.columns(); ++i) {
      EXPECT_NEAR(power[i], balance[i], tolerance * (scale[i] + scale.maxCoeff() * 1e-3)) << form.parameters()[i].name;
    }
    EXPECT_NEAR(known.dot(rates), derivative(stored, step),
                tolerance * (known.cwiseAbs().dot(rates.cwiseAbs()) + std::abs(h.known)));
  }
}

// One shared column is the sum of those it stands for.
TEST_P(RegressorLaw, SharedColumnsAreSums) {
  LinearFormOptions options;
  options.legs = LegSharing::independent;
  options.structure = false;
  const LinearForm alone(robot, options), shared(robot);
  LinearFormWorkspace alone_memory(alone), shared_memory(shared);
  Random random(11);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  MatrixX Y(alone.rows(), alone.columns()), Z(shared.rows(), shared.columns());
  ASSERT_EQ(regressor(alone, workspace, alone_memory, Y), Status::ok);
  ASSERT_EQ(regressor(shared, workspace, shared_memory, Z), Status::ok);
  const MatrixX S = shared.expansion();
  // Without sharing of legs only friction sets are shared; expand both to standard columns.
  MatrixX standard = MatrixX::Zero(alone.rows(), S.rows());
  for (int c = 0; c < alone.columns(); ++c) {
    const Parameter& p = alone.parameters()[c];
    if (p.parts.size() == 1) standard.col(p.parts[0].standard) = Y.col(c);
  }
  for (int c = 0; c < shared.columns(); ++c) {
    if (is_friction(shared.parameters()[c].kind)) continue;
    EXPECT_LT((Z.col(c) - standard * S.col(c)).norm(), 1e-12 * (1 + Z.col(c).norm()));
  }
}

TEST(Regressor, LoadsAreAKnownPart) {
  const Robot robot = Robot::from_file("hexapod-full");
  Workspace workspace(robot);
  Random random(3);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  const LinearForm form(robot);
  LinearFormWorkspace memory(form);
  const BodyLoad load{1, Vector3(10, -20, 30), Vector3(1, 2, -3)};
  DynamicsOptions options;
  options.loads = {&load, 1};
  VectorX with(6), without(6), known(6);
  ASSERT_EQ(inverse_dynamics(robot, workspace, with, options), Status::ok);
  ASSERT_EQ(inverse_dynamics(robot, workspace, without), Status::ok);
  ASSERT_EQ(known_forces(form, workspace, memory, known, options), Status::ok);
  EXPECT_LT((with - without - known).norm(), 1e-11 * with.norm());
}

TEST(Regressor, ElementalFunctionsActOnTheRatesOfTheirJoints) {
  const Robot robot = Robot::from_file("palida");
  LinearFormOptions options;
  options.inertial = false;
  options.friction = Columns::none;
  options.elemental = {parse_elemental_function("stribeck:0.5:slide"), parse_elemental_function("tanh:0.2:beta:shared"),
                       parse_elemental_function("square:2:leg2.ball"), parse_elemental_function("exponential:1:slide"),
                       parse_elemental_function("cube:1:leg1.slide")};
  const LinearForm form(robot, options);
  ASSERT_EQ(form.columns(), 6 + 1 + 1 + 6 + 1);
  Workspace workspace(robot);
  Random random(8);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  LinearFormWorkspace memory(form);
  MatrixX Y(6, form.columns());
  ASSERT_EQ(regressor(form, workspace, memory, Y), Status::ok);
  // The drives' functions act on the motors themselves.
  for (int k = 0; k < 6; ++k) {
    const double r = workspace.motor_velocity(k), sign = r > 0 ? 1 : -1;
    const std::string slide = "leg" + std::to_string(k + 1) + ".slide";
    EXPECT_NEAR(Y(k, form.find("stribeck." + slide)), std::exp(-r * r / 0.25) * sign, 1e-12);
    EXPECT_NEAR(Y(k, form.find("exponential." + slide)), std::exp(-std::abs(r)) * sign, 1e-12);
  }
  EXPECT_NEAR(Y(0, form.find("cube.leg1.slide")), std::pow(workspace.motor_velocity(0), 3), 1e-12);
  // Passive joints by their influence coefficients.
  const std::vector<int> offsets = joint_offsets(robot);
  MatrixX G(offsets.back(), 6);
  ASSERT_EQ(influence_coefficients(robot, workspace, G), Status::ok);
  VectorX beta = VectorX::Zero(6);
  for (int leg = 1; leg <= 6; ++leg) {
    const int joint = find_joint(robot.mechanism(), "leg" + std::to_string(leg) + ".beta");
    beta += G.row(offsets[joint]).transpose() * std::tanh(workspace.joint(joint).rate[0] / 0.2);
  }
  EXPECT_LT((Y.col(form.find("tanh.beta")) - beta).norm(), 1e-12 * beta.norm());
  const int ball = find_joint(robot.mechanism(), "leg2.ball");
  const JointState s = workspace.joint(ball);
  const Vector3 w(s.rate[0], s.rate[1], s.rate[2]);
  const VectorX expected = G.middleRows(offsets[ball], 3).transpose() * (w * w.norm() / 4);
  EXPECT_LT((Y.col(form.find("square.leg2.ball")) - expected).norm(), 1e-12 * expected.norm());
}

TEST(Regressor, NamesAndOrderOfParameters) {
  const Robot robot = Robot::from_file("palida");
  LinearFormOptions options;
  options.structure = false;
  const LinearForm identical(robot, options);
  options.legs = LegSharing::independent;
  const LinearForm independent(robot, options);
  EXPECT_EQ(identical.columns(), 10 + 30 + 14);
  EXPECT_EQ(independent.columns(), 190 + 14);
  EXPECT_EQ(identical.parameters()[0].name, "m.platform");
  EXPECT_GE(identical.find("Izz.ring"), 0);
  EXPECT_GE(identical.find("coulomb.alpha_dry"), 0);
  EXPECT_GE(identical.find("viscous.leg3.slide"), 0);
  EXPECT_GE(independent.find("sx.leg1.stator"), 0);
  EXPECT_EQ(identical.parameters()[identical.find("Izz.ring")].parts.size(), 6u);
}

TEST(Regressor, RefusesWhatItCannotDo) {
  const Robot delta = Robot::from_file("delta"), hexapod = Robot::from_file("hexapod");
  const LinearForm form(delta), other(hexapod);
  LinearFormWorkspace memory(form), foreign(other);
  Workspace workspace(delta), wrong(hexapod);
  MatrixX Y(form.rows(), form.columns()), small(form.rows(), 3);
  EXPECT_EQ(regressor(form, workspace, memory, small), Status::inconsistent);
  EXPECT_EQ(regressor(form, wrong, memory, Y), Status::inconsistent);
  EXPECT_EQ(regressor(form, workspace, foreign, Y), Status::inconsistent);
  EXPECT_EQ(regressor(form, workspace, memory, Y), Status::ok);
  LinearFormOptions nothing;
  nothing.inertial = false;
  EXPECT_THROW(LinearForm(delta, nothing), Error);
  for (const char* text : {"", "tanh", "tanh:1", "tanh:0:slide", "tanh:x:slide", "tahn:1:slide", "tanh:1:slide:no"})
    EXPECT_THROW(parse_elemental_function(text), Error) << text;
  LinearFormOptions lost;
  lost.elemental = {parse_elemental_function("tanh:1:nowhere")};
  EXPECT_THROW(LinearForm(delta, lost), Error);
}

}  // namespace
}  // namespace jourdain::regressor_test
