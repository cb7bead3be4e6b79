// The self-test of generated code, built and run. Set-up code.
#pragma once

#include "codegen/generate.hpp"

#include <string>
#include <vector>

namespace jourdain {

struct SelfTestResult {
  bool ran = false;
  bool passed = false;
  std::string text;  // what the test printed; why it could not run if it did not
};

// Builds the C sources among the files in a scratch folder, with the compiler that the environment variable CC names,
// else cc, and runs the program.
SelfTestResult run_self_test(const std::vector<GeneratedFile>& files);

}  // namespace jourdain
