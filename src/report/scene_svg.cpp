#include "jourdain/report/scene.hpp"

#include "jourdain/core/error.hpp"
#include "report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace jourdain {
namespace {

constexpr double still_width = 720, still_height = 480, still_margin = 40;

// Axes of the picture for a look at the scene from above and aside, or straight at a flat one.
struct Projection {
  Vector3 right, up, towards;

  explicit Projection(const Scene& scene) {
    const Vector3 vertical = scene.up.normalized();
    Vector3 side = std::abs(vertical.x()) < 0.9 ? Vector3::UnitX() : Vector3::UnitY();
    side = (side - vertical * vertical.dot(side)).normalized();
    towards = scene.flat ? scene.facing.normalized()
                         : (Eigen::AngleAxisd(-0.9, vertical) * side * 0.9 + vertical * 0.42).normalized();
    right = vertical.cross(towards);
    if (right.norm() < 1e-6) right = side;
    right.normalize();
    up = towards.cross(right);
  }
};

struct StillLine {
  double depth;
  std::string svg;
};

void check_scene(const Scene& scene, std::size_t frame) {
  const auto fail = [](const std::string& what) { throw Error(ErrorKind::usage, "scene: " + what); };
  if (frame >= scene.frames.size()) fail("there is no such frame");
  if (scene.time.size() != scene.frames.size()) fail("there must be one time per frame");
  const int bodies = static_cast<int>(scene.bodies.size());
  for (const std::vector<Placement>& poses : scene.frames) {
    if (poses.size() != scene.bodies.size()) fail("each frame must hold the pose of each body");
    for (const Placement& pose : poses) {
      if (!(pose.p.allFinite() && pose.R.allFinite())) fail("a pose is not finite");
    }
  }
  for (const SceneJoint& joint : scene.joints) {
    if (joint.body < 0 || joint.body >= bodies) fail("joint '" + joint.name + "' is on a body that is not there");
  }
  for (const SceneForce& force : scene.forces) {
    if (force.body < 0 || force.body >= bodies || force.values.size() != scene.frames.size())
      fail("force '" + force.name + "' must have a body and one value per frame");
  }
  for (const SceneReading& reading : scene.readings) {
    if (reading.values.size() != scene.frames.size()) fail("'" + reading.name + "' must have one value per frame");
  }
  for (const SceneSlice& slice : scene.slices) {
    if (slice.columns < 2 || slice.colours.size() % static_cast<std::size_t>(slice.columns) != 0)
      fail("slice '" + slice.name + "' must have full rows of at least two points");
  }
}

}  // namespace

std::string scene_svg(const Scene& scene, std::size_t frame) {
  check_scene(scene, frame);
  const Projection view(scene);
  const std::vector<Placement>& poses = scene.frames[frame];

  // What is to be seen gives the scale.
  std::vector<Vector3> points;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    for (const SceneRod& rod : scene.bodies[b].rods)
      points.insert(points.end(), {poses[b] * rod.from, poses[b] * rod.to});
    for (const Vector3& corner : scene.bodies[b].plate) points.push_back(poses[b] * corner);
  }
  for (const SceneJoint& joint : scene.joints) points.push_back(poses[static_cast<std::size_t>(joint.body)] * joint.at);
  if (points.empty()) points.push_back(Vector3::Zero());
  Eigen::Array2d low = Eigen::Array2d::Constant(1e300), high = -low;
  for (const Vector3& p : points) {
    const Eigen::Array2d q(p.dot(view.right), p.dot(view.up));
    low = low.min(q);
    high = high.max(q);
  }
  const double scale = std::min({(still_width - 2 * still_margin) / std::max(high.x() - low.x(), 1e-12),
                                 (still_height - 2 * still_margin) / std::max(high.y() - low.y(), 1e-12),
                                 still_width / std::max(scene.size * 0.2, 1e-12)});
  const Eigen::Array2d centre = (low + high) / 2;
  const auto x_of = [&](const Vector3& p) { return still_width / 2 + scale * (p.dot(view.right) - centre.x()); };
  const auto y_of = [&](const Vector3& p) { return still_height / 2 - scale * (p.dot(view.up) - centre.y()); };

  // From the back to the front.
  std::vector<StillLine> lines;
  static constexpr const char* inks[] = {"#5b6270", "#9aa7b8", "#2f6fde"};
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    const SceneBody& body = scene.bodies[b];
    const char* colour = inks[static_cast<int>(body.part)];
    if (body.plate.size() >= 3) {
      std::string corners;
      Vector3 mean = Vector3::Zero();
      for (const Vector3& corner : body.plate) {
        const Vector3 p = poses[b] * corner;
        mean += p / static_cast<double>(body.plate.size());
        fmt::format_to(std::back_inserter(corners), "{:.1f},{:.1f} ", x_of(p), y_of(p));
      }
      lines.push_back({mean.dot(view.towards),
                       fmt::format("<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"0.35\"/>\n", corners, colour)});
    }
    for (const SceneRod& rod : body.rods) {
      const Vector3 p = poses[b] * rod.from, q = poses[b] * rod.to;
      lines.push_back({(p + q).dot(view.towards) / 2,
                       fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
                                   "stroke-width=\"{:.1f}\" stroke-linecap=\"round\"/>\n",
                                   x_of(p), y_of(p), x_of(q), y_of(q), colour, 7 * rod.thickness)});
    }
  }
  for (const SceneJoint& joint : scene.joints) {
    const Vector3 p = poses[static_cast<std::size_t>(joint.body)] * joint.at;
    lines.push_back({p.dot(view.towards) + 0.02 * scene.size,
                     fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"/>\n", x_of(p), y_of(p),
                                 joint.motor ? 6 : 4, joint.motor ? "#e8590c" : ink)});
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const StillLine& a, const StillLine& b) { return a.depth < b.depth; });
  std::string svg = svg_head(still_width, still_height, scene.title);
  for (const StillLine& line : lines) svg += line.svg;
  return svg + "</svg>\n";
}

}  // namespace jourdain
