// Makes a robot of the catalogue by its name, prints its name, and says what it refuses.
#include "jourdain/kinematics/robot.hpp"

#include <cstdio>

int main() {
  try {
    const jourdain::Robot robot = jourdain::Robot::from_file("five-bar");
    const jourdain::Mechanism same = jourdain::load(MODELS_DIR "/five-bar.yaml");
    std::puts(robot.mechanism() == same ? same.name.c_str() : "two models");
    if (jourdain::catalogue_names().size() < 20) std::puts("a catalogue with gaps");
  } catch (const jourdain::Error& error) {
    std::fputs(error.what(), stderr);
    return 1;
  }
}
