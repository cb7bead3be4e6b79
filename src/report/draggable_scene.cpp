#include "core/uniform_draws.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "report/scene_mechanism.hpp"
#include "report/scene_recorder.hpp"
#include "report/workspace_picture.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

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
