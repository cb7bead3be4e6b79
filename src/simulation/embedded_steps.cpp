#include "simulation/embedded_steps.hpp"

namespace jourdain {

std::span<const std::string_view> words(Integrator) {
  static constexpr std::string_view all[] = {"bogacki-shampine", "dormand-prince"};
  return all;
}
std::string_view to_string(Integrator integrator) { return words(integrator)[static_cast<std::size_t>(integrator)]; }

// Bogacki and Shampine (1989) of orders 3(2); Dormand and Prince (1980) of orders 5(4).
const RungeKuttaPair& runge_kutta_pair(Integrator integrator) {
  static constexpr RungeKuttaPair bogacki_shampine{
      .stages = 4,
      .error_order = 3,
      .time = {0, 1.0 / 2, 3.0 / 4, 1},
      .weights = {{{}, {1.0 / 2}, {0, 3.0 / 4}, {2.0 / 9, 1.0 / 3, 4.0 / 9}}},
      .error = {-5.0 / 72, 1.0 / 12, 1.0 / 9, -1.0 / 8}};
  static constexpr RungeKuttaPair dormand_prince{
      .stages = 7,
      .error_order = 5,
      .time = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1},
      .weights = {{{},
                   {1.0 / 5},
                   {3.0 / 40, 9.0 / 40},
                   {44.0 / 45, -56.0 / 15, 32.0 / 9},
                   {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                   {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                   {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}},
      .error = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40}};
  return integrator == Integrator::dormand_prince ? dormand_prince : bogacki_shampine;
}

}  // namespace jourdain
