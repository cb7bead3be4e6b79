#include "dynamics/legs/ball_leg.hpp"

#include "expression/scalar.hpp"

namespace jourdain {

template <typename T>
BallMass<T> ball_mass(const RobotData& robot, const BallLeg& leg, const TreeParameters<T>& parameters) {
  return std::visit([&](const auto& kernel) { return kernel_ball_mass(robot, kernel, parameters); }, leg.kernel);
}

template <typename T>
LegForce<T> leg_force(const RobotData& robot, const BallLeg& leg, const TreeParameters<T>& parameters,
                      const LegSurroundings<T>& surroundings, const JointMotion<T>& motion, Guard<T>& guard) {
  return std::visit(
      [&](const auto& kernel) { return kernel_force(robot, kernel, parameters, surroundings, motion, guard); },
      leg.kernel);
}

template BallMass<Scalar> ball_mass(const RobotData&, const BallLeg&, const TreeParameters<Scalar>&);
template LegForce<Scalar> leg_force(const RobotData&, const BallLeg&, const TreeParameters<Scalar>&,
                                    const LegSurroundings<Scalar>&, const JointMotion<Scalar>&, Guard<Scalar>&);

}  // namespace jourdain
