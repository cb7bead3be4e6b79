#include "jourdain/dynamics/statics.hpp"

#include "core/dense/decompositions.hpp"
#include "dynamics/joint_forces.hpp"
#include "dynamics/loads.hpp"
#include "kinematics/kinematic_state.hpp"
#include "legs/wrench.hpp"
#include "model/joint_freedoms.hpp"
#include "structure/idle_spin_inertia.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

// Pivots below this times the largest are zero, as in the count of freedoms.
constexpr double rank_tolerance = 1e-9;
// A joint with a larger share in the reactions that cancel each other is not unique.
constexpr double share_tolerance = 1e-7;
// A larger unbalance says that forces and motion do not belong together.
constexpr double balance_tolerance = 1e-6;

// Frames of a joint on its two bodies, in base axes.
struct JointFrames {
  Placement A, B;
};

JointFrames frames_of(const Joint& joint, const Workspace& workspace) {
  return {workspace.body_pose(joint.body_a) * joint.in_a, workspace.body_pose(joint.body_b) * joint.in_b};
}

// Wrenches on body b whose duals are the joint's rates, one per freedom.
std::vector<Wrench<double>> free_wrenches(const Joint& joint, const JointFrames& at) {
  const Vector3 zero = Vector3::Zero();
  const JointKind& kind = joint_kind(joint.type);
  std::vector<Wrench<double>> wrenches;
  for (int i = 0; i < kind.freedoms; ++i) {
    const Vector3 axis = kind.freedom[i].direction(at.A.R, at.B.R);
    wrenches.push_back(kind.freedom[i].slides() ? Wrench<double>{axis, zero} : Wrench<double>{zero, axis});
  }
  return wrenches;
}

// The moment direction by which a ball joint with its spin taken out holds a rod, or zero.
Vector3 held_spin(const Robot& robot, const Workspace& workspace, int joint) {
  const SpanningTree& tree = robot.tree();
  const TreeState& state = state_of(workspace).tree;
  const int node = tree.joint_node[joint], cut = tree.joint_cut[joint];
  if (node >= 0 && tree.nodes[node].kind == NodeKind::revolute) {
    return state.n[node].R.col(2).cross(state.n[node + 1].R.col(2)).normalized();
  }
  if (cut >= 0 && tree.cuts[cut].type == JointType::universal) {
    const Cut& c = tree.cuts[cut];
    const Vector3 z = state.n[c.node_a].R * c.in_a.R.col(2), x = state.n[c.node_b].R * c.in_b.R.col(0);
    return z.cross(x).normalized();
  }
  return Vector3::Zero();
}

// Wrenches on body b that do no work on the joint's freedoms; moments are in units of force times `size`.
std::vector<Wrench<double>> constraint_wrenches(const Robot& robot, const Workspace& workspace, int index,
                                                const JointFrames& at) {
  const Joint& joint = robot.mechanism().joints[index];
  const double size = robot.size();
  const JointKind& kind = joint_kind(joint.type);
  const Vector3 zero = Vector3::Zero(), z = at.A.R.col(2);
  std::vector<Wrench<double>> wrenches;
  const auto add_moment = [&](const Vector3& about) { wrenches.push_back({zero, size * about}); };
  for (int axis = 0; axis < 3; ++axis) {
    if (kind.slides_along(axis)) continue;
    const Vector3 force = at.A.R.col(axis);
    // A force along the screw goes with the moment that cancels its power.
    wrenches.push_back({force, kind.is_screw && axis == 2 ? Vector3(-joint.pitch * force) : zero});
  }
  if (kind.is_ball) {
    if (const Vector3 spin = held_spin(robot, workspace, index); !spin.isZero(0)) add_moment(spin);
  } else if (kind.turns() == 2) {
    add_moment(z.cross(at.B.R.col(0)).normalized());
  } else {
    for (int axis = 0; axis < 3 - kind.turns(); ++axis) add_moment(at.A.R.col(axis));
  }
  return wrenches;
}

// Wrenches that the bodies must receive from their joints, at their frame origins.
class BodyBalance {
 public:
  BodyBalance(const Robot& robot, const Workspace& workspace, const DynamicsOptions& options)
      : workspace_(workspace), need_(robot.mechanism().bodies.size()) {
    const Mechanism& mechanism = robot.mechanism();
    for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
      add_inertia(static_cast<int>(i), Placement{},
                  without_idle_spin(robot.tree().bodies[i], mechanism.bodies[i].inertial), mechanism.gravity);
    }
    if (options.payload && mechanism.output) {
      const Output& output = *mechanism.output;
      add_inertia(output.body, output.frame * output.tool, output.payload, mechanism.gravity);
    }
    visit_applied_wrenches(robot, workspace, options,
                           [&](int body, const Vector3& x, const Vector3& force, const Vector3& moment) {
                             add(body, x, {-force, -moment});
                           });
  }

  // Adds a wrench, its force acting at x, to what a body needs.
  void add(int body, const Vector3& x, const Wrench<double>& w) {
    need_[body].force += w.force;
    need_[body].moment += w.moment + (x - workspace_.body_pose(body).p).cross(w.force);
  }

  const std::vector<Wrench<double>>& need() const { return need_; }

 private:
  // Newton and Euler at the centre of mass.
  void add_inertia(int body, const Placement& in_body, const Inertial& inertial, const Vector3& gravity) {
    const Placement at = workspace_.body_pose(body) * in_body;
    const Twist t = workspace_.body_twist(body);
    const Acceleration a = workspace_.body_acceleration(body);
    const Vector3 c = at * inertial.com, r = c - workspace_.body_pose(body).p;
    const Vector3 acceleration = a.a + a.dw.cross(r) + t.w.cross(t.w.cross(r));
    const Matrix3 I = at.R * inertial.inertia * at.R.transpose();
    add(body, c, {inertial.mass * (acceleration - gravity), I * a.dw + t.w.cross(I * t.w)});
  }

  const Workspace& workspace_;
  std::vector<Wrench<double>> need_;
};

// What each joint transmits along its freedoms: motor less rotor, friction and spring.
std::vector<Wrench<double>> driven_wrenches(const Robot& robot, const Workspace& workspace, const VectorX& forces,
                                            const DynamicsOptions& options) {
  const std::vector<Joint>& joints = robot.mechanism().joints;
  std::vector<Wrench<double>> driven(joints.size());
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const int index = static_cast<int>(j);
    const JointResistance r = joint_resistance(robot, workspace, index, options.friction, options.springs);
    const std::vector<Wrench<double>> directions = free_wrenches(joints[j], frames_of(joints[j], workspace));
    for (std::size_t i = 0; i < directions.size(); ++i) {
      double push = r.any ? -r.force[i] : 0.0;
      if (joints[j].motor) {
        const auto k =
            std::find(robot.motor_joints().begin(), robot.motor_joints().end(), index) - robot.motor_joints().begin();
        const MotorModel& motor = *joints[j].motor;
        push += forces[k] -
                motor.gear * motor.gear * motor.rotor_inertia * workspace.motor_acceleration(static_cast<int>(k));
      }
      driven[j].force += push * directions[i].force;
      driven[j].moment += push * directions[i].moment;
    }
  }
  return driven;
}

// The equations A x = b of all bodies, forces and moments over size; x are the constraint wrenches' factors.
struct Equations {
  MatrixX A;
  VectorX b;
  std::vector<std::vector<Wrench<double>>> directions;  // of each joint
  std::vector<int> first;                               // column of each joint
};

void put_column(const Robot& robot, const Workspace& workspace, int body, const Vector3& x, const Wrench<double>& w,
                double sign, Eigen::Ref<VectorX> column) {
  if (body == 0) return;
  const Vector3 moment = w.moment + (x - workspace.body_pose(body).p).cross(w.force);
  column.segment<3>(6 * (body - 1)) += sign * w.force;
  column.segment<3>(6 * (body - 1) + 3) += sign / robot.size() * moment;
}

Equations make_equations(const Robot& robot, const Workspace& workspace, const std::vector<Wrench<double>>& need) {
  const Mechanism& mechanism = robot.mechanism();
  Equations e;
  int columns = 0;
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const JointFrames at = frames_of(mechanism.joints[j], workspace);
    e.directions.push_back(constraint_wrenches(robot, workspace, static_cast<int>(j), at));
    e.first.push_back(columns);
    columns += static_cast<int>(e.directions.back().size());
  }
  const int rows = 6 * (static_cast<int>(mechanism.bodies.size()) - 1);
  e.A = MatrixX::Zero(rows, columns);
  e.b.resize(rows);
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    const Vector3 x = frames_of(joint, workspace).B.p;
    for (std::size_t i = 0; i < e.directions[j].size(); ++i) {
      const int column = e.first[j] + static_cast<int>(i);
      put_column(robot, workspace, joint.body_b, x, e.directions[j][i], 1, e.A.col(column));
      put_column(robot, workspace, joint.body_a, x, e.directions[j][i], -1, e.A.col(column));
    }
  }
  for (std::size_t i = 1; i < need.size(); ++i) {
    e.b.segment<3>(6 * (static_cast<int>(i) - 1)) = need[i].force;
    e.b.segment<3>(6 * (static_cast<int>(i) - 1) + 3) = need[i].moment / robot.size();
  }
  return e;
}

Status check_forces(const Robot& robot, const Workspace& workspace, const VectorX& forces,
                    const DynamicsOptions& options) {
  if (&data_of(workspace.robot()) != &data_of(robot)) return Status::inconsistent;
  if (forces.size() != static_cast<Eigen::Index>(robot.motor_joints().size())) return Status::inconsistent;
  if (!workspace.has(Order::acceleration)) return Status::not_computed;
  if (const Status status = check_loads(robot, options); status != Status::ok) return status;
  if (!forces.allFinite()) return Status::not_finite;
  Report report;
  return check_idle_rods(data_of(robot), state_of(workspace).tree, options, report);
}

}  // namespace

Status joint_reactions(const Robot& robot, const Workspace& workspace, const VectorX& forces, Reactions& reactions,
                       const DynamicsOptions& options) {
  if (const Status status = check_forces(robot, workspace, forces, options); status != Status::ok) return status;
  const std::vector<Joint>& joints = robot.mechanism().joints;
  // What bodies need, less what motors, friction and springs give.
  BodyBalance balance(robot, workspace, options);
  const std::vector<Wrench<double>> driven = driven_wrenches(robot, workspace, forces, options);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Vector3 x = frames_of(joints[j], workspace).B.p;
    balance.add(joints[j].body_b, x, {-driven[j].force, -driven[j].moment});
    balance.add(joints[j].body_a, x, driven[j]);
  }
  const Equations e = make_equations(robot, workspace, balance.need());
  if (!e.b.allFinite() || !e.A.allFinite()) return Status::not_finite;
  // The constraints give the rest; least norm where there is a choice.
  const auto [x, null_space] = dense::solutions(e.A, e.b, rank_tolerance);
  reactions.joints.assign(joints.size(), {});
  reactions.open = static_cast<int>(null_space.cols());
  double largest = e.b.lpNorm<Eigen::Infinity>();
  if (x.size() > 0) largest = std::max(largest, x.lpNorm<Eigen::Infinity>());
  reactions.residual = largest > 0 ? (e.A * x - e.b).lpNorm<Eigen::Infinity>() / largest : 0.0;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    JointReaction& reaction = reactions.joints[j];
    const int count = static_cast<int>(e.directions[j].size());
    for (int i = 0; i < count; ++i) {
      reaction.constraint_force += x[e.first[j] + i] * e.directions[j][i].force;
      reaction.constraint_moment += x[e.first[j] + i] * e.directions[j][i].moment;
    }
    reaction.force = reaction.constraint_force + driven[j].force;
    reaction.moment = reaction.constraint_moment + driven[j].moment;
    reaction.unique = reactions.open == 0 || null_space.middleRows(e.first[j], count).norm() < share_tolerance;
  }
  return reactions.residual < balance_tolerance ? Status::ok : Status::inconsistent;
}

AxialLoad in_joint_axes(const Robot& robot, const Workspace& workspace, int joint, const JointReaction& reaction) {
  const Joint& j = robot.mechanism().joints[joint];
  const Vector3 axis = workspace.body_pose(j.body_a).R * j.in_a.R.col(2);
  const auto along = [&](const Vector3& v) { return v.dot(axis); };
  const auto across = [&](const Vector3& v) { return (v - v.dot(axis) * axis).norm(); };
  return {along(reaction.force), across(reaction.force), along(reaction.moment), across(reaction.moment)};
}

std::vector<RodForce> rod_forces(const Robot& robot, const Workspace& workspace, const Reactions& reactions) {
  const Mechanism& mechanism = robot.mechanism();
  std::vector<RodForce> rods;
  for (int body = 1; body < static_cast<int>(mechanism.bodies.size()); ++body) {
    std::vector<Vector3> ends, forces;  // in base axes; forces on the rod
    bool swings = true;
    for (std::size_t k = 0; k < mechanism.joints.size(); ++k) {
      const Joint& joint = mechanism.joints[k];
      if (joint.body_a != body && joint.body_b != body) continue;
      const bool is_b = joint.body_b == body;
      swings = swings && (joint.type == JointType::spherical || joint.type == JointType::universal);
      ends.push_back(workspace.body_pose(body) * (is_b ? joint.in_b.p : joint.in_a.p));
      forces.push_back(is_b ? reactions.joints[k].force : Vector3(-reactions.joints[k].force));
    }
    if (!swings || ends.size() != 2 || !((ends[1] - ends[0]).norm() > 0)) continue;
    const Vector3 e = (ends[1] - ends[0]).normalized();
    rods.push_back({body, e.dot(forces[1] - forces[0]) / 2});
  }
  return rods;
}

std::string explain(const Robot& robot, const Reactions& reactions) {
  if (reactions.open == 0) return "all joint reactions are unique";
  std::string names;
  for (std::size_t j = 0; j < reactions.joints.size(); ++j) {
    if (reactions.joints[j].unique) continue;
    names += (names.empty() ? "" : ", ") + robot.mechanism().joints[j].name;
  }
  return fmt::format(
      "the mechanism is over-constrained {}: motor forces are unique, but reactions of these joints are not, and "
      "those of least norm are given: {}",
      reactions.open == 1 ? "once" : fmt::format("{} times", reactions.open), names);
}

}  // namespace jourdain
