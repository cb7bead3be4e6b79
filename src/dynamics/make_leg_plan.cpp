#include "dynamics/leg_plan.hpp"

#include "jourdain/spatial/rotation.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

namespace jourdain {
namespace {

constexpr int samples = 40;
constexpr double reach = 0.15;  // of the legs' length, and in radians

// The balance's matrix at a pose, legs in the order of `columns`.
Matrix6 balance_matrix(const LegPlan& plan, const Placement& pose) {
  Matrix6 M;
  const Vector3 reference = pose.R * plan.legs[plan.columns[0]].tip;
  const int first = plan.vertical;
  for (int j = 0; j < 6; ++j) {
    const TelescopicLeg& leg = plan.legs[plan.columns[j]];
    const Vector3 q = pose.R * leg.tip;
    const Vector3 r = pose.p + q - leg.centre;
    const Vector3 line = r / r[first];
    const Vector3 moment = (q - reference).cross(line);
    M.col(j) << line[first], line[(first + 1) % 3], line[(first + 2) % 3], moment;
  }
  return M;
}

// Smallest pivot over the largest entry met, without a search.
double smallest_pivot(const Matrix6& M, const std::vector<int>& order) {
  Matrix6 a;
  for (int i = 0; i < 6; ++i) a.row(i) = M.row(order[i]);
  double smallest = 1e300, largest = 0;
  for (int k = 0; k < 6; ++k) {
    largest = std::max(largest, a.bottomRightCorner(6 - k, 6 - k).cwiseAbs().maxCoeff());
    smallest = std::min(smallest, std::abs(a(k, k)));
    if (!(smallest > 0)) return 0;
    for (int i = k + 1; i < 6; ++i) a.row(i) -= (a(i, k) / a(k, k)) * a.row(k);
  }
  return smallest / largest;
}

// The same for the three equations that are left with coplanar centres.
double smallest_plane_pivot(const LegPlan& plan, const Placement& pose) {
  const int z = plan.vertical, x = (z + 1) % 3, y = (z + 2) % 3;
  Eigen::Matrix<double, 3, 6> rows;
  for (int j = 0; j < 6; ++j) {
    const TelescopicLeg& leg = plan.legs[plan.columns[j]];
    const Vector3 r = pose * leg.tip - leg.centre;
    const double X = r[x] / r[z], Y = r[y] / r[z];
    rows.col(j) << X, Y, leg.centre[x] * Y - leg.centre[y] * X;
  }
  const Matrix3 left = rows.rightCols<3>() - rows.leftCols<3>() * plan.shares;
  Matrix3 a;
  for (int i = 0; i < 3; ++i) a.row(i) = left.row(plan.pivots[i]);
  double smallest = std::abs(a(0, 0)), largest = a.cwiseAbs().maxCoeff();
  for (int k = 0; k < 2; ++k) {
    for (int i = k + 1; i < 3; ++i) a.row(i) -= (a(i, k) / a(k, k)) * a.row(k);
    smallest = std::min(smallest, std::abs(a(k + 1, k + 1)));
  }
  return smallest > 0 ? smallest / largest : 0.0;
}

std::vector<Placement> poses_near_home(const RobotData& robot, const LegPlan& plan) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const double length = (robot.home_pose * plan.legs[0].tip - plan.legs[0].centre).norm();
  std::vector<Placement> poses{robot.home_pose};
  while (poses.size() < samples) {
    const Vector3 t(uniform(random), uniform(random), uniform(random));
    const Vector3 turn(uniform(random), uniform(random), uniform(random));
    poses.push_back({rotation_from_vector(reach * turn) * robot.home_pose.R, robot.home_pose.p + reach * length * t});
  }
  return poses;
}

// Tries every order of the equations after the vertical force, and every leg as reference; keeps the one whose worst
// pivot over the poses is best.
void choose_orders(const RobotData& robot, LegPlan& plan) {
  const std::vector<Placement> poses = poses_near_home(robot, plan);
  double best = 0;
  LegPlan trial = plan;
  for (int reference = 0; reference < 6; ++reference) {
    trial.columns.assign(6, 0);
    std::iota(trial.columns.begin(), trial.columns.end(), 0);
    std::rotate(trial.columns.begin(), trial.columns.begin() + reference, trial.columns.begin() + reference + 1);
    std::vector<Matrix6> matrices;
    for (const Placement& pose : poses) matrices.push_back(balance_matrix(trial, pose));
    trial.pivots = {0, 1, 2, 3, 4, 5};
    do {
      double worst = 1;
      for (const Matrix6& M : matrices) {
        worst = std::min(worst, smallest_pivot(M, trial.pivots));
        if (worst <= best) break;
      }
      if (worst > best) best = worst, plan = trial;
    } while (std::next_permutation(trial.pivots.begin() + 1, trial.pivots.end()));
  }
  if (best == 0) plan.legs.clear();
}

// With centres in one plane: which three legs' shares follow from the others', and the order of the last three
// equations. Of all choices the one with the best worst pivot.
void choose_triple(const RobotData& robot, LegPlan& plan) {
  const std::vector<Placement> poses = poses_near_home(robot, plan);
  const int z = plan.vertical, x = (z + 1) % 3, y = (z + 2) % 3;
  double best = 0;
  LegPlan trial = plan;
  for (int mask = 0; mask < 64; ++mask) {
    trial.columns.clear();
    for (int k = 0; k < 6; ++k) {
      if (mask & (1 << k)) trial.columns.push_back(k);
    }
    if (trial.columns.size() != 3) continue;
    for (int k = 0; k < 6; ++k) {
      if (!(mask & (1 << k))) trial.columns.push_back(k);
    }
    Eigen::Matrix<double, 3, 6> N;
    for (int j = 0; j < 6; ++j) {
      const Vector3& A = plan.legs[trial.columns[j]].centre;
      N.col(j) << 1, A[y], -A[x];
    }
    if (!(std::abs(N.leftCols<3>().determinant()) > 1e-3 * robot.size * robot.size)) continue;
    trial.solved = N.leftCols<3>().inverse();
    trial.shares = trial.solved * N.rightCols<3>();
    trial.pivots = {0, 1, 2};
    do {
      double worst = 1;
      for (const Placement& pose : poses) worst = std::min(worst, smallest_plane_pivot(trial, pose));
      if (worst > best) best = worst, plan = trial;
    } while (std::next_permutation(trial.pivots.begin(), trial.pivots.end()));
  }
  plan.coplanar_base = best > 0;
}

// Whether v + sum_i (w x R_i) tip_i, with equal products and sums written once, takes fewer operations than v + w x
// arm.
bool shares_tips(const LegPlan& plan) {
  std::set<std::vector<double>> beginnings;
  int cost = 0;
  for (int i = 0; i < 3; ++i) {
    std::set<double> factors;
    beginnings.clear();
    for (const TelescopicLeg& leg : plan.legs) {
      factors.insert(std::abs(leg.tip[i]));
      beginnings.insert(std::vector<double>(leg.tip.data(), leg.tip.data() + i + 1));
    }
    if (factors.size() == 1 && *factors.begin() == 0) continue;
    cost += 9 + 3 * static_cast<int>(factors.size() + beginnings.size());
  }
  return cost < 12 * static_cast<int>(plan.legs.size());
}

// All centres at one height.
void find_plane(const RobotData& robot, LegPlan& plan) {
  const double tolerance = 1e-12 * robot.size;
  plan.height = plan.legs[0].centre[plan.vertical];
  plan.coplanar_base = std::all_of(plan.legs.begin(), plan.legs.end(), [&](const TelescopicLeg& leg) {
    return std::abs(leg.centre[plan.vertical] - plan.height) <= tolerance;
  });
}

}  // namespace

LegPlan make_leg_plan(const RobotData& robot) {
  LegPlan plan;
  plan.legs = telescopic_legs(robot);
  if (plan.legs.size() != 6) return {};
  for (int i = 0; i < 3; ++i) {
    if (plan.legs[0].axes(2, i) == 1) plan.vertical = i;
  }
  plan.shared_tips = shares_tips(plan);
  find_plane(robot, plan);
  if (plan.coplanar_base) choose_triple(robot, plan);
  if (!plan.coplanar_base) choose_orders(robot, plan);
  return plan;
}

}  // namespace jourdain
