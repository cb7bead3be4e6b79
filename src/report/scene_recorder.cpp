#include "report/scene_recorder.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

const Joint& motor_of(const Robot& robot, std::size_t k) { return robot.mechanism().joints[robot.motor_joints()[k]]; }

// Rounding errors of the assembly are no coordinates.
double without_noise(double value) { return std::abs(value) < 1e-7 ? 0 : value; }

// As the scripts of pages write them: three digits.
std::string few_digits(double value) { return fmt::format("{:.3g}", without_noise(value)); }

// "0.26, type 1 of leg2"
std::string distance_text(const Robot& robot, const SingularityReport& distance) {
  const double nearest = distance.nearest();
  if (nearest == distance.type1 && distance.limb >= 0)
    return fmt::format("{}, type 1 of {}", few_digits(nearest), robot.limbs()[distance.limb].name);
  return few_digits(nearest) + (nearest == distance.type1   ? ", type 1"
                                : nearest == distance.type2 ? ", type 2"
                                                            : ", constraint");
}

// "12.3 deg, leg1.motor"
std::string limit_text(const Robot& robot, const LimitState& limit) {
  if (limit.joint < 0) return "none";
  const Joint& joint = robot.mechanism().joints[limit.joint];
  const bool slides = limit.freedom >= 0 && is_length(joint.type, limit.freedom);
  const double left = limit.margin * (slides ? 1000 * robot.size() : 180 / M_PI);
  return fmt::format("{} {}, {}", few_digits(left), slides ? "mm" : "deg", joint.name);
}

}  // namespace

SceneRecorder::SceneRecorder(const Robot& robot)
    : robot_(robot), slides_(robot.mechanism().joints.size(), SlideRange{unlimited, -unlimited}) {
  const Mechanism& mechanism = robot.mechanism();
  scene_.title = mechanism.name;
  scene_.size = robot.size();
  set_directions(mechanism, plane_of(robot), scene_);
  if (mechanism.output) {
    for (Move move : mechanism.output->moves) {
      const bool length = static_cast<int>(move) < 3;
      scene_.readings.push_back({std::string(to_string(move)), length ? "mm" : "deg", {}, {}});
    }
  }
  coordinates_ = scene_.readings.size();
  scene_.readings.push_back({"to singularity", "", {}, {}});
  if (std::isfinite(nearest_limit(robot, Workspace(robot)).margin)) scene_.readings.push_back({"to limit", "", {}, {}});
  before_forces_ = scene_.readings.size();
  scene_.first_force = static_cast<int>(before_forces_);
  for (std::size_t k = 0; k < robot.motor_joints().size(); ++k) {
    const Joint& joint = motor_of(robot, k);
    scene_.readings.push_back({joint.name, is_length(joint.type, 0) ? "N" : "N m", {}, {}});
  }
}

std::vector<Placement> SceneRecorder::poses_of(const Workspace& workspace) {
  const Mechanism& mechanism = robot_.mechanism();
  std::vector<Placement> poses;
  for (std::size_t b = 0; b < mechanism.bodies.size(); ++b) poses.push_back(workspace.body_pose(static_cast<int>(b)));
  for (std::size_t j = 0; j < slides_.size(); ++j) {
    const int freedom = slide_of(mechanism.joints[j]);
    if (freedom < 0) continue;
    const double q = workspace.joint(static_cast<int>(j)).position[freedom];
    slides_[j] = {std::min(slides_[j].low, q), std::max(slides_[j].high, q)};
  }
  return poses;
}

void SceneRecorder::read(Workspace& workspace) {
  const auto add = [&](std::size_t index, double value) {
    scene_.readings[index].values.push_back(without_noise(value));
  };
  const Placement pose = workspace.output_pose();
  const Vector3 angles = cardan_from_rotation(pose.R);
  for (std::size_t c = 0; c < coordinates_; ++c) {
    const int move = static_cast<int>(robot_.mechanism().output->moves[c]);
    add(c, move < 3 ? 1000 * pose.p[move] : angles[move - 3] * 180 / M_PI);
  }
  const SingularityReport distance = singularity_distance(robot_, workspace);
  add(coordinates_, distance.nearest());
  scene_.readings[coordinates_].texts.push_back(distance_text(robot_, distance));
  if (before_forces_ > coordinates_ + 1) {
    const LimitState limit = nearest_limit(robot_, workspace);
    add(coordinates_ + 1, limit.margin);
    scene_.readings[coordinates_ + 1].texts.push_back(limit_text(robot_, limit));
  }
  VectorX forces = VectorX::Zero(static_cast<int>(robot_.motor_joints().size()));
  if (inverse_dynamics(robot_, workspace, forces) != Status::ok) forces.setConstant(no_value);
  for (int k = 0; k < forces.size(); ++k) add(before_forces_ + static_cast<std::size_t>(k), forces[k]);
}

void SceneRecorder::add(double time, Workspace& workspace) {
  scene_.time.push_back(time);
  scene_.frames.push_back(poses_of(workspace));
  if (robot_.mechanism().output) scene_.path.push_back((workspace.output_pose() * robot_.mechanism().output->tool).p);
  read(workspace);
}

Scene SceneRecorder::finish() {
  add_body_shapes(robot_.mechanism(), slides_, scene_);
  for (std::size_t k = 0; k < robot_.motor_joints().size(); ++k) add_force(k);
  return std::move(scene_);
}

// At the motor: a torque about its axis, a force beside what slides, along the way in which it pushes.
void SceneRecorder::add_force(std::size_t motor) {
  const Joint& joint = motor_of(robot_, motor);
  SceneForce force;
  force.name = joint.name;
  force.torque = !is_length(joint.type, 0);
  force.body = joint.body_b;
  force.at = joint.in_b.p;
  force.axis = joint.in_b.R.col(2);
  for (const SceneJoint& drawn : scene_.joints) {
    if (drawn.name != joint.name) continue;
    force.body = drawn.body;
    force.at = drawn.at;
    if (drawn.body == joint.body_a) force.axis = joint.in_a.R.col(2);
  }
  force.values = scene_.readings[before_forces_ + motor].values;
  force.full = std::isfinite(joint.motor->max_force) ? joint.motor->max_force : 0;
  scene_.forces.push_back(std::move(force));
}

}  // namespace jourdain
