// A mechanism made ready for computation: assembled, analysed, its legs recognised. Immutable and cheap to copy; may be
// shared by threads, each with its own Workspace.
#pragma once

#include "jourdain/model/reader.hpp"
#include "jourdain/structure/structure.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace jourdain {

struct RobotData;  // what the algorithms use, src/legs/robot_data.hpp

// Whether home may lie elsewhere than the assembly hint of the output says.
enum class FarHome { refused, accepted };

class Robot {
 public:
  // Assembles and analyses. Throws Error(input) if the mechanism cannot be assembled near its hint, has fewer motors
  // than freedoms without saying so, or if the declared output moves are not its freedoms. A home further than 0.1
  // sizes or radians from the hint of the output is another place, and refused unless `far_home` accepts it.
  explicit Robot(Mechanism mechanism, FarHome far_home = FarHome::refused);

  // The same, with what the reader found suspicious in the file.
  explicit Robot(LoadedModel model, FarHome far_home = FarHome::refused);

  // Moving copies: no robot is ever left without what it knows.
  Robot(const Robot&) = default;
  Robot& operator=(const Robot&) = default;

  // Of a model file, or of a model of the catalogue by its name; of a model as text, `name` stands for the file in
  // messages. Throw Error(input).
  static Robot from_file(const std::string& path, const ReadOptions& options = {});
  static Robot from_text(std::string_view text, const std::string& name = "model", const ReadOptions& options = {});

  // What is suspicious, not wrong: what the reader found in the file, and idle rods whose spin enters the forces.
  const std::vector<Diagnostic>& warnings() const;

  const Mechanism& mechanism() const;
  const SpanningTree& tree() const;
  const Mobility& mobility() const;
  const std::vector<IdleSpin>& idle_spins() const;
  const std::vector<LimbSummary>& limbs() const;

  // Characteristic length: the largest distance between two joints, centres of mass or end points of one body. All
  // tolerances scale with it.
  double size() const;

  // The motors, in file order: the order of all vectors with an entry per motor.
  const std::vector<Motor>& motors() const;

  // Their joints, as indices into Mechanism::joints.
  const std::vector<int>& motor_joints() const;

  // Pose of the output frame at the home configuration (identity without an output).
  const Placement& home_pose() const;

  // Actuated coordinates at the home configuration.
  const VectorX& home_motors() const;

  // True if the output pose follows from the coordinates in `moves` and constants alone.
  bool pose_is_explicit() const;

  // How forces and accelerations are computed, in words: "by legs: 6 telescopic, coplanar and mirrored anchors", or
  // "recursion over all bodies". Set-up code.
  std::string dynamics_method() const;

  // True if forward kinematics has a closed form (three spheres).
  bool has_closed_forward() const;

  // For the library's own sources.
  friend const RobotData& data_of(const Robot& robot) { return *robot.data_; }

 private:
  std::shared_ptr<const RobotData> data_;
};

}  // namespace jourdain
