#include "kinematics/drive.hpp"

#include "jourdain/spatial/spatial.hpp"

namespace jourdain {

double factor_system_as_angles(const RobotData& robot, const TreeState& tree, KinematicState& state) {
  fill_system(robot, Drive::output, tree, state);
  const Matrix3 E = cardan_rates(cardan_from_rotation(output_placement(robot, tree).R));
  for (int j = 0; j < robot.tree.nv; ++j) {
    const Vector3 w = state.drive.block<3, 1>(3, j);
    state.drive.block<3, 1>(3, j) = E * w;
  }
  const int first = static_cast<int>(robot.independent_rows.size());
  for (std::size_t k = 0; k < robot.moves.size(); ++k) {
    state.dense.matrix().row(first + static_cast<int>(k)) = state.drive.row(robot.moves[k]);
  }
  return state.dense.factor();
}

}  // namespace jourdain
