// libFuzzer target for tables of states and forces, and for the dynamics at their first rows. Run it by scripts/fuzz.
#include "check_robot.hpp"

#include "jourdain/model/reader.hpp"
#include "jourdain/motion/state_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jourdain {
namespace {

// A robot with coordinates of all kinds in few bodies.
constexpr std::string_view model = R"(jourdain: 1
name: slider
bodies:
  carriage: {mass: 1 kg}
  arm: {mass: 0.5 kg, com: [100 mm, 0, 0], inertia: {rod: 200 mm, axis: x}}
joints:
  slide: {type: prismatic, between: [base, carriage], axis: x, actuated: true, friction: {coulomb: 1 N}}
  swing: {type: revolute, between: [carriage, arm], axis: z, actuated: true}
platform: {body: arm, moves: [x, rz]}
)";

void check_table(const Robot& robot, std::string_view text) {
  constexpr std::size_t most_rows = 4;
  try {
    const CsvTable table = parse_csv(text, "table");
    const MotionTable motion = motion_from_csv(robot, table, Order::position);
    Workspace workspace(robot);
    for (std::size_t row = 0; row < std::min(most_rows, motion.rows()); ++row)
      check_state(robot, motion.go_to(row, robot, workspace, motion.order()), workspace);
  } catch (const Error& error) {
    demand(*error.what() != '\0', "a refusal has reasons");
  }
  try {
    const ForceTable forces = forces_from_csv(robot, parse_csv(text, "forces"));
    for (const VectorX& row : forces.forces) demand(row.allFinite(), "forces are finite");
  } catch (const Error&) {
    // A bad table is refused like a bad model.
  }
}

}  // namespace
}  // namespace jourdain

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const jourdain::Robot robot(jourdain::read_model(jourdain::model, "slider").mechanism);
  jourdain::check_table(robot, {reinterpret_cast<const char*>(data), size});
  return 0;
}
