#include "structure/tree_parameters.hpp"

namespace jourdain {
namespace {

AxisForces<double> axis_forces(const JointAxis& axis) {
  const Friction& f = axis.friction;
  const Spring& s = axis.spring;
  AxisForces<double> result;
  result.coulomb = f.coulomb;
  result.viscous = f.viscous;
  result.offset = f.offset;
  result.stiffness = s.stiffness;
  result.preload = s.preload;
  result.rest = s.rest;
  result.has_friction = f.coulomb != 0 || f.viscous != 0 || f.offset != 0 || f.breakaway != 0;
  result.has_spring = s.stiffness != 0 || s.preload != 0;
  return result;
}

}  // namespace

ModelParameters<double> model_parameters(const Mechanism& mechanism, const SpanningTree& tree) {
  ModelParameters<double> result;
  for (const Body& body : mechanism.bodies) result.bodies.push_back(inertial_parameters(body.inertial));
  result.payload = inertial_parameters(mechanism.output ? mechanism.output->payload : Inertial{});
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    JointForces<double> forces;
    forces.joint = static_cast<int>(j);
    forces.type = joint.type;
    forces.node = tree.joint_node[j];
    forces.cut = tree.joint_cut[j];
    forces.node_a = tree.bodies[joint.body_a].node;
    forces.node_b = tree.bodies[joint.body_b].node;
    bool any = false;
    for (const JointAxis& axis : joint.axes) {
      const AxisForces<double>& f = forces.axis[forces.axes++] = axis_forces(axis);
      any = any || f.has_friction || f.has_spring;
    }
    if (any) result.joints.push_back(forces);
  }
  for (int j : actuated_joints(mechanism)) result.rotors.push_back(mechanism.joints[j].motor->rotor_inertia);
  result.gravity = mechanism.gravity;
  return result;
}

}  // namespace jourdain
