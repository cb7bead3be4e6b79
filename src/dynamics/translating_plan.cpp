#include "dynamics/translating_plan.hpp"

#include "dynamics/joint_forces.hpp"
#include "dynamics/wrenches.hpp"

#include "jourdain/core/elimination.hpp"

#include "expression/scalar.hpp"

namespace jourdain {
namespace {

template <typename T>
T motor_friction(const RobotData& robot, const ArmLeg& leg, const TreeParameters<T>& parameters, const T& rate,
                 const T& still) {
  for (const JointForces<T>& joint : parameters.joints) {
    if (joint.joint == robot.tree.nodes[leg.motor].joint) {
      return axis_resistance(joint.axis[0], true, false, rate, T(0), still);
    }
  }
  return T(0);
}

}  // namespace

template <typename T>
ArmMasses<T> arm_masses(const ArmLeg& leg, const TreeParameters<T>& parameters) {
  ArmMasses<T> masses;
  for (std::size_t i = 0; i < leg.bars.size(); ++i) {
    const FrameInertia<T>& bar = parameters.nodes[leg.bars[i]];
    const Vector3T<T> e = leg.along[i].template cast<T>();
    const T s = bar.s.dot(e) * T(1 / leg.bar), I = bar.I.trace() * T(0.5 / (leg.bar * leg.bar));
    masses.BB += I;
    masses.CB += s - I;
    masses.CC += bar.m - s - s + I;
  }
  const FrameInertia<T>& arm = parameters.nodes[leg.motor];
  const double by_arm2 = 1 / (leg.arm * leg.arm), x = leg.elbow.x(), y = leg.elbow.y();
  masses.at_elbow = T(x * by_arm2) * arm.s[0] + T(y * by_arm2) * arm.s[1];
  masses.aside = T(x * by_arm2) * arm.s[1] - T(y * by_arm2) * arm.s[0];
  masses.turning = arm.I(2, 2) + T(leg.arm * leg.arm) * masses.CC + parameters.rotors[leg.actuator];
  return masses;
}

template <typename T>
ArmPlace<T> place_arm(const ArmLeg& leg, const Vector3T<T>& p, Guard<T>& guard) {
  using std::sqrt;
  const PartScope<T> part(Part::leg_kinematics);
  const Matrix3T<T> axes = leg.axes.template cast<T>();
  const Vector3T<T> in_leg = axes * p;
  // |r - C| = bar and |C| = arm give r.C, and the side of r on which C is; r = p + offset.
  const double constant = 0.5 * (leg.offset.squaredNorm() + leg.arm * leg.arm - leg.bar * leg.bar);
  ArmPlace<T> at;
  at.reach = T(0.5) * p.squaredNorm() + T(constant);
  for (int i = 0; i < 3; ++i) at.reach += T(leg.offset[i]) * in_leg[i];
  const T ro = in_leg[0] + T(leg.offset[0]), ru = in_leg[1] + T(leg.offset[1]);
  const T rho2 = ro * ro + ru * ru;
  const T square = T(leg.arm * leg.arm) * rho2 - at.reach * at.reach;
  guard.require_positive(square, Status::unreachable);
  const T side = T(leg.mode) * sqrt(square);
  const T along = at.reach / rho2, across = side / rho2;
  at.Co = along * ro - across * ru;
  at.Cu = along * ru + across * ro;
  const Vector3 offset = leg.axes.transpose() * leg.offset;
  at.d = p + offset.template cast<T>();
  at.d -= axes.row(0).transpose() * at.Co + axes.row(1).transpose() * at.Cu;
  at.lever = -side;  // with dC/dq = (-C_u, C_o)
  return at;
}

template <typename T>
ArmForce<T> arm_force(const RobotData& robot, const ArmLeg& leg, const TreeParameters<T>& parameters, bool friction,
                      const PlatformMotion<T>& motion, const T& standstill, Guard<T>& guard) {
  PartScope<T> part(Part::leg_dynamics);
  const Vector3T<T>&v = motion.twist.v, &a = motion.acceleration.a;
  const Matrix3T<T> axes = leg.axes.template cast<T>();
  const ArmMasses<T> masses = arm_masses(leg, parameters);
  part.enter(Part::leg_kinematics);
  ArmForce<T> force;
  force.at = place_arm<T>(leg, motion.pose.p, guard);
  const ArmPlace<T>& at = force.at;
  const Vector3T<T> V = axes * v, A = axes * a, G = axes * parameters.gravity;
  // Rate and change of the motor: d.d' = 0 with d' = v - q' dC/dq, [Codourey98] (35), (37), where
  // d.C + arm^2 = r.C.
  const T q1 = at.d.dot(v) / at.lever;
  const T q1_2 = q1 * q1;
  const T j_v = at.Co * V[1] - at.Cu * V[0];
  const T q2 = (v.squaredNorm() + at.d.dot(a) + q1 * (at.reach * q1 - (j_v + j_v))) / at.lever;
  force.change = q2;
  part.enter(Part::leg_dynamics);
  // The elbow's acceleration pulls at the platform; the platform's at the motor.
  const T Co = masses.CB * at.Co, Cu = masses.CB * at.Cu;
  force.f = axes.row(1).transpose() * (Co * q2 - Cu * q1_2) - axes.row(0).transpose() * (Cu * q2 + Co * q1_2);
  const T hanging = masses.CC + masses.CB + masses.at_elbow;
  force.load = masses.turning * q2 + Co * A[1] - Cu * A[0] - at.Co * (hanging * G[1] - masses.aside * G[0]) +
               at.Cu * (hanging * G[0] + masses.aside * G[1]);
  if (friction) {
    part.enter(Part::friction);
    force.load += motor_friction(robot, leg, parameters, q1, standstill);
  }
  return force;
}

template <typename T>
TranslatingMass<T> translating_mass(const RobotData& robot, const TranslatingPlan& plan,
                                    const TreeParameters<T>& parameters, bool payload) {
  const PartScope<T> part(Part::platform);
  const T plate = node_inertia(robot, parameters, payload, robot.tree.platform_node).m;
  TranslatingMass<T> mass{plate, plate};
  for (const ArmLeg& leg : plan.legs) {
    const ArmMasses<T> masses = arm_masses(leg, parameters);
    mass.moved += masses.BB;
    mass.carried += masses.BB + masses.CB;
  }
  return mass;
}

template <typename T>
void inverse_dynamics_translating(const RobotData& robot, const TranslatingPlan& plan,
                                  const TreeParameters<T>& parameters, bool friction, bool payload,
                                  const PlatformMotion<T>& motion, const T& standstill, Guard<T>& guard, T* forces) {
  const TranslatingMass<T> mass = translating_mass(robot, plan, parameters, payload);
  PartScope<T> part(Part::leg_dynamics);
  Vector3T<T> force = Vector3T<T>::Zero();
  EliminationT<T> solve(3);
  T levers[3], loads[3];
  for (int k = 0; k < 3; ++k) {
    const ArmForce<T> leg = arm_force(robot, plan.legs[k], parameters, friction, motion, standstill, guard);
    force += leg.f;
    levers[k] = leg.at.lever;
    loads[k] = leg.load;
    solve.matrix().col(k) = leg.at.d;
  }
  part.enter(Part::platform);
  force += mass.moved * motion.acceleration.a - mass.carried * parameters.gravity;
  part.enter(Part::solve);
  solve.follow(plan.pivots);
  solve.factor();
  solve.solve(force.data());
  for (int k = 0; k < 3; ++k) forces[plan.legs[k].actuator] = force[k] * levers[k] + loads[k];
}

template ArmMasses<Scalar> arm_masses(const ArmLeg&, const TreeParameters<Scalar>&);
template ArmPlace<Scalar> place_arm(const ArmLeg&, const Vector3T<Scalar>&, Guard<Scalar>&);
template ArmForce<Scalar> arm_force(const RobotData&, const ArmLeg&, const TreeParameters<Scalar>&, bool,
                                    const PlatformMotion<Scalar>&, const Scalar&, Guard<Scalar>&);
template TranslatingMass<Scalar> translating_mass(const RobotData&, const TranslatingPlan&,
                                                  const TreeParameters<Scalar>&, bool);
template void inverse_dynamics_translating(const RobotData&, const TranslatingPlan&, const TreeParameters<Scalar>&,
                                           bool, bool, const PlatformMotion<Scalar>&, const Scalar&, Guard<Scalar>&,
                                           Scalar*);

}  // namespace jourdain
