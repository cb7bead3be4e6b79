// Control laws on a DELTA robot whose masses and friction are not quite those that its controller knows.
#include "jourdain/motion/motion_file.hpp"
#include "jourdain/simulation/simulate.hpp"

#include <cstdio>

int main() try {
  const jourdain::Robot known = jourdain::Robot::from_file("delta");
  const jourdain::Robot real(with_errors(known.mechanism(), {.inertia = 0.1, .friction = 0.2}, 3));
  const jourdain::Motion motion = load_motion(known, "pick span=60mm height=15mm duration=0.25s").motion;

  jourdain::SimulatedLoop setup(known);
  setup.plant = real;
  setup.loop.plant.integrator = jourdain::Integrator::bogacki_shampine;
  setup.loop.plant.tolerance = 1e-8;
  for (const char* name : {"pd", "feedforward", "computed-torque"}) {
    const jourdain::LoopReport report = simulate(setup, jourdain::parse_law(name), motion).report;
    std::printf("%-16s %8.2f micrometres RMS, largest %8.2f\n", name, 1e6 * report.position_rms,
                1e6 * report.position_error.value);
  }
} catch (const jourdain::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
