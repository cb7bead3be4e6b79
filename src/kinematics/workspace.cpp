#include "jourdain/kinematics/workspace.hpp"

#include "kinematics/closure.hpp"
#include "kinematics/drive.hpp"
#include "kinematics/joint_coordinates.hpp"
#include "kinematics/kinematic_state.hpp"
#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

// Answers that lose more than five digits say so.
constexpr double poor_conditioning = 1e-5;

}  // namespace

KinematicState::KinematicState(const RobotData& robot)
    : SolverMemory<double>(robot),
      tree(robot.tree),
      trial(robot.tree),
      saved(robot.tree),
      answer(robot.tree),
      pose(static_cast<int>(robot.driving.size())),
      pose_target(VectorX::Zero(static_cast<int>(robot.driving.size()))),
      pose_start(pose_target),
      pose_step(pose_target),
      pose_value(pose_target),
      pose_mode(pose_target),
      branch_left(pose_target),
      branch_direction(pose_target),
      branch_step(pose_target),
      weak_left(VectorX::Zero(robot.tree.nv)),
      weak_right(weak_left),
      motor_rates(MatrixX::Zero(static_cast<int>(robot.motor_joints.size()), static_cast<int>(robot.driving.size()))) {
  set_coordinates(robot.tree, robot.home, tree);
  update_positions(robot.tree, tree);
  trial = saved = answer = tree;
}

bool is_plausible(const TreeState& tree, Order order) {
  constexpr double largest_rate = 1e100, largest_acceleration = 1e200;
  if (order != Order::position && !(tree.v.array().abs() <= largest_rate).all()) return false;
  return order != Order::acceleration || (tree.a.array().abs() <= largest_acceleration).all();
}

void KinematicState::go_to(const SpanningTree& of, const VectorX& coordinates) {
  set_coordinates(of, coordinates, tree);
  update_positions(of, tree);
  limbs_.at.reset();
}

void KinematicState::go_to(const KinematicState& other) {
  tree = other.tree;
  connection = other.connection;
  limbs_.at.reset();
}

double KinematicState::factor_limbs_at(Configuration configuration, const RobotData& robot) {
  if (configuration == Configuration::trial) return factor_limbs_at_trial(robot).value;
  if (limbs_.at != Configuration::valid) limbs_ = {Configuration::valid, factor_limbs(robot, tree, *this).value};
  return limbs_.conditioning;
}

LimbConditioning KinematicState::factor_limbs_at_trial(const RobotData& robot) {
  const LimbConditioning worst = factor_limbs(robot, trial, *this);
  limbs_ = {Configuration::trial, worst.value};
  return worst;
}

Workspace::Workspace(const Robot& robot) : robot_(robot), state_(std::make_unique<KinematicState>(data_of(robot))) {}
Workspace::Workspace(const Workspace& other)
    : robot_(other.robot_), state_(std::make_unique<KinematicState>(other.checked_state())) {}
Workspace& Workspace::operator=(const Workspace& other) {
  if (this == &other) return *this;
  robot_ = other.robot_;
  if (state_) {
    *state_ = other.checked_state();
  } else {
    state_ = std::make_unique<KinematicState>(other.checked_state());
  }
  return *this;
}
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;
Workspace::~Workspace() = default;

KinematicState& Workspace::settled_state() const {
  KinematicState& state = checked_state();
  if (state.deferred) settle(data_of(robot_), state);
  return state;
}

void Workspace::reset() {
  const RobotData& robot = data_of(robot_);
  checked_state().deferred.reset();
  checked_state().elbows = {};
  state_of(*this).tree.v.setZero();
  state_of(*this).tree.a.setZero();
  state_of(*this).go_to(robot.tree, robot.home);
  update_velocities(robot.tree, state_of(*this).tree);
  update_accelerations(robot.tree, state_of(*this).tree);
  state_of(*this).connection = HomeConnection::shown;
  state_of(*this).report = {};
}

void Workspace::go_to(const Workspace& other) {
  contract(&data_of(robot_) == &data_of(other.robot_), "a workspace cannot go to that of another robot");
  const KinematicState& there = state_of(other);
  KinematicState& here = checked_state();
  here.deferred.reset();
  here.elbows = {};
  here.go_to(there);
}

Status conclude(Workspace& workspace, Status status) { return workspace.checked_state().report.status = status; }

namespace {

int motor_node(const RobotData& robot, int i) {
  contract(i >= 0 && i < static_cast<int>(robot.motor_nodes.size()), "the robot has no motor of this index");
  return robot.motor_nodes[i];
}

const BodyNode& body_node(const RobotData& robot, int body) {
  contract(body >= 0 && body < static_cast<int>(robot.tree.bodies.size()), "the robot has no body of this index");
  return robot.tree.bodies[body];
}

}  // namespace

double Workspace::motor_position(int i) const {
  const RobotData& robot = data_of(robot_);
  const int node = motor_node(robot, i);
  return node_position(robot.tree.nodes[node], state_of(*this).tree.x[node],
                       state_of(*this).tree.q[robot.tree.nodes[node].q]);
}

double Workspace::motor_velocity(int i) const {
  const RobotData& robot = data_of(robot_);
  return state_of(*this).tree.v[robot.tree.nodes[motor_node(robot, i)].v];
}

double Workspace::motor_acceleration(int i) const {
  const RobotData& robot = data_of(robot_);
  return state_of(*this).tree.a[robot.tree.nodes[motor_node(robot, i)].v];
}

Placement Workspace::output_pose() const { return output_placement(data_of(robot_), state_of(*this).tree); }

Twist Workspace::output_twist() const {
  const NodeMotion<double>& n = state_of(*this).tree.n[data_of(robot_).output_node];
  return {point_velocity(n, output_pose().p), n.w};
}

Acceleration Workspace::output_acceleration() const {
  const NodeMotion<double>& n = state_of(*this).tree.n[data_of(robot_).output_node];
  return {point_acceleration(n, output_pose().p), n.dw};
}

Placement Workspace::body_pose(int body) const {
  const BodyNode& at = body_node(data_of(robot_), body);
  const NodeMotion<double>& n = state_of(*this).tree.n[at.node];
  if (at.at_node) return {n.R, n.p};
  return Placement{n.R, n.p} * at.in_node;
}

Twist Workspace::body_twist(int body) const {
  const BodyNode& at = body_node(data_of(robot_), body);
  const NodeMotion<double>& n = state_of(*this).tree.n[at.node];
  if (at.at_node) return {n.v, n.w};
  return {point_velocity(n, n.p + n.R * at.in_node.p), n.w};
}

Acceleration Workspace::body_acceleration(int body) const {
  const BodyNode& at = body_node(data_of(robot_), body);
  const NodeMotion<double>& n = state_of(*this).tree.n[at.node];
  if (at.at_node) return {n.a, n.dw};
  return {point_acceleration(n, n.p + n.R * at.in_node.p), n.dw};
}

JointState Workspace::joint(int index) const {
  const RobotData& robot = data_of(robot_);
  contract(index >= 0 && index < static_cast<int>(robot.mechanism.joints.size()),
           "the robot has no joint of this index");
  const Joint& joint = robot.mechanism.joints[index];
  const TreeState& tree = state_of(*this).tree;
  const Placement A = body_pose(joint.body_a) * joint.in_a;
  const Placement B = body_pose(joint.body_b) * joint.in_b;
  JointState s = relative_position(joint, A, B, robot.home_joints[index]);
  // Joints of the tree know how often they have turned.
  for (int i = robot.tree.joint_node[index]; i >= 0 && i < static_cast<int>(robot.tree.nodes.size()); ++i) {
    const TreeNode& node = robot.tree.nodes[i];
    if (node.joint != index) break;
    if (joint_kind(joint.type).is_ball) break;
    s.position[node.freedom] = node_position(node, tree.x[i], tree.q[node.q]);
  }
  const NodeMotion<double>& a = tree.n[robot.tree.bodies[joint.body_a].node];
  const NodeMotion<double>& b = tree.n[robot.tree.bodies[joint.body_b].node];
  joint_rates(joint.type, A, B, a, b, s.rate);
  joint_accelerations(joint.type, A, B, a, b, s.acceleration);
  return s;
}

double Workspace::closure_error(Order order) const {
  const RobotData& robot = data_of(robot_);
  if (robot.tree.rows == 0) return 0;
  CutRow rows[6];
  double worst = 0;
  for (const Cut& cut : robot.tree.cuts) {
    cut_rows(cut, state_of(*this).tree, order == Order::acceleration, rows);
    const NodeMotion<double>& a = state_of(*this).tree.n[cut.node_a];
    const NodeMotion<double>& b = state_of(*this).tree.n[cut.node_b];
    const Vector3 p_a = a.p + a.R * cut.in_a.p, p_b = b.p + b.R * cut.in_b.p;
    for (int r = 0; r < cut.rows; ++r) {
      double error = rows[r].residual;
      if (order == Order::velocity) {
        error = rows[r].n.dot(point_velocity(b, p_b) - point_velocity(a, p_a)) + rows[r].m_b.dot(b.w) +
                rows[r].m_a.dot(a.w);
      } else if (order == Order::acceleration) {
        error = rows[r].n.dot(point_acceleration(b, p_b) - point_acceleration(a, p_a)) + rows[r].m_b.dot(b.dw) +
                rows[r].m_a.dot(a.dw) + rows[r].bias;
      }
      const bool is_length_row = !rows[r].n.isZero(0);
      worst = std::max(worst, std::abs(error) / (is_length_row ? robot.size : 1.0));
    }
  }
  return worst;
}

const Report& Workspace::report() const { return checked_state().report; }

std::string Workspace::explain() const {
  const Report& r = state_of(*this).report;
  const RobotData& robot = data_of(robot_);
  std::string text = fmt::format("{}: {}", to_string(r.status), jourdain::explain(r.status));
  if (r.limb >= 0) {
    const LimbSummary& limb = robot.limbs[r.limb];
    text += fmt::format("; {} ({})", limb.name, limb.structure);
    if (r.status == Status::unreachable && r.value > 0)
      text += fmt::format(" is {:.4g} m too short or too long", r.value);
    if (r.status == Status::singular) text += " is at a singularity of its own";
  }
  if (r.coordinate >= 0) {
    text += fmt::format("; {} of the motion or its rate contradicts the mechanism by {:.3g} and was not looked at",
                        to_string(static_cast<Move>(r.coordinate)), r.value);
  }
  // How near: the answer's conditioning, where it matters.
  if (r.status == Status::singular) {
    text += r.conditioning > 0 ? fmt::format("; conditioning {:.2g}: {:.1f} of 16 digits would be lost", r.conditioning,
                                             r.digits_lost())
                               : "; conditioning 0: no digit would be left";
  } else if (r.status == Status::ok && r.conditioning < poor_conditioning) {
    text += fmt::format("; a singularity is near: conditioning {:.2g}, {:.1f} of 16 digits are lost", r.conditioning,
                        r.digits_lost());
  }
  if (r.way < 1 && r.status != Status::ok) {
    text += fmt::format("; the straight way from the last configuration was followed for {:.0f} % of its length",
                        100 * r.way);
  }
  if (r.idle_spin >= 0) {
    const IdleSpin& spin = robot.idle_spins[r.idle_spin];
    text += fmt::format("; nothing holds {} between {} and {} against the {:.3g} N m of the loads about their line",
                        robot.mechanism.bodies[spin.bodies.front()].name, robot.mechanism.joints[spin.joint_a].name,
                        robot.mechanism.joints[spin.joint_b].name, r.value);
  }
  if (r.status == Status::ok && !r.certified) {
    text += "; not certified: it cannot be shown that no singularity lies between home and the answer";
  }
  if (r.joint >= 0) text += fmt::format("; joint {} is off by {:.3g}", robot.mechanism.joints[r.joint].name, r.value);
  return text;
}

}  // namespace jourdain
