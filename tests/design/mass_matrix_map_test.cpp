#include "design/mass_matrix_map.hpp"
#include "core/dense/decompositions.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/model/reader.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jourdain::mass_matrix_map_test {
namespace {

// Clavel's DELTA as a direct drive with this inertia of its motors.
Mechanism direct_drive(double rotor_inertia) {
  Mechanism mechanism = load("delta");
  for (int joint : actuated_joints(mechanism)) mechanism.joints[joint].motor->rotor_inertia = rotor_inertia;
  return mechanism;
}

// The same with the forearms' masses on arms and plate, so that its mass matrix is I_bt + m_nt J^T J, [Codourey98]
// (50): two thirds of each forearm at the elbow, one third on the plate.
Mechanism with_lumped_forearms(Mechanism mechanism) {
  constexpr double arm_length = 0.2;
  double carried = 0;
  for (const Leg& leg : mechanism.legs) {
    Inertial* arm = nullptr;
    for (int b : leg.bodies) {
      Inertial& body = mechanism.bodies[b].inertial;
      if (mechanism.bodies[b].name.ends_with("arm")) {
        arm = &body;
        continue;
      }
      const double mass = body.mass;
      body = {};
      // Only the inertia about the motor axis matters here: a point mass at the elbow.
      arm->inertia(1, 1) += 2.0 / 3 * mass * arm_length * arm_length;
      carried += mass / 3;
    }
  }
  mechanism.bodies[mechanism.output->body].inertial.mass += carried;
  return mechanism;
}

// The horizontal cuts of [Codourey98] figures 4 and 5: +-250 mm. In the lower one two corners are out of reach, and the
// entries near them grow with the fineness of the grid.
MassMatrixMap horizontal_cut(const Mechanism& mechanism, double z, int count = 26) {
  const Robot robot(mechanism);
  SliceRequest request = default_slice(robot);
  request.across_from = request.up_from = -0.25;
  request.across_to = request.up_to = 0.25;
  request.across_count = request.up_count = count;
  request.at.p = {0, 0, z};
  return mass_matrix_map(robot, request);
}

double ratio(const Mechanism& mechanism, double z) { return horizontal_cut(mechanism, z).spread[0].ratio(); }

TEST(MassMatrixMap, RatioOfTheDiagonalFallsWithTheInertiaOfTheMotors) {
  // The mass matrix (50) with Clavel's numbers in the upper cut, whatever the grid.
  constexpr double printed = 0.06;
  EXPECT_NEAR(ratio(with_lumped_forearms(direct_drive(0)), -0.23), 6.1, printed);
  EXPECT_NEAR(ratio(with_lumped_forearms(direct_drive(0.015)), -0.23), 2.1, printed);
  // In the lower cut the ratio grows with the fineness of the grid: 2.4 to 3.3 and 1.5 to 1.8 for 11 to 51 cells a
  // side.
  EXPECT_NEAR(ratio(with_lumped_forearms(direct_drive(0)), -0.35), 2.8, 0.5);
  EXPECT_NEAR(ratio(with_lumped_forearms(direct_drive(0.015)), -0.35), 1.6, 0.2);
  // The full one (47) varies more: lumping adds to every entry of the diagonal.
  EXPECT_GT(ratio(direct_drive(0), -0.23), 6.5);
  EXPECT_NEAR(ratio(direct_drive(0.015), -0.23), 2.2, printed);
}

TEST(MassMatrixMap, VariesMoreInTheUpperCut) {
  for (double rotor_inertia : {0.0, 0.015}) {
    const Mechanism robot = direct_drive(rotor_inertia);
    EXPECT_GT(ratio(robot, -0.23), 1.2 * ratio(robot, -0.35));
    EXPECT_GT(horizontal_cut(robot, -0.23).spread_within_limits[0].ratio(),
              1.2 * horizontal_cut(robot, -0.35).spread_within_limits[0].ratio());
  }
}

TEST(MassMatrixMap, CouplingIsOfTheOrderOfTheDiagonal) {
  const MassMatrixMap map = horizontal_cut(direct_drive(0), -0.23, 21);
  EXPECT_GT(map.largest_coupling, 0.3);
  EXPECT_LT(map.largest_coupling, 1);
}

TEST(MassMatrixMap, EqualsTheMassMatrixOfEachCell) {
  for (const char* name : {"delta", "3rps", "palida", "five-bar", "redundant-planar"}) {
    const Robot robot = Robot::from_file(name);
    SliceRequest request = default_slice(robot);
    request.across_count = request.up_count = 5;
    for (Coordinates coordinates : {Coordinates::motors, Coordinates::output}) {
      const MassMatrixMap map = mass_matrix_map(robot, request, coordinates);
      int compared = 0;
      for (std::size_t k = 0; k < map.M.size(); ++k) {
        const SliceCell& cell = map.slice.cells[k];
        if (cell.state == CellState::unreachable || cell.state == CellState::singular) {
          EXPECT_EQ(map.M[k].size(), 0);
          continue;
        }
        ASSERT_EQ(map.M[k].rows(), map.size) << name;
        EXPECT_TRUE(map.M[k].isApprox(map.M[k].transpose(), 1e-10));
        EXPECT_GT(dense::symmetric_factors(map.M[k], false).values[0], 0);
        ++compared;
      }
      EXPECT_GT(compared, 0) << name;
    }
  }
}

TEST(MassMatrixMap, RefusesRobotsWithoutOutput) {
  const Robot robot = Robot::from_file("four-bar");
  EXPECT_THROW(mass_matrix_map(robot, default_slice(robot)), Error);
}

TEST(InertiaKind, DependsOnWhatTheCoordinatesMeasure) {
  const Robot robot = Robot::from_file("palida");
  EXPECT_EQ(inertia_kind(robot, Coordinates::motors, 0, 5), InertiaKind::mass);
  EXPECT_EQ(inertia_kind(robot, Coordinates::output, 0, 5), InertiaKind::moment);
  EXPECT_EQ(unit(inertia_kind(robot, Coordinates::output, 3, 4)), "kg m^2");
}

}  // namespace
}  // namespace jourdain::mass_matrix_map_test
