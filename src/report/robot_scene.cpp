#include "report/robot_scene.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/motion/follower.hpp"
#include "report/heatmap.hpp"
#include "report/scene_recorder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {

Scene robot_scene(const Robot& robot) {
  SceneRecorder recorder(robot);
  Workspace workspace(robot);
  recorder.add(0, workspace);
  return recorder.finish();
}

Scene robot_scene(const Motion& motion, int frames) {
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
  const Workspace home(robot);
  std::vector<Placement> poses;
  for (std::size_t b = 0; b < robot.mechanism().bodies.size(); ++b)
    poses.push_back(home.body_pose(static_cast<int>(b)));
  return plane_of(robot.mechanism(), poses);
}

std::optional<Vector3> plane_of(const Mechanism& mechanism, const std::vector<Placement>& poses) {
  // Hinges of planar mechanisms keep their direction: that at one pose is enough.
  std::optional<Vector3> normal;
  const auto direction = [&](const Joint& joint) { return Vector3(poses[joint.body_a].R * joint.in_a.R.col(2)); };
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

void set_directions(const Mechanism& mechanism, const std::optional<Vector3>& plane, Scene& scene) {
  scene.flat = plane.has_value();
  if (plane) scene.facing = *plane;
  if (mechanism.gravity.norm() > 0) {
    scene.up = -mechanism.gravity.normalized();
  } else if (plane) {
    scene.up = std::abs(plane->z()) > 0.5 ? Vector3::UnitY() : Vector3::UnitZ();
  }
}

}  // namespace jourdain
