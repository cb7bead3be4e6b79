#include "report/scene.hpp"

#include "jourdain/core/error.hpp"
#include "report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace jourdain {
namespace {

constexpr double still_width = 720, still_height = 480, still_margin = 40;
constexpr const char* open_ink = "#d01c2a";  // of open joints

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
    if (reading.values.size() != scene.frames.size() ||
        (!reading.texts.empty() && reading.texts.size() != scene.frames.size()))
      fail("'" + reading.name + "' must have one value per frame");
  }
  for (const SceneSlice& slice : scene.slices) {
    if (slice.columns < 2 || slice.colours.size() % static_cast<std::size_t>(slice.columns) != 0)
      fail("slice '" + slice.name + "' must have full rows of at least two points");
  }
}

// The scene at one frame, drawn from the back to the front.
class StillPicture {
 public:
  StillPicture(const Scene& scene, std::size_t frame) : scene_(scene), poses_(scene.frames[frame]), view_(scene) {
    fit();
  }

  std::string draw() {
    for (std::size_t b = 0; b < scene_.bodies.size(); ++b) add_body(scene_.bodies[b], poses_[b]);
    for (const SceneJoint& joint : scene_.joints) {
      const Vector3 p = poses_[joint.body] * joint.at;
      add(p.dot(view_.towards) + 0.02 * scene_.size,
          fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"/>\n", x_of(p), y_of(p),
                      joint.motor || joint.open ? 6 : 4,
                      joint.open    ? open_ink
                      : joint.motor ? "#e8590c"
                                    : ink));
    }
    std::stable_sort(shapes_.begin(), shapes_.end(), [](const Shape& a, const Shape& b) { return a.depth < b.depth; });
    std::string svg = svg_head(still_width, still_height, scene_.title);
    for (const Shape& shape : shapes_) svg += shape.svg;
    return svg + "</svg>\n";
  }

 private:
  struct Shape {
    double depth;
    std::string svg;
  };

  // What is to be seen gives the scale.
  void fit() {
    Eigen::Array2d low = Eigen::Array2d::Constant(1e300), high = -low;
    const auto see = [&](const Vector3& p) {
      const Eigen::Array2d q(p.dot(view_.right), p.dot(view_.up));
      low = low.min(q);
      high = high.max(q);
    };
    for (std::size_t b = 0; b < scene_.bodies.size(); ++b) {
      for (const SceneRod& rod : scene_.bodies[b].rods) see(poses_[b] * rod.from), see(poses_[b] * rod.to);
      for (const Vector3& corner : scene_.bodies[b].plate) see(poses_[b] * corner);
    }
    for (const SceneJoint& joint : scene_.joints) see(poses_[joint.body] * joint.at);
    if (!(low.x() <= high.x())) see(Vector3::Zero());
    scale_ = std::min({(still_width - 2 * still_margin) / std::max(high.x() - low.x(), 1e-12),
                       (still_height - 2 * still_margin) / std::max(high.y() - low.y(), 1e-12),
                       still_width / std::max(scene_.size * 0.2, 1e-12)});
    centre_ = (low + high) / 2;
  }

  double x_of(const Vector3& p) const { return still_width / 2 + scale_ * (p.dot(view_.right) - centre_.x()); }
  double y_of(const Vector3& p) const { return still_height / 2 - scale_ * (p.dot(view_.up) - centre_.y()); }
  void add(double depth, std::string svg) { shapes_.push_back({depth, std::move(svg)}); }

  void add_body(const SceneBody& body, const Placement& pose) {
    static constexpr const char* inks[] = {"#5b6270", "#9aa7b8", "#2f6fde", open_ink};
    const char* colour = inks[static_cast<int>(body.part)];
    if (body.plate.size() >= 3) {
      std::string corners;
      Vector3 mean = Vector3::Zero();
      for (const Vector3& corner : body.plate) {
        const Vector3 p = pose * corner;
        mean += p / static_cast<double>(body.plate.size());
        fmt::format_to(std::back_inserter(corners), "{:.1f},{:.1f} ", x_of(p), y_of(p));
      }
      add(mean.dot(view_.towards),
          fmt::format("<polygon points=\"{}\" fill=\"{}\" fill-opacity=\"0.35\"/>\n", corners, colour));
    }
    for (const SceneRod& rod : body.rods) {
      const Vector3 p = pose * rod.from, q = pose * rod.to;
      add((p + q).dot(view_.towards) / 2,
          fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
                      "stroke-width=\"{:.1f}\" stroke-linecap=\"round\"/>\n",
                      x_of(p), y_of(p), x_of(q), y_of(q), colour, 7 * rod.thickness));
    }
  }

  const Scene& scene_;
  const std::vector<Placement>& poses_;
  Projection view_;
  double scale_ = 1;
  Eigen::Array2d centre_ = Eigen::Array2d::Zero();
  std::vector<Shape> shapes_;
};

}  // namespace

std::string scene_svg(const Scene& scene, std::size_t frame) {
  check_scene(scene, frame);
  return StillPicture(scene, frame).draw();
}

}  // namespace jourdain
