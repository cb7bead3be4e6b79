#include "dynamics/translating_plan.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace jourdain {
namespace {

constexpr double geometry_tolerance = 1e-9;  // of unit vectors, and of lengths over the robot's size
constexpr double inertia_tolerance = 1e-9;   // of the bar's mass, times length or length squared
constexpr double round_off = 4e-15;          // of numbers that should be equal, over their scale
constexpr int samples = 40;
constexpr double reach = 0.15;  // of the bars' length

bool only_motors_rub(const RobotData& robot) {
  if (!robot.mechanism.counterbalances.empty()) return false;
  for (const JointForces<double>& joint : robot.parameters.joints) {
    if (joint.node < 0 || joint.axes != 1 || joint.axis[0].pulls) return false;
    const auto& motors = robot.actuator_nodes;
    if (std::find(motors.begin(), motors.end(), joint.node) == motors.end()) return false;
  }
  return true;
}

// Axes of a leg; a base axis across the motor's is taken as u.
Matrix3 leg_axes(const Vector3& h) {
  Vector3 u = h.unitOrthogonal();
  for (int i = 0; i < 3; ++i) {
    if (std::abs(h[i]) < geometry_tolerance) u = Vector3::Unit(i);
  }
  Matrix3 axes;
  axes.row(0) = u.cross(h);
  axes.row(1) = u;
  axes.row(2) = h;
  return axes;
}

// A rod without inertia about its own line, its mass on that line.
bool is_bar(const FrameInertia<double>& body, const Vector3& e, double length) {
  const double s = body.s.dot(e), I = 0.5 * body.I.trace();
  const Matrix3 thin = I * (Matrix3::Identity() - e * e.transpose());
  return (body.s - s * e).norm() <= inertia_tolerance * body.m * length &&
         (body.I - thin).norm() <= inertia_tolerance * body.m * length * length;
}

// Bars that stay parallel: their ends differ only along the motor's axis, by as much on both sides.
bool read_bars(const RobotData& robot, const LimbKernel& kernel, ArmLeg& leg) {
  const double tolerance = geometry_tolerance * robot.size;
  const Rod& first = kernel.rods[0];
  int nodes = 1;
  for (const Rod& rod : kernel.rods) {
    const Vector3 apart = rod.centre - first.centre;
    const Vector3 tips = leg.axes * (robot.home_pose.R * (rod.tip - first.tip));
    if (apart.head<2>().norm() > tolerance || tips.head<2>().norm() > tolerance) return false;
    if (std::abs(apart.z() - tips.z()) > tolerance || std::abs(rod.length - first.length) > tolerance) return false;
    if (rod.pointing.kind == Pointing::single) return false;
    const bool two = rod.pointing.kind == Pointing::universal;
    const int node = two ? rod.pointing.second : rod.pointing.node;
    if (two && (robot.parameters.nodes[rod.pointing.node].m != 0 || robot.tree.nodes[node].offset)) return false;
    if (!is_bar(robot.parameters.nodes[node], rod.pointing.d, rod.length)) return false;
    leg.bars.push_back(node);
    leg.along.push_back(rod.pointing.d);
    nodes += two ? 2 : 1;
  }
  leg.bar = first.length;
  return nodes == robot.tree.limbs[&kernel - robot.kernels.data()].nodes;
}

bool read_leg(const RobotData& robot, const LimbKernel& kernel, ArmLeg& leg) {
  if (kernel.family != LimbKernel::Family::elbow || kernel.motor_slides) return false;
  const TreeNode& motor = robot.tree.nodes[kernel.motor];
  const auto found = std::find(robot.actuator_nodes.begin(), robot.actuator_nodes.end(), kernel.motor);
  if (found == robot.actuator_nodes.end() || motor.parent != 0 || motor.kind != NodeKind::revolute) return false;
  leg.actuator = static_cast<int>(found - robot.actuator_nodes.begin());
  leg.motor = kernel.motor;
  leg.axes = leg_axes(motor.placement.R.col(2));
  const Rod& rod = kernel.rods[0];
  leg.elbow = Vector3(rod.centre.x(), rod.centre.y(), 0);
  leg.arm = leg.elbow.norm();
  if (!(leg.arm > geometry_tolerance * robot.size) || !read_bars(robot, kernel, leg)) return false;
  const Vector3 pivot = motor.placement.p + rod.centre.z() * motor.placement.R.col(2);
  leg.offset = leg.axes * (robot.home_pose.R * rod.tip - pivot);
  // The side on which home has the elbow.
  const double q = robot.home[motor.q];
  const Vector3 turned(std::cos(q) * leg.elbow.x() - std::sin(q) * leg.elbow.y(),
                       std::sin(q) * leg.elbow.x() + std::cos(q) * leg.elbow.y(), 0);
  const Vector3 C = leg.axes * (motor.placement.R * turned), r = leg.axes * robot.home_pose.p + leg.offset;
  leg.mode = r[0] * C[1] - r[1] * C[0] > 0 ? 1 : -1;
  return true;
}

// Smallest pivot over the largest entry, rows in the plan's order; 0 out of reach.
double smallest_pivot(const TranslatingPlan& plan, const Vector3& p) {
  Matrix3 M;
  Guard<double> guard;
  for (int k = 0; k < 3; ++k) {
    const ArmLeg& leg = plan.legs[k];
    const ArmPlace<double> at = place_arm<double>(leg, p, guard);
    M.col(k) = at.d;
  }
  if (guard.status != Status::ok) return 1;  // says nothing about the order
  Matrix3 a;
  for (int i = 0; i < 3; ++i) a.row(i) = M.row(plan.pivots[i]);
  double smallest = std::abs(a(0, 0));
  const double largest = a.cwiseAbs().maxCoeff();
  for (int k = 0; k < 2; ++k) {
    for (int i = k + 1; i < 3; ++i) a.row(i) -= (a(i, k) / a(k, k)) * a.row(k);
    smallest = std::min(smallest, std::abs(a(k + 1, k + 1)));
  }
  return smallest > 0 ? smallest / largest : 0;
}

// Numbers that differ by round-off only become equal, so that turned legs share what they have in common.
struct EqualNumbers {
  double scale;
  std::vector<double> known{0, 0.5, 1};  // over the scale

  void operator()(double& x) {
    for (double k : known) {
      if (std::abs(std::abs(x) - k * scale) <= round_off * scale) {
        x = k == 0 ? 0 : std::copysign(k * scale, x);
        return;
      }
    }
    known.push_back(std::abs(x) / scale);
    x = std::copysign(known.back() * scale, x);
  }
};

void equalise(const RobotData& robot, TranslatingPlan& plan) {
  EqualNumbers direction{1}, length{robot.size};
  for (ArmLeg& leg : plan.legs) {
    for (double& x : leg.axes.reshaped()) direction(x);
    for (double& x : leg.offset) length(x);
    length(leg.arm);
    length(leg.bar);
  }
}

// The order of the force equations whose worst pivot near home is best.
bool choose_order(const RobotData& robot, TranslatingPlan& plan) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Vector3> places{robot.home_pose.p};
  while (places.size() < samples) {
    const Vector3 t(uniform(random), uniform(random), uniform(random));
    places.push_back(robot.home_pose.p + reach * plan.legs[0].bar * t);
  }
  double best = 0;
  TranslatingPlan trial = plan;
  trial.pivots = {0, 1, 2};
  do {
    double worst = 1;
    for (const Vector3& p : places) worst = std::min(worst, smallest_pivot(trial, p));
    if (worst > best) best = worst, plan.pivots = trial.pivots;
  } while (std::next_permutation(trial.pivots.begin(), trial.pivots.end()));
  return best > 0;
}

}  // namespace

TranslatingPlan make_translating_plan(const RobotData& robot) {
  const std::vector<int> translations{0, 1, 2};
  if (!robot.closed_inverse ||
      !std::equal(robot.moves.begin(), robot.moves.end(), translations.begin(), translations.end()) ||
      robot.tree.limbs.size() != 3 || robot.actuators.size() != 3 || robot.driving.size() != 3 ||
      !only_motors_rub(robot)) {
    return {};
  }
  TranslatingPlan plan;
  for (const LimbKernel& kernel : robot.kernels) {
    ArmLeg leg;
    if (!read_leg(robot, kernel, leg)) return {};
    plan.legs.push_back(leg);
  }
  equalise(robot, plan);
  return choose_order(robot, plan) ? plan : TranslatingPlan{};
}

}  // namespace jourdain
