#include "legs/leg.hpp"

#include "expression/scalar.hpp"
#include "legs/robot_data.hpp"

namespace jourdain {

template <typename T>
LegParameters<T> leg_parameters(const RobotData& robot, const RobotLeg& leg, const TreeParameters<T>& parameters,
                                bool linear) {
  const PartScope<T> part(Part::leg_dynamics);
  if (const auto* telescopic = std::get_if<TelescopicLeg>(&leg.kernel))
    return telescopic_parameters(robot, *telescopic, parameters);
  if (const auto* full = std::get_if<FullTelescopicLeg>(&leg.kernel))
    return full_telescopic_parameters(robot, full->leg, parameters);
  if (const auto* elbow = std::get_if<ElbowLeg>(&leg.kernel))
    return elbow_parameters(robot, *elbow, parameters, linear);
  return arm_parameters(robot, std::get<ArmLeg>(leg.kernel), parameters);
}

template <typename T>
BallMass<T> ball_mass(const LegParameters<T>& parameters) {
  if (const auto* arm = std::get_if<ArmParameters<T>>(&parameters)) return {arm->BB, arm->CB};
  if (const auto* elbow = std::get_if<ElbowParameters<T>>(&parameters)) return {elbow->at_ball};
  if (const auto* full = std::get_if<FullTelescopicParameters<T>>(&parameters)) return {full->at_ball};
  return {std::get<TelescopicParameters<T>>(parameters).at_ball};
}

template <typename T>
LegForce<T> leg_force(const RobotLeg& leg, const LegParameters<T>& parameters, const LegSurroundings<T>& surroundings,
                      const TipMotion<T>& motion, Guard<T>& guard) {
  switch (leg.kernel.index()) {
    case 0: return telescopic_force(*std::get_if<0>(&leg.kernel), *std::get_if<0>(&parameters), surroundings, motion);
    case 1:
      return full_telescopic_force(*std::get_if<1>(&leg.kernel), *std::get_if<1>(&parameters), surroundings, motion);
    case 2: return elbow_force(*std::get_if<2>(&leg.kernel), *std::get_if<2>(&parameters), surroundings, motion, guard);
    default:
      return arm_leg_force(*std::get_if<3>(&leg.kernel), *std::get_if<3>(&parameters), surroundings, motion, guard);
  }
}

template <typename T>
LegInertia<T> leg_inertia(const RobotLeg& leg, const LegParameters<T>& parameters, const Vector3T<T>& r,
                          Guard<T>& guard) {
  const PartScope<T> part(Part::leg_dynamics);
  switch (leg.kernel.index()) {
    case 0:
      return telescopic_inertia<T>(*std::get_if<0>(&leg.kernel), *std::get_if<0>(&parameters), r,
                                   Matrix3T<T>::Identity(), r);
    case 1: return full_telescopic_inertia<T>(*std::get_if<1>(&leg.kernel), *std::get_if<1>(&parameters), r);
    default: return elbow_inertia<T>(*std::get_if<2>(&leg.kernel), *std::get_if<2>(&parameters), r, guard);
  }
}

template LegParameters<Scalar> leg_parameters(const RobotData&, const RobotLeg&, const TreeParameters<Scalar>&, bool);
template BallMass<Scalar> ball_mass(const LegParameters<Scalar>&);
template LegForce<Scalar> leg_force(const RobotLeg&, const LegParameters<Scalar>&, const LegSurroundings<Scalar>&,
                                    const TipMotion<Scalar>&, Guard<Scalar>&);
template LegInertia<Scalar> leg_inertia(const RobotLeg&, const LegParameters<Scalar>&, const Vector3T<Scalar>&,
                                        Guard<Scalar>&);

}  // namespace jourdain
