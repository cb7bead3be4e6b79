// C code of a robot's inverse dynamics: written to a folder for a controller, and built, loaded and called here.
#include "jourdain/trace/compiled_dynamics.hpp"
#include "jourdain/trace/robot_code.hpp"

#include <cstdio>
#include <filesystem>

int main() try {
  const jourdain::Robot robot = jourdain::Robot::from_file("hexapod");

  // A folder with sources, header, README and a self-test.
  const std::string folder = (std::filesystem::temp_directory_path() / "jourdain-example-07-cpp").string();
  const std::vector<jourdain::GeneratedFile> files = generate_code(robot);
  write_files(files, folder);
  for (const jourdain::GeneratedFile& file : files) std::printf("%s\n", file.name.c_str());
  std::filesystem::remove_all(folder);

  // The same code, called at once.
  jourdain::CompiledDynamics code(robot);
  if (!code.is_compiled()) std::printf("%s\n", code.note().c_str());
  jourdain::PlatformState motion;
  motion.pose = robot.home_pose();
  motion.twist.v = {0.2, 0.1, -0.1};
  jourdain::Workspace workspace(robot);
  jourdain::Forces fast(robot), forces(robot);
  if (code(motion, workspace, fast) != jourdain::Status::ok ||
      inverse_dynamics(robot, motion, workspace, forces) != jourdain::Status::ok)
    return 1;
  for (int k = 0; k < 6; ++k) std::printf("%.6f N\n", fast[k]);
  std::printf("as the library: %s\n", (fast - forces).norm() < 1e-9 * forces.norm() ? "yes" : "no");
} catch (const jourdain::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
