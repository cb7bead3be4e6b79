#include "core/pivot_search.hpp"
#include "legs/robot_data.hpp"
#include "legs/wrench_balance.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <utility>

namespace jourdain {
namespace {

constexpr int samples = 40;
constexpr double sample_reach = 0.15;       // of the legs' length, and in radians
constexpr double plane_tolerance = 1e-12;   // of points in a plane or mirrored, over the robot's size
constexpr double smallest_distance = 1e-2;  // of pairs that moments tell apart, over the robot's size
constexpr double smallest_area = 1e-3;      // of three such centres, over the size squared

// The balance's matrix at a pose, legs in the order of `columns`.
Matrix6 balance_matrix(const Plan& plan, const Placement& pose) {
  Matrix6 M;
  const Vector3 reference = pose.R * plan.legs[plan.columns[0]].tip;
  const int first = plan.axial;
  for (int j = 0; j < 6; ++j) {
    const RobotLeg& leg = plan.legs[plan.columns[j]];
    const Vector3 r = line_of(leg, pose);
    const Vector3 line = r / r[first];
    const Vector3 moment = (pose.R * leg.tip - reference).cross(line);
    M.col(j) << line[first], line[(first + 1) % 3], line[(first + 2) % 3], moment;
  }
  return M;
}

// The three equations that are left with coplanar centres.
Matrix3 plane_matrix(const Plan& plan, const Placement& pose) {
  LegLines<double> lines;
  for (int k = 0; k < plan.size(); ++k) {
    const Vector3 r = line_of(plan.legs[k], pose);
    lines[k] = r / r[plan.axial];
  }
  return reduced_balance<double>(plan, lines);
}

// Home and poses around it, for legs of this length. Orders of pivots, and with them operation counts, hang on these
// very draws.
std::vector<Placement> poses_near_home(const RobotData& robot, double length) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  // One after the other: the order of arguments would be the compiler's, and so would the plan and its code.
  const auto draw = [&] {
    Vector3 v;
    for (int i = 2; i >= 0; --i) v[i] = uniform(random);
    return v;
  };
  std::vector<Placement> poses{robot.home_pose};
  while (poses.size() < samples) {
    const Vector3 t = draw(), turn = draw();
    poses.push_back(
        {rotation_from_vector(sample_reach * turn) * robot.home_pose.R, robot.home_pose.p + sample_reach * length * t});
  }
  return poses;
}

std::vector<Placement> poses_near_home(const RobotData& robot, const Plan& plan) {
  return poses_near_home(robot, line_of(plan.legs[0], robot.home_pose).norm());
}

// Tries every order of the equations after the axial force, and every leg as reference; keeps the one whose worst
// pivot over the poses is best.
void choose_orders(const RobotData& robot, Plan& plan) {
  const std::vector<Placement> poses = poses_near_home(robot, plan);
  double best = 0;
  Plan trial = plan;
  for (int reference = 0; reference < 6; ++reference) {
    trial.columns.assign(6, 0);
    std::iota(trial.columns.begin(), trial.columns.end(), 0);
    std::rotate(trial.columns.begin(), trial.columns.begin() + reference, trial.columns.begin() + reference + 1);
    std::vector<Matrix6> matrices;
    for (const Placement& pose : poses) matrices.push_back(balance_matrix(trial, pose));
    trial.pivots = {0, 1, 2, 3, 4, 5};
    if (search_pivots(matrices, 1, best, trial.pivots)) plan = trial;
  }
  if (best == 0) plan.legs.clear();
}

// Tries every order of the three equations that are left; keeps the plan with the best worst pivot.
void try_reduced(const std::vector<Placement>& poses, Plan trial, double& best, Plan& plan) {
  std::vector<Matrix3> matrices;
  for (const Placement& pose : poses) matrices.push_back(plane_matrix(trial, pose));
  trial.pivots = {0, 1, 2};
  if (search_pivots(matrices, 0, best, trial.pivots)) plan = std::move(trial);
}

// With centres in one plane: the leg that the axial force gives and the two that moments give. Of all choices the
// one with the best worst pivot.
bool choose_triple(const RobotData& robot, Plan& plan) {
  const std::vector<Placement> poses = poses_near_home(robot, plan);
  const int z = plan.axial, x = (z + 1) % 3, y = (z + 2) % 3;
  double best = 0;
  Plan trial = plan;
  trial.balance = Balance::plane;
  trial.columns = {0, 1, 2, 3, 4, 5};
  do {
    const std::vector<int>& c = trial.columns;
    if (c[1] > c[2] || c[3] > c[4] || c[4] > c[5]) continue;
    trial.origin = plan.legs[c[0]].centre;
    Eigen::Matrix<double, 2, 5> N;
    for (int j = 0; j < 5; ++j) {
      const Vector3 A = plan.legs[c[j + 1]].centre - trial.origin;
      N.col(j) << A[y], -A[x];
    }
    if (!(std::abs(N.leftCols<2>().determinant()) > smallest_area * robot.size * robot.size)) continue;
    trial.solved = N.leftCols<2>().inverse();
    trial.shares = trial.solved * N.rightCols<3>();
    try_reduced(poses, trial, best, plan);
  } while (std::next_permutation(trial.columns.begin(), trial.columns.end()));
  return best > 0;
}

// The legs in pairs whose centres are mirrored at a plane across a base axis, the leg on its positive side first.
bool find_pairs(const RobotData& robot, int across, Plan& plan) {
  const double tolerance = plane_tolerance * robot.size;
  double middle = 0;
  for (const RobotLeg& leg : plan.legs) middle += leg.centre[across] / static_cast<double>(plan.legs.size());
  plan.across = across;
  plan.origin[across] = middle;
  plan.columns.clear();
  const int n = static_cast<int>(plan.legs.size());
  for (int k = 0; k < n; ++k) {
    Vector3 mirrored = plan.legs[k].centre;
    if (!(mirrored[across] - middle > tolerance)) continue;
    mirrored[across] = 2 * middle - mirrored[across];
    for (int other = 0; other < n; ++other) {
      const bool taken = std::find(plan.columns.begin(), plan.columns.end(), other) != plan.columns.end();
      if (taken || (plan.legs[other].centre - mirrored).norm() > tolerance) continue;
      plan.columns.insert(plan.columns.end(), {k, other});
      break;
    }
  }
  return plan.columns.size() == 6;
}

// The platform's axis across which the pairs' tips are mirrored too, or -1.
int axis_across_tips(const RobotData& robot, const Plan& plan) {
  for (int axis = 0; axis < 3; ++axis) {
    bool mirrored = true;
    for (std::size_t j = 0; j < plan.columns.size(); j += 2) {
      Vector3 tip = plan.legs[plan.columns[j]].tip;
      tip[axis] = -tip[axis];
      mirrored &= (plan.legs[plan.columns[j + 1]].tip - tip).norm() <= plane_tolerance * robot.size;
    }
    if (mirrored) return axis;
  }
  return -1;
}

// With centres in one plane and mirrored: the order of the pairs, the first of which is in line with the origin.
bool choose_pairs(const RobotData& robot, Plan& plan) {
  const std::vector<Placement> poses = poses_near_home(robot, plan);
  double best = 0;
  for (int across = 0; across < 3; ++across) {
    Plan trial = plan;
    if (across == plan.axial || !find_pairs(robot, across, trial)) continue;
    trial.balance = Balance::mirrored;
    trial.tips_across = axis_across_tips(robot, trial);
    const int along = 3 - across - plan.axial;
    const std::vector<int> legs = trial.columns;
    std::vector<int> order{0, 1, 2};
    do {
      for (int j = 0; j < 6; ++j) trial.columns[j] = legs[2 * order[j / 2] + j % 2];
      const Vector3& first = plan.legs[trial.columns[0]].centre;
      trial.origin[along] = first[along];
      if (std::abs(plan.legs[trial.columns[2]].centre[along] - first[along]) < smallest_distance * robot.size) continue;
      try_reduced(poses, trial, best, plan);
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return best > 0;
}

// Operations of R x for all points x, with equal products and sums written once; `onto` adds them to a vector.
int turning_cost(const std::vector<Vector3>& points, bool onto) {
  int products = 0;
  std::set<std::vector<double>> sums;
  for (int i = 0; i < 3; ++i) {
    std::set<double> factors;
    for (const Vector3& x : points) {
      if (x[i] == 0) continue;
      factors.insert(std::abs(x[i]));
      if (onto || !x.head(i).isZero(0)) sums.insert(std::vector<double>(x.data(), x.data() + i + 1));
    }
    products += static_cast<int>(factors.size());
  }
  return 3 * (products + static_cast<int>(sums.size()));
}

// Operations of the ball joints' motions: from the platform's origin or from the first leg's ball joint, their
// velocities from w x arm or from the columns w x R_i.
int motion_cost(const Plan& plan, bool from_first, bool from_columns) {
  const Vector3 reference = from_first ? plan.legs[plan.columns[0]].tip : Vector3(Vector3::Zero());
  const bool general = plan.balance == Balance::general;
  std::vector<Vector3> points;
  Vector3 used = Vector3::Zero();
  for (const RobotLeg& leg : plan.legs) {
    const Vector3 x = leg.tip - reference;
    if (x.isZero(0)) continue;
    points.push_back(x);
    used += x.cwiseAbs();
  }
  const int n = static_cast<int>(points.size()), columns = 9 * static_cast<int>((used.array() > 0).count());
  const int arms = 3 * static_cast<int>(plan.legs.size());
  if (general && !from_first && from_columns) return columns + 3 * turning_cost(points, true) + arms;
  const int turned = turning_cost(points, false);
  const int cost = 2 * turned + (from_columns ? columns + turned : 9 * n) + 9 * n;
  if (from_first) return cost + 2 * turning_cost({reference}, false) + 9 + 9;
  return general ? cost + arms : cost;
}

void choose_motions(Plan& plan) {
  int best = -1;
  for (bool from_first : {false, true}) {
    if (from_first && plan.balance != Balance::general) continue;
    for (bool from_columns : {false, true}) {
      const int cost = motion_cost(plan, from_first, from_columns);
      if (best >= 0 && cost >= best) continue;
      best = cost;
      plan.tips_from_first = from_first;
      plan.tips_from_columns = from_columns;
    }
  }
}

// All lines go through centres at one height, which the origin then has.
bool find_plane(const RobotData& robot, Plan& plan) {
  plan.origin[plan.axial] = plan.legs[0].centre[plan.axial];
  return std::all_of(plan.legs.begin(), plan.legs.end(), [&](const RobotLeg& leg) {
    return leg.centred() && std::abs((leg.centre - plan.origin)[plan.axial]) <= plane_tolerance * robot.size;
  });
}

int axis_of_least_spread(const Plan& plan) {
  Vector3 low = plan.legs[0].tip, high = low;
  for (const RobotLeg& leg : plan.legs) low = low.cwiseMin(leg.tip), high = high.cwiseMax(leg.tip);
  int axis = 0;
  (high - low).minCoeff(&axis);
  return axis;
}

// The order of the force equations whose worst pivot near home, as far as arms reach, is best.
bool choose_order(const RobotData& robot, Plan& plan) {
  std::vector<Matrix3> matrices;
  for (const Placement& pose : poses_near_home(robot, std::get<ArmLeg>(plan.legs[0].kernel).bar)) {
    Matrix3 M;
    Guard<double> guard;
    for (int k = 0; k < 3; ++k) {
      const auto leg = shape_of<double>(std::get<ArmLeg>(plan.legs[k].kernel));
      Vector3 column;
      bar_column<double>(leg, place_arm<double>(leg, pose.p, guard), column);
      M.col(k) = column;
    }
    if (guard.status == Status::ok) matrices.push_back(M);
  }
  double best = 0;
  plan.pivots = {0, 1, 2};
  return search_pivots(matrices, 0, best, plan.pivots);
}

}  // namespace

bool has_paired_legs(const Plan& plan) {
  return plan.balance == Balance::mirrored && plan.tips_across >= 0 &&
         std::all_of(plan.legs.begin(), plan.legs.end(),
                     [](const RobotLeg& leg) { return std::holds_alternative<TelescopicLeg>(leg.kernel); });
}

Plan make_plan(const RobotData& robot) {
  Plan plan;
  plan.legs = recognise_arms(robot);
  if (plan) {
    plan.balance = Balance::forces;
    return choose_order(robot, plan) ? plan : Plan{};
  }
  RobotLegs found = recognise_ball_legs(robot);
  if (found.legs.size() != most_legs) return {};
  plan.legs = std::move(found.legs);
  plan.axial = found.axial;
  plan.flat_axis = axis_of_least_spread(plan);
  plan.length = robot.output_length;
  const bool on_plane = find_plane(robot, plan) && (choose_pairs(robot, plan) || choose_triple(robot, plan));
  if (!on_plane) choose_orders(robot, plan);
  if (plan) choose_motions(plan);
  return plan;
}

bool may_defer(const RobotData& robot) {
  // The plan divides by the stretch across the first axis of other legs; of arms only by the motor's lever on the bar.
  if (!robot.plan.translates()) return true;
  constexpr double aligned = 1e-9;
  for (const LimbKernel& kernel : robot.kernels) {
    for (const Rod& rod : kernel.rods) {
      // In the motor's frame, whose axis is z: a bar along this axis has no lever.
      const Vector3 first = robot.tree.nodes[rod.pointing.node].placement.R.col(2);
      const double sine = kernel.motor_slides ? std::abs(first.z()) : std::hypot(first.x(), first.y());
      if (rod.pointing.kind == Pointing::ball || sine > aligned) return false;
    }
  }
  return true;
}

std::string describe(const Plan& plan) {
  const auto name_of_balance = [&] {
    switch (plan.balance) {
      case Balance::forces: return "translating platform";
      case Balance::plane: return "coplanar anchors";
      case Balance::mirrored: return "coplanar and mirrored anchors";
      case Balance::general: break;
    }
    return "balance of six equations";
  };
  if (!plan) return "recursion over all bodies";
  return fmt::format("by legs: {} {}, {}", plan.size(), name_of(plan.legs[0]), name_of_balance());
}

}  // namespace jourdain
