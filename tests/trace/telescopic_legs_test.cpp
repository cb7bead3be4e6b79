// Robots on telescopic legs with any inertia and with friction in all joints: the form by legs gives the library's
// forces.
#include "support/leg_forms.hpp"
#include "support/palida_variants.hpp"

#include "jourdain/dynamics/mass_matrix.hpp"

#include <fmt/format.h>

#include <functional>

namespace jourdain::telescopic_legs_test {
namespace {

void expect_same_mass_matrix(const Robot& robot, unsigned seed) {
  const Program program = trace_mass_matrix(robot);
  TraceOptions general;
  general.form = TraceForm::general;
  EXPECT_LT(count(program).call.total(), leg_form_share * count(trace_mass_matrix(robot, general)).call.total());
  Workspace workspace(robot);
  MatrixX M(6, 6), traced(6, 6);
  Random random(seed);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(go_to_random_state(workspace, random));
    ASSERT_EQ(mass_matrix(robot, workspace, M), Status::ok);
    const double conditioning = workspace.report().conditioning;
    ASSERT_EQ(evaluate<double>(program, input_values(program, workspace), program.parameter_values,
                               std::span(traced.data(), traced.size())),
              Status::ok);
    EXPECT_LT((traced - M).norm(), leg_form_tolerance / conditioning * M.norm()) << "state " << i;
  }
}

class TelescopicLegs : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Robots, TelescopicLegs, testing::Values("palida", "hexapod", "hexapod-full", "stewart-tsai"),
                         as_identifier);

TEST_P(TelescopicLegs, WithAnyInertiaEqualTheLibrary) {
  for (unsigned seed = 8100; seed < 8105; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    const Robot robot(without_springs(load(GetParam()), seed, true));
    expect_same_forces(robot, seed);
    expect_same_mass_matrix(robot, seed);
  }
}

TEST_P(TelescopicLegs, WithTheirOwnInertiaAndFrictionInAllJointsEqualTheLibrary) {
  expect_same_forces(Robot(without_springs(load(GetParam()), 8200, false)), 8200);
}

// Entry by entry: structural zeros leave out what they may, and nothing else.
TEST(TelescopicLegsWithOneMoreEntry, EqualTheLibrary) {
  const std::vector<std::function<void(Inertial&, double)>> changes = {
      [](Inertial& body, double x) { body.com.x() += x; },
      [](Inertial& body, double x) { body.com.y() += x; },
      [](Inertial& body, double x) { body.com.z() += x; },
      [](Inertial& body, double x) { body.inertia(0, 1) = body.inertia(1, 0) += x * x * body.mass; },
      [](Inertial& body, double x) { body.inertia(0, 2) = body.inertia(2, 0) += x * x * body.mass; },
      [](Inertial& body, double x) { body.inertia(1, 2) = body.inertia(2, 1) += x * x * body.mass; }};
  const Mechanism plain = load("palida");
  const double length = 0.02 * Robot(plain).size();
  for (const int body : plain.legs[2].bodies) {
    for (std::size_t i = 0; i < changes.size(); ++i) {
      SCOPED_TRACE(fmt::format("{}, entry {}", plain.bodies[body].name, i));
      Mechanism changed = plain;
      changed.identical_legs = false;
      changed.relations.clear();
      changes[i](changed.bodies[body].inertial, length);
      expect_same_forces(Robot(changed), 8300, 10);
    }
  }
}

// Coordinates of the drives that count backwards.
TEST(TelescopicLegsTurnedRound, EqualTheLibrary) {
  Mechanism mechanism = without_springs(load("palida"), 8400, true);
  Matrix3 about_x = Vector3(1, -1, -1).asDiagonal();
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    Joint& joint = mechanism.joints[j];
    if (joint.type != JointType::prismatic) continue;
    joint.in_a.R *= about_x;
    joint.in_b.R *= about_x;
    Limits& limits = joint.axes[0].limits;
    limits = {-limits.upper, -limits.lower};
    for (AssemblyHint::JointValue& hint : mechanism.assembly.joints) {
      if (hint.joint == static_cast<int>(j)) hint.value[0] *= -1;
    }
  }
  const Robot robot(mechanism);
  EXPECT_LT(Workspace(robot).motor_position(0), 0);
  expect_same_forces(robot, 8400);
}

// Anchors in planes without symmetry, and in none.
TEST(TelescopicLegsWithOtherAnchors, EqualTheLibrary) {
  for (const auto& [base, platform] :
       {std::pair(coplanar_base, coplanar_platform), std::pair(scattered_base, scattered_platform)}) {
    expect_same_forces(Robot(without_springs(palida_with(base, platform).mechanism(), 8500, true)), 8500);
  }
}

}  // namespace
}  // namespace jourdain::telescopic_legs_test
