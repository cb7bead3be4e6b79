// Gathers pose after pose what a scene shows of a robot.
#pragma once

#include "report/body_shapes.hpp"
#include "report/robot_scene.hpp"

#include <vector>

namespace jourdain {

class SceneRecorder {
 public:
  // The robot must live as long.
  explicit SceneRecorder(const Robot& robot);

  // A frame of the scene. The workspace holds a motion with accelerations.
  void add(double time, Workspace& workspace);

  // A pose that shapes must fit though the scene does not hold it.
  void reach(const Workspace& workspace) { poses_of(workspace); }

  // The scene with the shapes of all bodies, which fit everything that was added.
  Scene finish();

 private:
  std::vector<Placement> poses_of(const Workspace& workspace);
  void read(Workspace& workspace);
  void add_force(std::size_t motor);

  const Robot& robot_;
  std::vector<SlideRange> slides_;
  std::size_t coordinates_ = 0, before_forces_ = 0;  // of the readings
  Scene scene_;
};

}  // namespace jourdain
