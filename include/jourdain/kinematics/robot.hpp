// A mechanism made ready for computation: assembled, analysed, its legs recognised. Immutable and cheap to copy; may be
// shared by threads, each with its own Workspace.
#pragma once

#include "jourdain/model/reader.hpp"
#include "jourdain/structure/spanning_tree.hpp"

#include <memory>
#include <string>
#include <vector>

namespace jourdain {

enum class Actuation { none, fully, under, redundantly };
std::string_view to_string(Actuation actuation);

// What the rank of the closure equations says at the home configuration.
struct Mobility {
  int bodies = 0;  // moving bodies
  int joints = 0;
  int loops = 0;      // independent loops
  int equations = 0;  // sum over joints of 6 - freedoms
  int rank = 0;       // independent ones among them
  int total = 0;      // freedoms, idle ones included
  int idle = 0;       // freedoms of rods that only spin
  int motors = 0;
  Actuation actuation = Actuation::none;
  std::vector<int> redundant_joints;  // joints with equations that follow from the others
  double gap = 0;                     // last kept singular value over the first dropped one
  int home_excess = 0;                // freedoms at the home configuration beyond those nearby: it is singular if not 0
  int freedoms() const { return total - idle; }
};

// How one limb is solved.
struct LimbPlan {
  std::string name;       // of its leg, or "limb 1"
  std::string structure;  // joint types from the base to the platform, "U-P-S"; the actuated one in brackets
  std::string method;     // "telescopic, closed form", "elbow, closed form", "Newton"
  std::string mode;       // "positive", "negative", or empty
};

struct RobotData;  // what the algorithms use, src/kinematics/robot_data.hpp

class Robot {
 public:
  // Assembles and analyses. Throws Error(input) if the mechanism cannot be assembled near its hint, has fewer motors
  // than freedoms without saying so, or if the declared output moves are not its freedoms.
  explicit Robot(Mechanism mechanism);

  // Moving copies: no robot is ever left without what it knows.
  Robot(const Robot&) = default;
  Robot& operator=(const Robot&) = default;

  // Robot(load(path, options)).
  static Robot from_file(const std::string& path, const ReadOptions& options = {});

  const Mechanism& mechanism() const;
  const SpanningTree& tree() const;
  const Mobility& mobility() const;
  const std::vector<IdleSpin>& idle_spins() const;
  const std::vector<LimbPlan>& limbs() const;

  // Characteristic length: the largest distance between two joints, centres of mass or end points of one body. All
  // tolerances scale with it.
  double size() const;

  // Joints with a motor, in file order.
  const std::vector<int>& actuators() const;

  // Pose of the output frame at the home configuration (identity without an output).
  const Placement& home_pose() const;

  // Actuated coordinates at the home configuration.
  const VectorX& home_actuators() const;

  // True if the output pose follows from the coordinates in `moves` and constants alone.
  bool pose_is_explicit() const;

  // True if forward kinematics has a closed form (three spheres).
  bool has_closed_forward() const;

  const RobotData& data() const { return *data_; }

 private:
  std::shared_ptr<const RobotData> data_;
};

}  // namespace jourdain
