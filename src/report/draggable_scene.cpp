#include "core/uniform_draws.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "kinematics/closure.hpp"
#include "kinematics/kinematic_state.hpp"
#include "report/scene_recorder.hpp"
#include "report/workspace_picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

// Mass and first moment of the payload come to those of its body.
void add_payload(const Output& output, SceneMechanism::Weight& weight) {
  const double mass = weight.mass + output.payload.mass;
  if (!(mass > 0)) return;
  const Vector3 centre = (output.frame * output.tool) * output.payload.com;
  weight.centre = (weight.mass * weight.centre + output.payload.mass * centre) / mass;
  weight.mass = mass;
}

// What acts on the joints of a robot at rest, and between its bodies.
void add_springs(const Mechanism& mechanism, SceneMechanism& scene) {
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    if (joint.type == JointType::spherical) continue;
    for (std::size_t k = 0; k < joint.axes.size(); ++k) {
      const Spring& spring = joint.axes[k].spring;
      const double preload = spring.preload + joint.axes[k].friction.offset;
      if (spring.stiffness == 0 && preload == 0) continue;
      scene.springs.push_back({static_cast<int>(j), static_cast<int>(k), spring.stiffness, spring.rest, preload});
    }
  }
  for (const Counterbalance& c : mechanism.counterbalances)
    scene.pulls.push_back({c.body_a, c.body_b, c.at_a, c.at_b, c.stiffness, c.length, c.force});
}

void add_joints(const Robot& robot, SceneMechanism& scene) {
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
    const Joint& joint = robot.mechanism().joints[j];
    SceneMechanism::Joint shown;
    shown.name = joint.name;
    shown.kind = to_string(joint.type);
    shown.a = joint.body_a;
    shown.b = joint.body_b;
    shown.in_a = joint.in_a;
    shown.in_b = joint.in_b;
    shown.pitch = joint.pitch;
    shown.cone = joint.cone;
    for (const JointAxis& axis : joint.axes) {
      shown.lower.push_back(axis.limits.lower);
      shown.upper.push_back(axis.limits.upper);
    }
    const auto motor = std::find(robot.motor_joints().begin(), robot.motor_joints().end(), static_cast<int>(j));
    if (motor != robot.motor_joints().end()) shown.motor = static_cast<int>(motor - robot.motor_joints().begin());
    scene.joints.push_back(std::move(shown));
  }
}

// The bodies that a node carries, and those behind it.
std::vector<int> moved_by(const SpanningTree& tree, int node) {
  std::vector<int> bodies;
  for (std::size_t b = 0; b < tree.bodies.size(); ++b) {
    int at = tree.bodies[b].node;
    while (at > node) at = tree.nodes[at].parent;
    if (at == node) bodies.push_back(static_cast<int>(b));
  }
  return bodies;
}

// A body in which the axis of a node is fixed: its own, or one before it that only slides against its parent.
int carrier_of(const SpanningTree& tree, int node) {
  for (; node > 0; node = tree.nodes[node].parent) {
    for (std::size_t b = 0; b < tree.bodies.size(); ++b)
      if (tree.bodies[b].node == node) return static_cast<int>(b);
  }
  return 0;
}

// Ball joints turn about any three axes that are at right angles, a free body about and along them.
void add_coordinates(const RobotData& data, const Workspace& home, SceneMechanism& scene) {
  const SpanningTree& tree = data.tree;
  scene.coordinates.resize(tree.nv);
  for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    const NodeMotion<double>& n = state_of(home).tree.n[i];
    const int carrier = carrier_of(tree, static_cast<int>(i));
    const Placement inside = home.body_pose(carrier).inverse() * Placement{n.R, n.p};
    for (int k = 0; k < velocities(node.kind); ++k) {
      SceneMechanism::Coordinate& c = scene.coordinates[node.v + k];
      c.slides = is_length(node, k);
      c.pitch = node.kind == NodeKind::helical ? node.pitch : 0;
      c.body = carrier;
      c.at = inside.p;
      c.axis = inside.R.col(velocities(node.kind) == 1 ? 2 : k % 3);
      c.moves = moved_by(tree, static_cast<int>(i));
    }
  }
}

void add_structure(const Robot& robot, SceneMechanism& scene) {
  const RobotData& data = data_of(robot);
  add_coordinates(data, Workspace(robot), scene);
  for (const Cut& cut : data.tree.cuts) scene.cuts.push_back(cut.joint);
  for (const int node : data.motor_nodes) scene.motor_coordinates.push_back(data.tree.nodes[node].v);
  scene.driving = data.driving;
  scene.freedoms = data.mobility.freedoms();
  if (!data.block_rates) return;
  for (std::size_t k = 0; k < data.tree.limbs.size(); ++k) {
    const Limb& limb = data.tree.limbs[k];
    if (limb.nv == 0) continue;
    SceneMechanism::Limb shown;
    shown.name = data.limbs[k].name;
    for (int c = 0; c < limb.nv; ++c) shown.coordinates.push_back(limb.v + c);
    for (int c = 0; c < limb.cuts; ++c) shown.cuts.push_back(limb.cut + c);
    scene.limbs.push_back(std::move(shown));
  }
}

// Joints, weights, springs and output of a robot, without checks.
SceneMechanism scene_mechanism(const Robot& robot, std::vector<SceneAxis> axes) {
  const Mechanism& mechanism = robot.mechanism();
  SceneMechanism scene;
  scene.axes = std::move(axes);
  add_joints(robot, scene);
  add_springs(mechanism, scene);
  add_structure(robot, scene);
  for (const Body& body : mechanism.bodies) scene.weights.push_back({body.inertial.mass, body.inertial.com});
  scene.gravity = mechanism.gravity;
  if (mechanism.output) {
    const Output& output = *mechanism.output;
    for (Move move : output.moves) {
      scene.moves.push_back(static_cast<int>(move));
      scene.homes.push_back(coordinate(robot.home_pose(), move));
    }
    add_payload(output, scene.weights[output.body]);
    scene.output = output.body;
    scene.output_frame = output.frame;
    scene.output_length = data_of(robot).output_length;
  } else {
    for (std::size_t k = 0; k < robot.motor_joints().size(); ++k) scene.moves.push_back(static_cast<int>(k));
    scene.homes.assign(robot.home_motors().begin(), robot.home_motors().end());
  }
  return scene;
}

// The program's answers at a pose, which the workspace holds at rest with accelerations.
void add_check(const Robot& robot, std::vector<double> at, Workspace& workspace, SceneMechanism& mechanism) {
  SceneMechanism::Check check;
  VectorX forces = VectorX::Zero(static_cast<int>(robot.motor_joints().size()));
  if (inverse_dynamics(robot, workspace, forces) != Status::ok)
    forces.setConstant(std::numeric_limits<double>::quiet_NaN());
  check.at = std::move(at);
  for (std::size_t b = 0; b < robot.mechanism().bodies.size(); ++b)
    check.poses.push_back(workspace.body_pose(static_cast<int>(b)));
  const SingularityReport distance = singularity_distance(robot, workspace);
  check.type1 = distance.type1;
  check.type2 = distance.type2;
  check.constraint = distance.constraint;
  check.margin = nearest_limit(robot, workspace).margin;
  check.forces.assign(forces.begin(), forces.end());
  mechanism.checks.push_back(std::move(check));
}

constexpr double farthest_turn = M_PI / 3, farthest_move = 0.5;  // rad, sizes

// Coordinates in SI units to configurations: moves of the output, or motors.
class Places {
 public:
  Places(const Robot& robot, std::vector<int> coordinates, bool motors)
      : robot_(robot), coordinates_(std::move(coordinates)), motors_(motors) {}

  std::size_t size() const { return coordinates_.size(); }
  double home(std::size_t axis) const {
    const int c = coordinates_[axis];
    return motors_ ? robot_.home_motors()[c] : coordinate(robot_.home_pose(), static_cast<Move>(c));
  }
  bool turns(std::size_t axis) const {
    const int c = coordinates_[axis];
    if (!motors_) return c >= 3;
    return !is_length(robot_.mechanism().joints[robot_.motor_joints()[c]].type, 0);
  }
  std::string name(std::size_t axis) const {
    const int c = coordinates_[axis];
    if (!motors_) return std::string(to_string(static_cast<Move>(c)));
    return robot_.mechanism().joints[robot_.motor_joints()[c]].name;
  }
  Vector3 direction(std::size_t axis) const {
    return motors_ ? Vector3::Zero() : Vector3(Vector3::Unit(coordinates_[axis] % 3));
  }

  // Brings the workspace there from home, at rest; false if it cannot be reached, is beyond a limit or behind a
  // singularity.
  bool reach(const std::vector<double>& values, Workspace& workspace) const {
    workspace.reset();
    Status status = Status::ok;
    if (motors_) {
      VectorX q = robot_.home_motors();
      for (std::size_t k = 0; k < values.size(); ++k) q[coordinates_[k]] = values[k];
      const VectorX zero = VectorX::Zero(q.size());
      status = forward_kinematics(robot_, q, zero, zero, workspace, Order::acceleration);
    } else {
      PlatformState motion;
      motion.pose = robot_.home_pose();
      Vector3 angles = cardan_from_rotation(motion.pose.R);
      bool turned = false;
      for (std::size_t k = 0; k < values.size(); ++k) {
        const int c = coordinates_[k];
        if (c < 3) motion.pose.p[c] = values[k];
        if (c >= 3) angles[c - 3] = values[k], turned = true;
      }
      if (turned) motion.pose.R = rotation_from_cardan(angles);
      status = inverse_kinematics(robot_, motion, workspace, Order::acceleration);
    }
    return status == Status::ok && exceeded_limits(robot_, workspace).empty() &&
           !is_behind_singularity(robot_, workspace);
  }

 private:
  const Robot& robot_;
  std::vector<int> coordinates_;
  bool motors_;
};

// How far one coordinate alone can go from home.
double range(const Robot& robot, const Places& places, std::size_t axis, double sign, Workspace& workspace) {
  constexpr int steps = 30;
  const double farthest = places.turns(axis) ? farthest_turn : farthest_move * robot.size();
  std::vector<double> values;
  for (std::size_t k = 0; k < places.size(); ++k) values.push_back(places.home(k));
  double reached = 0;
  for (int k = 1; k <= steps; ++k) {
    values[axis] = places.home(axis) + sign * farthest * k / steps;
    if (!places.reach(values, workspace)) break;
    reached = farthest * k / steps;
  }
  return places.home(axis) + sign * reached;
}

SceneAxis make_axis(const Robot& robot, const Places& places, std::size_t k, Workspace& workspace) {
  SceneAxis axis;
  axis.name = places.name(k);
  axis.turns = places.turns(k);
  axis.unit = axis.turns ? "deg" : "mm";
  axis.scale = axis.turns ? 180 / M_PI : 1000;
  axis.from = axis.scale * range(robot, places, k, -1, workspace);
  axis.to = axis.scale * range(robot, places, k, 1, workspace);
  axis.home = axis.scale * places.home(k);
  axis.direction = places.direction(k);
  return axis;
}

// The mechanism for a viewer that solves it, with poses all about home at which it can check itself.
SceneMechanism solvable_mechanism(const Robot& robot, const Places& places, SceneRecorder& recorder) {
  Workspace workspace(robot);
  std::vector<SceneAxis> axes;
  for (std::size_t k = 0; k < places.size(); ++k) axes.push_back(make_axis(robot, places, k, workspace));
  SceneMechanism mechanism = scene_mechanism(robot, axes);
  UniformDraws draws(1);
  std::vector<double> at(axes.size()), values(axes.size());
  const auto reach = [&](const std::vector<double>& shares, double part) {
    for (std::size_t k = 0; k < axes.size(); ++k) {
      at[k] = axes[k].home + part * (axes[k].from + (axes[k].to - axes[k].from) * shares[k] - axes[k].home);
      values[k] = at[k] / axes[k].scale;
    }
    return places.reach(values, workspace);
  };
  // Strokes are drawn as long as poses all about need them, as far out as each direction goes.
  constexpr int directions = 60;
  constexpr std::size_t checks = 4;
  for (int k = 0; k < directions; ++k) {
    std::vector<double> shares(axes.size());
    for (double& s : shares) s = draws.share();
    for (double part = 1; part > 0.2; part -= 0.1) {
      if (!reach(shares, part)) continue;
      recorder.reach(workspace);
      if (mechanism.checks.size() < checks && reach(shares, 0.5 * part)) add_check(robot, at, workspace, mechanism);
      break;
    }
  }
  return mechanism;
}

}  // namespace

Scene draggable_scene(const Robot& robot) {
  SceneRecorder recorder(robot);
  Workspace workspace(robot);
  recorder.add(0, workspace);
  std::vector<int> coordinates;
  const bool motors = !robot.mechanism().output;
  if (motors) {
    for (int k = 0; k < std::min(3, static_cast<int>(robot.motor_joints().size())); ++k) coordinates.push_back(k);
  } else {
    for (Move move : robot.mechanism().output->moves) coordinates.push_back(static_cast<int>(move));
  }
  const Places places(robot, coordinates, motors);
  std::optional<SceneMechanism> mechanism;
  if (!coordinates.empty()) mechanism = solvable_mechanism(robot, places, recorder);
  Scene scene = recorder.finish();
  const auto moves = [](const SceneAxis& axis) { return axis.to > axis.from; };
  if (mechanism && std::any_of(mechanism->axes.begin(), mechanism->axes.end(), moves))
    scene.mechanism = std::move(mechanism);
  return scene;
}

}  // namespace jourdain
