// Calls what a control loop calls in random states, each call as one labelled record of callgrind;
// constant_work_test.py reads how many instructions each took. Without valgrind it does nothing that could be seen.
#include "legs/robot_data.hpp"
#include "support/full_model.hpp"

#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/dynamics/statics.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <fmt/format.h>

#include <cstdio>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define JOURDAIN_HAS_CALLGRIND 1
#else
#define JOURDAIN_HAS_CALLGRIND 0
#endif

namespace jourdain {
namespace {

constexpr unsigned states = 12;

// Instructions of one call go to a dump with this label; the first call of each kind only warms up what is bound late.
template <typename Function>
void record(const std::string& label, bool warm, Function function) {
#if JOURDAIN_HAS_CALLGRIND
  CALLGRIND_TOGGLE_COLLECT;
  const Status status = function();
  CALLGRIND_TOGGLE_COLLECT;
  if (status != Status::ok) std::fprintf(stderr, "%s: not ok\n", label.c_str());
  if (warm) {
    CALLGRIND_DUMP_STATS_AT(label.c_str());
  } else {
    CALLGRIND_ZERO_STATS;
  }
#else
  (void)label, (void)warm, (void)function;
#endif
}

void run(const std::string& name) {
  const Robot robot(with_all_terms(name));
  const int n = static_cast<int>(driving_motors(robot).size());
  VectorX forces = VectorX::Zero(static_cast<int>(robot.motor_joints().size())), accelerations = forces;
  MatrixX M(n, n);
  Workspace workspace(robot);
  for (unsigned seed = 0; seed <= states; ++seed) {
    Random random(seed);
    if (!go_to_random_state(workspace, random)) continue;
    const bool warm = seed > 0;
    const auto label = [&](const char* function) { return fmt::format("{} {}", name, function); };
    // Newton steps, where there is no closed form, are bounded, but as many as are needed.
    if (data_of(robot).closed_inverse) {
      const PlatformState motion = output_of(workspace);
      record(label("inverse_kinematics"), warm, [&] { return inverse_kinematics(robot, motion, workspace); });
    }
    record(label("inverse_dynamics"), warm, [&] { return inverse_dynamics(robot, workspace, forces); });
    record(label("holding_forces"), warm, [&] { return holding_forces(robot, workspace, accelerations); });
    record(label("mass_matrix"), warm, [&] { return mass_matrix(robot, workspace, M); });
    record(label("forward_dynamics"), warm, [&] { return forward_dynamics(robot, forces, workspace, accelerations); });
  }
}

}  // namespace
}  // namespace jourdain

// Robots of the catalogue by name; all of them without arguments.
int main(int count, char** arguments) {
  if (!JOURDAIN_HAS_CALLGRIND) return std::puts("callgrind.h is missing"), 77;
  std::vector<std::string> names(arguments + 1, arguments + count);
  for (const std::string& name : names.empty() ? jourdain::catalogue_names() : names) jourdain::run(name);
  return 0;
}
