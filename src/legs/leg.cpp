#include "legs/leg.hpp"

#include "expression/scalar.hpp"
#include "legs/robot_data.hpp"

namespace jourdain {
namespace {

template <typename Shape, typename Parameters>
ShapedLeg<Shape, Parameters> shaped(const Shape& shape, const Parameters& parameters) {
  return {shape, parameters};
}

}  // namespace

template <typename T>
LegKernel<T> leg_kernel(const RobotData& robot, const RobotLeg& leg, const TreeParameters<T>& parameters, bool linear,
                        DroppedSums<T>& dropped) {
  const PartScope<T> part(Part::leg_dynamics);
  if (const auto* telescopic = std::get_if<TelescopicLeg>(&leg.kernel))
    return shaped(shape_of<T>(*telescopic), telescopic_parameters(robot, *telescopic, parameters, dropped));
  if (const auto* full = std::get_if<FullTelescopicLeg>(&leg.kernel))
    return shaped(shape_of<T>(*full), full_telescopic_parameters(robot, full->leg, parameters, dropped));
  if (const auto* elbow = std::get_if<ElbowLeg>(&leg.kernel))
    return shaped(shape_of<T>(*elbow), elbow_parameters(robot, *elbow, parameters, linear, dropped));
  const ArmLeg& arm = std::get<ArmLeg>(leg.kernel);
  return shaped(shape_of<T>(arm), arm_parameters(robot, arm, parameters, dropped));
}

template <typename T>
BallMass<T> ball_mass(const LegKernel<T>& leg) {
  if (const auto* arm = std::get_if<3>(&leg)) return {arm->parameters.BB, arm->parameters.CB};
  if (const auto* elbow = std::get_if<2>(&leg)) return {elbow->parameters.at_ball};
  if (const auto* full = std::get_if<1>(&leg)) return {full->parameters.at_ball};
  return {std::get<0>(leg).parameters.at_ball};
}

template <typename T>
LegForce<T> leg_force(const LegKernel<T>& leg, const LegSurroundings<T>& surroundings, const TipMotion<T>& motion,
                      Guard<T>& guard) {
  switch (leg.index()) {
    case 0: {
      const auto& [shape, parameters] = *std::get_if<0>(&leg);
      return telescopic_force(shape, parameters, surroundings, motion);
    }
    case 1: {
      const auto& [shape, parameters] = *std::get_if<1>(&leg);
      return full_telescopic_force(shape, parameters, surroundings, motion);
    }
    case 2: {
      const auto& [shape, parameters] = *std::get_if<2>(&leg);
      return elbow_force(shape, parameters, surroundings, motion, guard);
    }
    default: {
      const auto& [shape, parameters] = *std::get_if<3>(&leg);
      return arm_leg_force(shape, parameters, surroundings, motion, guard);
    }
  }
}

template <typename T>
LegInertia<T> leg_inertia(const LegKernel<T>& leg, const Vector3T<T>& r, Guard<T>& guard) {
  const PartScope<T> part(Part::leg_dynamics);
  switch (leg.index()) {
    case 0: {
      const auto& [shape, parameters] = *std::get_if<0>(&leg);
      return telescopic_inertia<T>(shape, parameters, r, Matrix3T<T>::Identity(), r);
    }
    case 1: {
      const auto& [shape, parameters] = *std::get_if<1>(&leg);
      return full_telescopic_inertia<T>(shape, parameters, r);
    }
    default: {
      const auto& [shape, parameters] = *std::get_if<2>(&leg);
      return elbow_inertia<T>(shape, parameters, r, guard);
    }
  }
}

template LegKernel<Scalar> leg_kernel(const RobotData&, const RobotLeg&, const TreeParameters<Scalar>&, bool,
                                      DroppedSums<Scalar>&);
template BallMass<Scalar> ball_mass(const LegKernel<Scalar>&);
template LegForce<LegScalar> leg_force(const LegKernel<LegScalar>&, const LegSurroundings<LegScalar>&,
                                       const TipMotion<LegScalar>&, Guard<LegScalar>&);
template LegInertia<LegScalar> leg_inertia(const LegKernel<LegScalar>&, const Vector3T<LegScalar>&, Guard<LegScalar>&);

}  // namespace jourdain
