// Motor forces of a hexapod at a million states, by all processors: with the library, and with generated code.
#include "jourdain/core/parallel.hpp"
#include "jourdain/trace/compiled_dynamics.hpp"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>

using jourdain::PlatformState, jourdain::VectorX, jourdain::Workspace;

int main(int argc, char** argv) try {
  const long count = argc > 1 ? std::atol(argv[1]) : 1000000;
  const jourdain::Robot robot = jourdain::Robot::from_file("hexapod");
  std::vector<PlatformState> motions(static_cast<std::size_t>(count));
  for (long i = 0; i < count; ++i) {
    PlatformState& motion = motions[i];
    const auto u = [i](int k) { return std::sin(static_cast<double>((k + 1) * (i + 1))); };
    motion.pose = robot.home_pose();
    motion.pose.p += 0.05 * jourdain::Vector3(u(0), u(1), u(2));
    motion.twist.v = {u(3), u(4), u(5)};
    motion.acceleration.a = {5 * u(6), 5 * u(7), 5 * u(8)};
  }

  const jourdain::CompiledDynamics code(robot);
  for (const bool generated : {false, true}) {
    jourdain::MatrixX forces(6, count);
    const auto begin = std::chrono::steady_clock::now();
    jourdain::parallel_rows(count, 0, [&]() -> jourdain::RowWork {
      auto memory = std::make_shared<std::pair<Workspace, VectorX>>(robot, VectorX(6));
      auto own = std::make_shared<jourdain::CompiledDynamics>(code);  // shares the code; one per thread
      return [&, memory, own](long first, long last) {
        auto& [workspace, tau] = *memory;
        for (long i = first; i < last; ++i) {
          const PlatformState& motion = motions[i];
          const jourdain::Status status =
              generated ? (*own)(motion, workspace, tau) : inverse_dynamics(robot, motion, workspace, tau);
          if (status != jourdain::Status::ok) tau.setConstant(std::nan(""));
          forces.col(i) = tau;
        }
      };
    });
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    std::printf("%s: RMS %.6f N\n", generated ? "generated code" : "library",
                std::sqrt(forces.array().square().mean()));
    std::fprintf(stderr, "%.0f ns per state\n", 1e9 * time.count() / static_cast<double>(count));
  }
} catch (const jourdain::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
