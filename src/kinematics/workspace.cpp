#include "jourdain/kinematics/workspace.hpp"

#include "kinematics/closure.hpp"
#include "kinematics/drive.hpp"
#include "kinematics/joint_coordinates.hpp"
#include "kinematics/kinematic_state.hpp"
#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace jourdain {
namespace {

// Answers that lose more than five digits say so.
constexpr double poor_conditioning = 1e-5;

// What reads where nothing was computed.
constexpr double not_there = std::numeric_limits<double>::quiet_NaN();
const Vector3 vector_not_there = Vector3::Constant(not_there);
const Placement place_not_there{Matrix3::Constant(not_there), vector_not_there};

}  // namespace

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

bool Workspace::has(Order order) const { return checked_state().has(order); }

void Workspace::reset() {
  const RobotData& robot = data_of(robot_);
  KinematicState& state = checked_state();
  state.elbows = {};
  state.tree.v.setZero();
  state.tree.a.setZero();
  state.go_to(robot.tree, robot.home);
  update_velocities(robot.tree, state.tree);
  update_accelerations(robot.tree, state.tree);
  state.connection = HomeConnection::shown;
  state.report = {};
}

void Workspace::go_to(const Workspace& other) {
  contract(&data_of(robot_) == &data_of(other.robot_), "a workspace cannot go to that of another robot");
  checked_state().go_to(other.checked_state());
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
  if (!has(Order::position)) return not_there;
  return node_position(robot.tree.nodes[node], state_of(*this).tree.x[node],
                       state_of(*this).tree.q[robot.tree.nodes[node].q]);
}

double Workspace::motor_velocity(int i) const {
  const RobotData& robot = data_of(robot_);
  const int node = motor_node(robot, i);
  return has(Order::velocity) ? state_of(*this).tree.v[robot.tree.nodes[node].v] : not_there;
}

double Workspace::motor_acceleration(int i) const {
  const RobotData& robot = data_of(robot_);
  const int node = motor_node(robot, i);
  return has(Order::acceleration) ? state_of(*this).tree.a[robot.tree.nodes[node].v] : not_there;
}

Placement Workspace::output_pose() const {
  return has(Order::position) ? output_placement(data_of(robot_), state_of(*this).tree) : place_not_there;
}

Twist Workspace::output_twist() const {
  if (!has(Order::velocity)) return {vector_not_there, vector_not_there};
  const NodeMotion<double>& n = state_of(*this).tree.n[data_of(robot_).output_node];
  return {point_velocity(n, output_pose().p), n.w};
}

Acceleration Workspace::output_acceleration() const {
  if (!has(Order::acceleration)) return {vector_not_there, vector_not_there};
  const NodeMotion<double>& n = state_of(*this).tree.n[data_of(robot_).output_node];
  return {point_acceleration(n, output_pose().p), n.dw};
}

Placement Workspace::body_pose(int body) const {
  const BodyNode& at = body_node(data_of(robot_), body);
  if (!has(Order::position)) return place_not_there;
  const NodeMotion<double>& n = state_of(*this).tree.n[at.node];
  if (at.at_node) return {n.R, n.p};
  return Placement{n.R, n.p} * at.in_node;
}

Twist Workspace::body_twist(int body) const {
  const BodyNode& at = body_node(data_of(robot_), body);
  if (!has(Order::velocity)) return {vector_not_there, vector_not_there};
  const NodeMotion<double>& n = state_of(*this).tree.n[at.node];
  if (at.at_node) return {n.v, n.w};
  return {point_velocity(n, n.p + n.R * at.in_node.p), n.w};
}

Acceleration Workspace::body_acceleration(int body) const {
  const BodyNode& at = body_node(data_of(robot_), body);
  if (!has(Order::acceleration)) return {vector_not_there, vector_not_there};
  const NodeMotion<double>& n = state_of(*this).tree.n[at.node];
  if (at.at_node) return {n.a, n.dw};
  return {point_acceleration(n, n.p + n.R * at.in_node.p), n.dw};
}

namespace {

JointState all_not_there(JointState joint) {
  std::fill_n(joint.position, joint.positions, not_there);
  std::fill_n(joint.rate, joint.freedoms, not_there);
  std::fill_n(joint.acceleration, joint.freedoms, not_there);
  return joint;
}

}  // namespace

JointState Workspace::joint(int index) const {
  const RobotData& robot = data_of(robot_);
  contract(index >= 0 && index < static_cast<int>(robot.mechanism.joints.size()),
           "the robot has no joint of this index");
  const Joint& joint = robot.mechanism.joints[index];
  const TreeState& tree = state_of(*this).tree;
  const Placement A = body_pose(joint.body_a) * joint.in_a;
  const Placement B = body_pose(joint.body_b) * joint.in_b;
  JointState s = relative_position(joint, A, B, robot.home_joints[index]);
  if (!has(Order::position)) return all_not_there(s);
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
  if (!has(Order::acceleration)) std::fill_n(s.acceleration, s.freedoms, not_there);
  return s;
}

double Workspace::closure_error(Order order) const {
  const RobotData& robot = data_of(robot_);
  if (!has(order)) return not_there;
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
  const Report& r = report();
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
