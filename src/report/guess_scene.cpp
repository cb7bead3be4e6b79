#include "jourdain/core/error.hpp"
#include "kinematics/joint_coordinates.hpp"
#include "report/body_shapes.hpp"
#include "report/robot_scene.hpp"

namespace jourdain {
namespace {

// Strokes as they are drawn.
std::vector<SlideRange> slides_at(const Mechanism& mechanism, const std::vector<Placement>& poses) {
  std::vector<SlideRange> slides(mechanism.joints.size());
  for (std::size_t j = 0; j < slides.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    const int freedom = slide_of(joint);
    if (freedom < 0) continue;
    const double q =
        relative_position(joint, poses[joint.body_a] * joint.in_a, poses[joint.body_b] * joint.in_b).position[freedom];
    slides[j] = {q, q};
  }
  return slides;
}

// Both sides of an open joint, and what is missing between them.
void mark_open(const Mechanism& mechanism, int index, SceneBody& gaps, Scene& scene) {
  const Joint& joint = mechanism.joints[index];
  std::erase_if(scene.joints, [&](const SceneJoint& drawn) { return drawn.name == joint.name; });
  for (const bool second : {false, true}) {
    SceneJoint side;
    side.name = joint.name;
    side.kind = SceneJointKind::ball;
    side.motor = joint.motor.has_value();
    side.body = second ? joint.body_b : joint.body_a;
    side.at = second ? joint.in_b.p : joint.in_a.p;
    side.open = true;
    scene.joints.push_back(std::move(side));
  }
  const std::vector<Placement>& poses = scene.frames.front();
  gaps.rods.push_back({poses[joint.body_a] * joint.in_a.p, poses[joint.body_b] * joint.in_b.p, 0.5});
}

}  // namespace

Scene guess_scene(const Mechanism& mechanism, const Diagnosis& diagnosis) {
  if (diagnosis.poses.empty())
    throw Error(ErrorKind::numerical, "'" + mechanism.name + "' cannot be drawn: its joints make no tree");
  Scene scene;
  scene.title = mechanism.name;
  scene.size = diagnosis.size;
  scene.time = {0};
  scene.frames = {diagnosis.poses};
  set_directions(mechanism, plane_of(mechanism, diagnosis.poses), scene);
  add_body_shapes(mechanism, slides_at(mechanism, diagnosis.poses), scene);
  SceneBody gaps;
  gaps.name = "open joints";
  gaps.part = ScenePart::gap;
  for (const OpenJoint& joint : diagnosis.open) mark_open(mechanism, joint.joint, gaps, scene);
  if (gaps.rods.empty()) return scene;
  scene.bodies.push_back(std::move(gaps));
  scene.frames.front().emplace_back();
  return scene;
}

}  // namespace jourdain
