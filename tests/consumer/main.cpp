// Loads a model of the installed catalogue and prints its name.
#include "jourdain/model/reader.hpp"

#include <cstdio>

int main() {
  try {
    const jourdain::Mechanism robot = jourdain::load(MODELS_DIR "/five-bar.yaml");
    std::puts(robot.name.c_str());
  } catch (const jourdain::Error& error) {
    std::fputs(error.what(), stderr);
    return 1;
  }
}
