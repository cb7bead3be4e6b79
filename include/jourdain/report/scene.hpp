// A mechanism in 3D: bodies as rods, joints, forces of motors, and how they move over time. Base frame, SI units.
#pragma once

#include "jourdain/spatial/types.hpp"

#include <string>
#include <vector>

namespace jourdain {

enum class ScenePart { base, link, platform };

enum class SceneJointKind { hinge, slider, universal, ball };

struct SceneRod {
  Vector3 from = Vector3::Zero();  // in the body's frame
  Vector3 to = Vector3::Zero();
  double thickness = 1;  // times the scene's usual radius
};

struct SceneBody {
  std::string name;
  ScenePart part = ScenePart::link;
  std::vector<SceneRod> rods;
  std::vector<Vector3> plate;  // corners of a flat body in order, at least three, or none
};

struct SceneJoint {
  std::string name;
  SceneJointKind kind = SceneJointKind::hinge;
  bool motor = false;
  int body = 0;  // that carries it
  Vector3 at = Vector3::Zero();
  Vector3 axis = Vector3::UnitZ();
};

// A force along, or a torque about, an axis, drawn as an arrow.
struct SceneForce {
  std::string name;
  bool torque = false;
  int body = 0;  // on which it acts
  Vector3 at = Vector3::Zero();
  Vector3 axis = Vector3::UnitZ();
  std::vector<double> values;  // one per frame, N or N m; not finite: no arrow
  double full = 0;             // drawn at full length: the motor's limit, or 0: the largest value
};

// A number to read beside the slider.
struct SceneReading {
  std::string name;
  std::string unit;
  std::vector<double> values;  // one per frame
};

// A coloured grid of points in space such as a slice through the workspace, row by row.
struct SceneSlice {
  std::string name;
  Vector3 corner = Vector3::Zero();  // the first point
  Vector3 across = Vector3::Zero();  // to the next point of the row
  Vector3 up = Vector3::Zero();      // to the next row
  int columns = 0;
  std::vector<std::string> colours;  // "#rrggbb"; empty: nothing there
  std::string note;
};

struct Scene {
  std::string title;
  Vector3 up = Vector3::UnitZ();  // against gravity
  double size = 1;                // characteristic length
  bool flat = false;              // a planar mechanism: seen from the side of `facing`
  Vector3 facing = Vector3::UnitZ();
  std::vector<SceneBody> bodies;  // bodies[0] stands still
  std::vector<SceneJoint> joints;
  std::vector<double> time;                    // rising, one per frame; a single frame is a picture
  std::vector<std::vector<Placement>> frames;  // poses of all bodies
  std::vector<SceneForce> forces;
  std::vector<SceneReading> readings;
  std::vector<Vector3> path;  // of the tool, one per frame; may be empty
  std::vector<SceneSlice> slices;
};

// The scene at one frame as a picture, in parallel projection. Throws Error(usage) if sizes do not fit.
std::string scene_svg(const Scene& scene, std::size_t frame = 0);

}  // namespace jourdain
