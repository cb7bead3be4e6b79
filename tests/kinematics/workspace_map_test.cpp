// Slices of the workspace against the closed-form reach of the DELTA, its symmetry, and wrong requests.
#include "jourdain/kinematics/workspace_map.hpp"

#include "support/random_states.hpp"

#include "jourdain/core/error.hpp"
#include "support/watched_path.hpp"

#include <cmath>

namespace jourdain::workspace_map_test {
namespace {

SliceRequest delta_slice(int count) {
  SliceRequest request;
  request.across_from = request.up_from = -0.5;
  request.across_to = request.up_to = 0.5;
  request.across_count = request.up_count = count;
  request.at.p = Vector3(0, 0, -0.35);
  return request;
}

// Leg k reaches X if |P^2 + L_A^2 - L_B^2| <= 2 L_A sqrt(Px^2 + Pz^2) with P from its motor, in its plane: positive if
// it does.
double delta_reach(const Vector3& X) {
  constexpr double R = 0.126, L_A = 0.2, L_B = 0.4;
  double least = 1;
  for (int k = 0; k < 3; ++k) {
    const Vector3 P = rotation_from_vector({0, 0, -k * 2 * M_PI / 3}) * X - Vector3(R, 0, 0);
    least = std::min(least, 2 * L_A * std::hypot(P[0], P[2]) - std::abs(P.squaredNorm() + L_A * L_A - L_B * L_B));
  }
  return least;
}

TEST(WorkspaceSlice, DeltaReachesWhatItsLegsReach) {
  const Robot robot = Robot::from_file("delta");
  const Slice slice = workspace_slice(robot, delta_slice(61));
  ASSERT_EQ(slice.cells.size(), 61u * 61u);
  int reached = 0;
  for (const SliceCell& cell : slice.cells) {
    const double reach = delta_reach({cell.across, cell.up, -0.35});
    if (std::abs(reach) < 1e-12) continue;
    EXPECT_EQ(cell.state != CellState::unreachable, reach > 0) << cell.across << ", " << cell.up;
    reached += reach > 0;
  }
  const double share = reached / (61.0 * 61.0);
  EXPECT_GT(share, 0.2);
  EXPECT_LT(share, 0.8);
  EXPECT_LE(slice.reachable_share, share);
  EXPECT_GT(slice.reachable_share, 0.5 * share) << "limits take only a part";
}

TEST(WorkspaceSlice, DeltaHasThreefoldSymmetry) {
  const Robot robot = Robot::from_file("delta");
  const Slice slice = workspace_slice(robot, delta_slice(31));
  Workspace workspace(robot);
  for (int j = 0; j < 31; ++j) {
    for (int i = 0; i < 31; ++i) {
      const SliceCell& cell = slice.cell(i, j);
      // Mirror image about the plane of leg 1.
      const SliceCell& mirror = slice.cell(i, 30 - j);
      EXPECT_EQ(cell.state, mirror.state);
      EXPECT_NEAR(cell.type1, mirror.type1, 1e-9);
      EXPECT_NEAR(cell.type2, mirror.type2, 1e-9);
      EXPECT_NEAR(cell.margin, mirror.margin, 1e-9);
      // Turned by 120 deg.
      const Vector3 p(cell.across, cell.up, -0.35);
      if (std::abs(delta_reach(p)) < 1e-6) continue;
      PlatformState motion;
      motion.pose.p = rotation_from_vector({0, 0, 2 * M_PI / 3}) * p;
      const bool reached = inverse_kinematics(robot, motion, workspace, Order::position) == Status::ok;
      EXPECT_EQ(reached, cell.state != CellState::unreachable);
      if (!reached) continue;
      const SingularityReport report = singularity_distance(robot, workspace);
      EXPECT_NEAR(report.type1, cell.type1, 1e-9);
      // Turned axes of the plate's velocity: the same singular values.
      EXPECT_NEAR(report.type2, cell.type2, 1e-9);
    }
  }
}

class Slices : public testing::TestWithParam<std::string> {};

TEST_P(Slices, AroundHomeAreReachedThere) {
  const Robot& robot = catalogue_robot(GetParam());
  SliceRequest request = default_slice(robot);
  request.across_count = request.up_count = 15;
  const Slice slice = workspace_slice(robot, request);
  ASSERT_EQ(slice.cells.size(), 225u);
  const SliceCell& home = slice.cell(7, 7);
  EXPECT_EQ(home.state, CellState::ok);
  EXPECT_GT(home.type1, 0);
  EXPECT_GT(slice.reachable_share, 0.05) << "the neighbourhood of home is not followed";
  EXPECT_LE(slice.reachable_share, 1);
  // Values at the centre are those of the home configuration.
  const SingularityReport report = singularity_distance(robot, Workspace(robot));
  EXPECT_NEAR(home.type1, report.type1, 1e-6);
  EXPECT_NEAR(home.type2, report.type2, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Slices, testing::ValuesIn(catalogue_except(without_output)), as_identifier);

// From home, nothing that is behind a singularity of the second type can be reached without crossing one, and nothing
// that counts as reached lies on the other side.
TEST_P(Slices, TellWhatIsBehindASingularity) {
  const Robot& robot = catalogue_robot(GetParam());
  SliceRequest request = default_slice(robot);
  request.across_count = request.up_count = 13;
  // Twice as wide, so that there is something behind.
  for (auto [from, to] : {std::pair(&request.across_from, &request.across_to), {&request.up_from, &request.up_to}}) {
    const double centre = 0.5 * (*from + *to), half = *to - *from;
    *from = centre - half, *to = centre + half;
  }
  const Slice slice = workspace_slice(robot, request);
  const auto crossing = [](const PathReport& report) {
    return std::any_of(report.events.begin(), report.events.end(), [](const PathEvent& event) {
      return event.kind == PathEventKind::type2_crossing || event.kind == PathEventKind::unreachable;
    });
  };
  int examined = 0;
  for (const SliceCell& cell : slice.cells) {
    if (cell.state != CellState::behind || ++examined > 5) continue;
    Placement pose = request.at;
    Vector3 angles = cardan_from_rotation(pose.R);
    for (const auto& [move, value] : {std::pair(request.across, cell.across), std::pair(request.up, cell.up)}) {
      const int c = static_cast<int>(move);
      (c < 3 ? pose.p[c] : angles[c - 3]) = value;
    }
    pose.R = rotation_from_cardan(angles);
    const Placement way[] = {robot.home_pose(), pose};
    EXPECT_TRUE(crossing(watched(robot, way))) << cell.across << ", " << cell.up;
  }
  RecordProperty("behind", examined);
}

// The five-bar is mapped on both sides of its base, wherever both arms reach; some tips lie behind the line on which
// its outer links are stretched.
TEST(WorkspaceSlice, FiveBarIsMappedBehindItsFoldsAndSingularities) {
  const Robot robot = Robot::from_file("five-bar");
  SliceRequest request;
  request.across_from = -0.5, request.across_to = 0.5;
  request.up_from = -0.5, request.up_to = 0.5;
  request.across_count = request.up_count = 41;
  const Slice slice = workspace_slice(robot, request);
  int behind = 0, ok = 0;
  for (const SliceCell& cell : slice.cells) {
    // A tip is reached where both arms reach it: 0.1 to 0.5 m from both motors.
    double slack = 1;
    for (double motor : {-0.1, 0.1}) {
      const double distance = std::hypot(cell.across - motor, cell.up);
      slack = std::min({slack, distance - 0.1, 0.5 - distance});
    }
    if (std::abs(slack) < 1e-9) continue;
    EXPECT_EQ(cell.state != CellState::unreachable, slack > 0) << cell.across << ", " << cell.up;
    behind += cell.state == CellState::behind;
    ok += cell.state == CellState::ok;
  }
  EXPECT_GT(behind, 10);
  EXPECT_GT(ok, 200);
}

// The message with which a request is refused.
std::string refusal(const Robot& robot, const SliceRequest& request) {
  try {
    workspace_slice(robot, request);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  ADD_FAILURE() << "the request was accepted";
  return {};
}

TEST(WorkspaceSlice, WrongRequestsAreRefused) {
  const Robot robot = Robot::from_file("delta");
  const SliceRequest good = delta_slice(5);
  SliceRequest bad = good;
  bad.up = Move::rz;
  EXPECT_NE(refusal(robot, bad).find("x, y, z"), std::string::npos);
  bad = good;
  bad.up = Move::x;
  EXPECT_NE(refusal(robot, bad).find("differ"), std::string::npos);
  bad = good;
  std::swap(bad.across_from, bad.across_to);
  EXPECT_NE(refusal(robot, bad).find("rise"), std::string::npos);
  for (int wrong : {-3, 0, 1, 1001}) {
    bad = good;
    bad.up_count = wrong;
    EXPECT_NE(refusal(robot, bad).find("cells"), std::string::npos);
  }
  bad = good;
  bad.up_to = std::nan("");
  EXPECT_NE(refusal(robot, bad).find("finite"), std::string::npos);
  bad = good;
  bad.at.p[2] = INFINITY;
  EXPECT_NE(refusal(robot, bad).find("finite"), std::string::npos);
  EXPECT_NE(refusal(Robot::from_file("four-bar"), good).find("no platform"), std::string::npos);
}

}  // namespace
}  // namespace jourdain::workspace_map_test
