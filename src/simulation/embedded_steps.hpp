// Steps of embedded Runge-Kutta pairs whose last stage is the first of the next step.
#pragma once

#include "jourdain/simulation/plant.hpp"

#include <array>

namespace jourdain {

struct RungeKuttaPair {
  int stages = 0;          // with the last one, at the end of the step
  double error_order = 0;  // the error of a step goes with this power of its length
  std::array<double, 7> time{};
  std::array<std::array<double, 6>, 7> weights{};  // weights[i][j] of slope j in stage i; the last row is the step
  std::array<double, 7> error{};                   // difference of both methods
};
const RungeKuttaPair& runge_kutta_pair(Integrator integrator);

}  // namespace jourdain
