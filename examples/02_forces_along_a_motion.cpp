// The torques of a DELTA robot along a pick-and-place motion, every millisecond.
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/motion_file.hpp"

#include <cstdio>

int main() try {
  const jourdain::Robot robot = jourdain::Robot::from_file("delta");
  const jourdain::Motion pick = load_motion(robot, "pick span=100mm height=20mm duration=0.2s").motion;

  jourdain::Workspace workspace(robot);
  jourdain::Follower follow(pick);
  jourdain::Forces torques(robot), largest(robot);
  double squares = 0;
  const std::vector<double> times = sample_times(pick, 1000);
  for (const double t : times) {
    if (follow(t, workspace) != jourdain::Status::ok ||
        inverse_dynamics(robot, workspace, torques) != jourdain::Status::ok) {
      std::printf("t = %g s: %s\n", t, workspace.explain().c_str());
      return 1;
    }
    largest = largest.cwiseMax(torques.cwiseAbs());
    squares += torques.squaredNorm();
  }
  std::printf("%zu states in %.3f s\n", times.size(), pick.duration());
  std::printf("largest torques: %.5f %.5f %.5f N m\n", largest[0], largest[1], largest[2]);
  std::printf("RMS of all: %.5f N m\n", std::sqrt(squares / (3.0 * static_cast<double>(times.size()))));
} catch (const jourdain::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
