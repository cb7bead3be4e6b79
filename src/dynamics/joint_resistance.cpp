#include "dynamics/joint_forces.hpp"

#include "legs/robot_data.hpp"
#include "model/joint_freedoms.hpp"

namespace jourdain {

JointResistance joint_resistance(const Robot& robot, const Workspace& workspace, int index, bool friction,
                                 bool springs) {
  JointResistance result;
  const DeadBands<double> bands = dead_bands<double>(data_of(robot));
  for (const JointForces<double>& joint : data_of(robot).parameters.joints) {
    if (joint.joint != index) continue;
    const JointState s = workspace.joint(index);
    if (joint_kind(joint.type).is_ball) {
      result.any = friction && joint.axis[0].has_friction;
      if (!result.any) return result;
      const double factor = ball_resistance<double>(joint.axis[0], {s.rate[0], s.rate[1], s.rate[2]}, bands.turn);
      for (int i = 0; i < 3; ++i) result.force[i] = factor * s.rate[i];
      return result;
    }
    for (int i = 0; i < s.freedoms; ++i) {
      const AxisForces<double>& axis = joint.axis[i];
      result.any = result.any || (friction && axis.has_friction) || (springs && axis.has_spring);
      const DeadBand<double>& band = bands.of(is_length(joint.type, i));
      result.force[i] = axis_resistance(axis, friction, springs, s.rate[i], s.position[i], band);
    }
  }
  return result;
}

}  // namespace jourdain
