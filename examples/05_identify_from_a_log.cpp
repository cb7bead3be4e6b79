// A robot that is not what its model says is recorded, identified, and said what the result is good for.
#include "jourdain/identification/identify.hpp"
#include "jourdain/identification/log.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "jourdain/simulation/closed_loop.hpp"

#include <cstdio>
#include <filesystem>

int main() try {
  const jourdain::Robot model = jourdain::Robot::from_file("five-bar");
  const jourdain::Robot real(with_errors(model.mechanism(), {.inertia = 0.2}, 4));

  // The log of the real robot; a file of your own controller's works as well.
  const std::string motion = "fourier frequency=1Hz periods=8 sine={x: [40 mm, 15 mm], y: [25 mm, 20 mm]}";
  const std::string log = (std::filesystem::temp_directory_path() / "jourdain-example-05-cpp.csv").string();
  jourdain::SimulatedLogOptions recording;
  recording.rate = 500;
  write_simulated_log(load_motion(real, motion).motion, recording, log);

  const jourdain::Identification found = identify(model, log, {});
  for (std::size_t i = 0; i < found.base.base.size(); ++i) {
    const jourdain::ParameterEstimate& p = found.estimate.parameters[i];
    std::printf("%-16s model %9.5f, identified %9.5f +- %.5f\n", found.base.form.parameters()[i].name.c_str(), p.model,
                p.value, p.half_width);
  }
  std::printf("%s\n", found.verdict.sentence.c_str());
  std::filesystem::remove(log);
} catch (const jourdain::Error& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
