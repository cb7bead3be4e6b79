// Loads a robot of the catalogue, moves its platform and asks for the motors and the distance to singularities.
#include "jourdain/kinematics/kinematics.hpp"

#include <cstdio>

int main() try {
  const jourdain::Robot robot = jourdain::Robot::from_file("hexapod");
  std::printf("%s: %d freedoms, %zu motors\n", robot.mechanism().name.c_str(), robot.mobility().freedoms(),
              robot.motor_joints().size());

  jourdain::Workspace workspace(robot);  // the memory of all computations; one per thread
  jourdain::PlatformState motion;
  motion.pose = robot.home_pose();
  motion.pose.p += jourdain::Vector3(0.05, -0.02, 0.03);
  motion.twist.v = {0.1, 0.2, 0};

  if (inverse_kinematics(robot, motion, workspace) != jourdain::Status::ok) {
    std::printf("%s\n", workspace.explain().c_str());
    return 1;
  }
  for (std::size_t k = 0; k < robot.motor_joints().size(); ++k) {
    const int motor = static_cast<int>(k);
    const auto& joint = robot.mechanism().joints[robot.motor_joints()[k]];
    std::printf("%s at %.6f m, %.6f m/s\n", joint.name.c_str(), workspace.motor_position(motor),
                workspace.motor_velocity(motor));
  }
  std::printf("distance to a singularity of the second type: %.4f\n", singularity_distance(robot, workspace).type2);
} catch (const jourdain::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
