// Robots on arms or slides with rods (R-U-S and P-U-S legs, and translating robots with parallel bars): the form by
// legs gives the library's forces, traced and on numbers, also where the model has no symmetry left.
#include "support/leg_forms.hpp"

#include <fmt/format.h>

namespace jourdain::elbow_legs_test {
namespace {

constexpr double tilt = 0.1;           // radians, of motors' axes
constexpr double shift = 0.02;         // over the robot's size, of anchors
constexpr double rod_thickness = 0.1;  // over the robot's size: radius of gyration of what is added to rods

// The body that a ball joint or the last joint of a leg ties to the platform.
bool is_rod(const Mechanism& m, std::size_t body) {
  for (const Joint& joint : m.joints) {
    const bool at_platform = joint.body_a == m.output->body || joint.body_b == m.output->body;
    const int other = joint.body_a == m.output->body ? joint.body_b : joint.body_a;
    if (at_platform && other == static_cast<int>(body)) return true;
  }
  return false;
}

// Masses of platform and arms become anything; rods keep what the formula takes, with three different moments.
void change_masses(Mechanism& m, bool thick_rods, Random& random) {
  const double size = Robot(m).size();
  for (std::size_t i = 1; i < m.bodies.size(); ++i) {
    Inertial& inertial = m.bodies[i].inertial;
    if (is_rod(m, i)) {
      const double radius = rod_thickness * size;
      if (thick_rods) inertial.inertia += inertial.mass * radius * radius * Vector3(1.0, 1.3, 1.7).asDiagonal();
      continue;
    }
    inertial.com += uniform3(random, 0.05 * size);
    inertial.inertia += random_inertia(random, inertial.mass, 0.1 * size);
  }
}

// Anchors go anywhere near; motors' axes tilt, of slides without the carriage.
void scatter(Mechanism& m, bool translating, Random& random) {
  const double size = Robot(m).size();
  for (Joint& joint : m.joints) {
    if (joint.motor) {
      const Matrix3 kept = joint.in_a.R * joint.in_b.R.transpose();
      const bool slides = joint.type == JointType::prismatic;
      if (slides || !translating) joint.in_a.R = rotation_from_vector(uniform3(random, tilt)) * joint.in_a.R;
      if (slides) joint.in_b.R = kept.transpose() * joint.in_a.R;
      joint.in_a.p += uniform3(random, shift * size);
    } else if (joint.type == JointType::spherical && joint.body_b == m.output->body) {
      joint.in_b.p += uniform3(random, shift * size);
    }
  }
}

// Universal joints without offsets of friction.
void clear_offsets(Mechanism& m) {
  for (Joint& joint : m.joints) {
    for (JointAxis& axis : joint.axes) {
      if (!joint.motor) axis.friction.offset = 0;
    }
  }
}

class ElbowLegs : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Robots, ElbowLegs, testing::Values("hexa", "hexaglide"), as_identifier);

TEST_P(ElbowLegs, EqualTheLibrary) { expect_same_forces(Robot::from_file(GetParam()), 8600); }

TEST_P(ElbowLegs, WithFrictionInAllJointsRotorsAndPayloadEqualTheLibrary) {
  expect_same_forces(Robot(without_springs(load(GetParam()), 8610, false)), 8610);
}

TEST_P(ElbowLegs, WithThickRodsAndAnyArmsEqualTheLibrary) {
  Mechanism m = without_springs(load(GetParam()), 8620, false);
  Random random(8620);
  change_masses(m, true, random);
  expect_same_forces(Robot(m), 8620);
}

TEST_P(ElbowLegs, WithScatteredAnchorsAndTiltedAxesEqualTheLibrary) {
  for (unsigned seed = 8630; seed < 8633; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Mechanism m = without_springs(load(GetParam()), seed, false);
    Random random(seed);
    change_masses(m, true, random);
    scatter(m, false, random);
    expect_same_forces(Robot(m), seed, 20);
  }
}

class TranslatingLegs : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Robots, TranslatingLegs, testing::Values("delta", "delta-rods", "delta-linear", "orthoglide"),
                         as_identifier);

TEST_P(TranslatingLegs, EqualTheLibrary) { expect_same_forces(Robot::from_file(GetParam()), 8640); }

TEST_P(TranslatingLegs, WithScatteredAnchorsFrictionRotorsAndPayloadEqualTheLibrary) {
  if (GetParam() == "delta-rods") GTEST_SKIP() << "friction in the joints of pairs of rods is not by legs";
  for (unsigned seed = 8650; seed < 8653; ++seed) {
    SCOPED_TRACE(fmt::format("seed {}", seed));
    Mechanism m = without_springs(load(GetParam()), seed, false);
    Random random(seed);
    clear_offsets(m);
    change_masses(m, false, random);
    scatter(m, true, random);
    expect_same_forces(Robot(m), seed, 20);
  }
}

// Rods of which the formula does not take all entries, and springs: the general form.
TEST(ElbowLegsOfOtherKinds, FallBackToTheGeneralForm) {
  Mechanism bent = load("hexa"), sprung = load("hexaglide");
  bent.identical_legs = sprung.identical_legs = false;
  for (std::size_t i = 1; i < bent.bodies.size(); ++i) {
    if (is_rod(bent, i)) bent.bodies[i].inertial.com.y() += 0.01;
  }
  for (Joint& joint : sprung.joints) {
    if (joint.type == JointType::universal) joint.axes[0].spring.stiffness = 1;
  }
  for (const Mechanism& mechanism : {bent, sprung}) {
    EXPECT_FALSE(data_of(Robot(mechanism)).plan);
  }
}

}  // namespace
}  // namespace jourdain::elbow_legs_test
