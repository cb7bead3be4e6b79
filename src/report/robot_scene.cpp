#include "jourdain/report/robot_scene.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/kinematics/limits.hpp"
#include "jourdain/kinematics/singularity.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/report/heatmap.hpp"
#include "jourdain/spatial/rotation.hpp"
#include "report/body_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double no_force = std::numeric_limits<double>::quiet_NaN();

const Joint& motor_of(const Robot& robot, std::size_t k) {
  return robot.mechanism().joints[static_cast<std::size_t>(robot.actuators()[k])];
}

// Gathers frame after frame what a scene shows of a robot.
class SceneRecorder {
 public:
  explicit SceneRecorder(const Robot& robot)
      : robot_(robot), slides_(robot.mechanism().joints.size(), SlideRange{unlimited, -unlimited}) {
    const Mechanism& mechanism = robot.mechanism();
    scene_.title = mechanism.name;
    scene_.size = robot.size();
    const std::optional<Vector3> plane = plane_of(robot);
    scene_.flat = plane.has_value();
    if (plane) scene_.facing = *plane;
    if (mechanism.gravity.norm() > 0) {
      scene_.up = -mechanism.gravity.normalized();
    } else if (plane) {
      scene_.up = std::abs(plane->z()) > 0.5 ? Vector3::UnitY() : Vector3::UnitZ();
    }
    if (mechanism.output) {
      for (Move move : mechanism.output->moves) {
        const bool length = static_cast<int>(move) < 3;
        scene_.readings.push_back({std::string(to_string(move)), length ? "mm" : "deg", {}});
      }
    }
    coordinates_ = scene_.readings.size();
    scene_.readings.push_back({"singularity distance", "", {}});
    if (std::isfinite(nearest_limit(robot, Workspace(robot)).margin))
      scene_.readings.push_back({"limit margin", "", {}});
    before_forces_ = scene_.readings.size();
    for (std::size_t k = 0; k < robot.actuators().size(); ++k) {
      const Joint& joint = motor_of(robot, k);
      scene_.readings.push_back({joint.name, is_length(joint.type, 0) ? "N" : "N m", {}});
    }
  }

  // The workspace holds a motion with accelerations.
  void add(double time, Workspace& workspace) {
    const Mechanism& mechanism = robot_.mechanism();
    scene_.time.push_back(time);
    std::vector<Placement>& poses = scene_.frames.emplace_back();
    for (std::size_t b = 0; b < mechanism.bodies.size(); ++b) poses.push_back(workspace.body_pose(static_cast<int>(b)));
    for (std::size_t j = 0; j < slides_.size(); ++j) {
      const int freedom = slide_of(mechanism.joints[j]);
      if (freedom < 0) continue;
      const double q = workspace.joint(static_cast<int>(j)).position[freedom];
      slides_[j] = {std::min(slides_[j].low, q), std::max(slides_[j].high, q)};
    }
    if (mechanism.output) add_output(workspace.output_pose());
    const auto read = [&](std::size_t index, double value) { scene_.readings[index].values.push_back(value); };
    read(coordinates_, singularity_distance(robot_, workspace).nearest());
    if (before_forces_ > coordinates_ + 1) read(coordinates_ + 1, nearest_limit(robot_, workspace).margin);
    VectorX forces = VectorX::Zero(static_cast<int>(robot_.actuators().size()));
    if (inverse_dynamics(robot_, workspace, forces) != Status::ok) forces.setConstant(no_force);
    for (int k = 0; k < forces.size(); ++k) read(before_forces_ + static_cast<std::size_t>(k), forces[k]);
  }

  Scene finish() {
    add_body_shapes(robot_, slides_, scene_);
    for (std::size_t k = 0; k < robot_.actuators().size(); ++k) add_force(k);
    return std::move(scene_);
  }

 private:
  void add_output(const Placement& pose) {
    scene_.path.push_back((pose * robot_.mechanism().output->tool).p);
    const Vector3 angles = cardan_from_rotation(pose.R);
    for (std::size_t c = 0; c < coordinates_; ++c) {
      const int move = static_cast<int>(robot_.mechanism().output->moves[c]);
      scene_.readings[c].values.push_back(move < 3 ? 1000 * pose.p[move] : angles[move - 3] * 180 / M_PI);
    }
  }

  // A push on the second body at its farthest point along the axis, a torque at the joint itself.
  void add_force(std::size_t k) {
    const Joint& joint = motor_of(robot_, k);
    SceneForce force;
    force.name = joint.name;
    force.torque = !is_length(joint.type, 0);
    force.body = joint.body_b;
    force.at = joint.in_b.p;
    force.axis = joint.in_b.R.col(2);
    for (const SceneJoint& drawn : scene_.joints) {
      if (force.torque && drawn.name == joint.name) force.at = drawn.at;
    }
    if (!force.torque && joint.body_a != 0) {
      for (const SceneRod& rod : scene_.bodies[static_cast<std::size_t>(joint.body_b)].rods) {
        if ((rod.from - rod.to).normalized().cross(force.axis).norm() < 1e-6) force.at = rod.from;
      }
    }
    force.values = scene_.readings[before_forces_ + k].values;
    force.full = std::isfinite(joint.actuator->max_force) ? joint.actuator->max_force : 0;
    scene_.forces.push_back(std::move(force));
  }

  const Robot& robot_;
  std::vector<SlideRange> slides_;
  std::size_t coordinates_ = 0, before_forces_ = 0;  // of the readings
  Scene scene_;
};

}  // namespace

Scene robot_scene(const Robot& robot) {
  SceneRecorder recorder(robot);
  Workspace workspace(robot);
  recorder.add(0, workspace);
  return recorder.finish();
}

Scene robot_scene(const Trajectory& motion, int frames) {
  if (frames < 2) throw Error(ErrorKind::usage, fmt::format("a moving scene has at least two frames, not {}", frames));
  const Robot& robot = motion.robot();
  SceneRecorder recorder(robot);
  Workspace workspace(robot);
  Follower follow(motion);
  for (int k = 0; k < frames; ++k) {
    const double t = motion.duration() * k / (frames - 1);
    if (follow(t, workspace) != Status::ok)
      throw Error(ErrorKind::numerical,
                  fmt::format("{}: t = {:.4g} s: {}", robot.mechanism().name, t, workspace.explain()));
    recorder.add(t, workspace);
  }
  return recorder.finish();
}

std::optional<SceneSlice> scene_slice(const Slice& slice) {
  const SliceRequest& r = slice.request;
  const int across = static_cast<int>(r.across), up = static_cast<int>(r.up);
  if (across >= 3 || up >= 3 || r.across_count < 2 || r.up_count < 2) return std::nullopt;
  SceneSlice result;
  result.name = fmt::format("{}-{} slice", to_string(r.across), to_string(r.up));
  result.corner = r.at.p;
  result.corner[across] = r.across_from;
  result.corner[up] = r.up_from;
  result.across[across] = (r.across_to - r.across_from) / (r.across_count - 1);
  result.up[up] = (r.up_to - r.up_from) / (r.up_count - 1);
  result.columns = r.across_count;
  double largest = 0;
  for (const SliceCell& cell : slice.cells) {
    if (cell.state == CellState::ok && std::isfinite(cell.type2)) largest = std::max(largest, cell.type2);
  }
  for (const SliceCell& cell : slice.cells) {
    const bool shown = cell.state == CellState::ok && std::isfinite(cell.type2) && largest > 0;
    result.colours.push_back(shown ? map_colour(cell.type2 / largest) : "");
  }
  result.note = fmt::format("type-2 distance up to {:.2g}", largest);
  return result;
}

std::optional<Vector3> plane_of(const Robot& robot) {
  const Mechanism& mechanism = robot.mechanism();
  // Hinges of planar mechanisms keep their direction: that at home is enough.
  const Workspace home(robot);
  std::optional<Vector3> normal;
  const auto direction = [&](const Joint& joint) {
    return Vector3(home.body_pose(joint.body_a).R * joint.in_a.R.col(2));
  };
  constexpr double straight = 1e-6;
  for (const Joint& joint : mechanism.joints) {
    if (joint.type != JointType::revolute && joint.type != JointType::planar) continue;
    if (!normal) normal = direction(joint);
    if (direction(joint).cross(*normal).norm() > straight) return std::nullopt;
  }
  if (!normal) return std::nullopt;
  for (const Joint& joint : mechanism.joints) {
    if (joint.type == JointType::revolute || joint.type == JointType::planar || joint.type == JointType::fixed)
      continue;
    if (joint.type != JointType::prismatic || std::abs(direction(joint).dot(*normal)) > straight) return std::nullopt;
  }
  if (mechanism.gravity.norm() > 0 && std::abs(mechanism.gravity.normalized().dot(*normal)) > 0.5) return std::nullopt;
  // Seen from where most axes of pictures point: z, or against y.
  int largest = 0;
  normal->cwiseAbs().maxCoeff(&largest);
  const double sign = largest == 1 ? -1 : 1;
  return (*normal)[largest] * sign < 0 ? Vector3(-*normal) : *normal;
}

}  // namespace jourdain
