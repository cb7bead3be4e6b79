// Mechanisms with every term of the equations of motion in them: what a catalogue file leaves out is filled in.
#pragma once

#include "support/random_states.hpp"
#include "support/scaled_mechanism.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"

#include <array>
#include <set>

namespace jourdain {

// A tensor with three different principal moments about askew axes, of a body whose radii of gyration are near
// `radius`.
inline Matrix3 random_inertia(Random& random, double mass, double radius) {
  const Matrix3 R = rotation_from_vector(uniform3(random, 1));
  const Vector3 moments = Vector3(1, 1.2, 1.5) + uniform3(random, 0.15);
  return mass * radius * radius * R * moments.asDiagonal() * R.transpose();
}

inline double total_mass(const Mechanism& m) {
  double mass = 0;
  for (const Body& body : m.bodies) mass += body.inertial.mass;
  return mass;
}

// Rods that spin idly, and the ball joints that let them. How fast they spin is a convention; a law that must not
// depend on it leaves them as they are in the catalogue: thin, and without friction.
struct IdleParts {
  std::set<int> bodies, joints;
  explicit IdleParts(const Mechanism& m) {
    for (const IdleSpin& spin : find_idle_spins(m)) {
      bodies.insert(spin.bodies.begin(), spin.bodies.end());
      joints.insert({spin.joint_a, spin.joint_b});
    }
  }
};

// The mechanism with masses off all axes, gravity askew, a payload, friction and a spring on every freedom, rotors
// behind gears, and two counterbalances. Forces, moments and energies of all terms are of the same order: that of the
// weight. Bodies may be told to keep their masses.
inline Mechanism with_all_terms(Mechanism m, Random& random, bool change_masses = true) {
  const double size = Robot(m).size(), weight = 10 * std::max(total_mass(m), 1.0);
  const IdleParts idle(m);
  m.gravity = Vector3(3.1, -5.2, -7.4) + uniform3(random, 1);
  for (std::size_t i = 1; change_masses && i < m.bodies.size(); ++i) {
    if (idle.bodies.count(static_cast<int>(i))) continue;
    Inertial& inertial = m.bodies[i].inertial;
    inertial.mass += 0.01 * weight / 10;
    inertial.com += uniform3(random, 0.05 * size);
    inertial.inertia += random_inertia(random, inertial.mass, 0.1 * size);
  }
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    Joint& joint = m.joints[j];
    if (idle.joints.count(static_cast<int>(j))) continue;
    for (std::size_t i = 0; i < joint.axes.size(); ++i) {
      const double unit = freedom_is_length(joint.type, static_cast<int>(i)) ? size : 1.0;
      const double force = 0.02 * weight * size / unit;
      JointAxis& axis = joint.axes[i];
      axis.friction.coulomb += force;
      axis.friction.viscous += force / unit;
      if (joint.type == JointType::spherical) break;
      axis.friction.offset += uniform(random, 0.5 * force);
      axis.spring = {2 * force / unit, uniform(random, unit), uniform(random, force)};
    }
    if (joint.motor) {
      joint.motor->gear = 7;
      const double arm = joint.type == JointType::prismatic ? 1.0 : 0.1 * size;
      joint.motor->rotor_inertia = 0.1 * weight / 10 * arm * arm / 49;
    }
  }
  const int last = static_cast<int>(m.bodies.size()) - 1, output = m.output ? m.output->body : last;
  for (int body : {output, 1}) {
    if (idle.bodies.count(body)) continue;
    m.counterbalances.push_back({"spring" + std::to_string(m.counterbalances.size()), 0, body,
                                 uniform3(random, 0.1 * size) + Vector3(0, 0, 2 * size), uniform3(random, 0.1 * size),
                                 0.1 * weight / size, 0.7 * size, 0.05 * weight});
  }
  if (m.output) {
    Inertial& payload = m.output->payload;
    payload.mass += 0.05 * weight / 10;
    payload.com += uniform3(random, 0.05 * size);
    payload.inertia += random_inertia(random, payload.mass, 0.05 * size);
  }
  return m;
}

inline Mechanism with_all_terms(const std::string& name, bool change_masses = true) {
  Random random(9000);
  return with_all_terms(load(name), random, change_masses);
}

// Process forces of the order of a tenth of the robot's weight on two bodies that do not spin idly.
inline std::array<BodyLoad, 2> random_loads(const Robot& robot, Random& random) {
  const IdleParts idle(robot.mechanism());
  const double force = std::max(total_mass(robot.mechanism()), 1.0);
  std::uniform_int_distribution<int> any_body(1, static_cast<int>(robot.mechanism().bodies.size()) - 1);
  std::array<BodyLoad, 2> loads;
  for (BodyLoad& load : loads) {
    do {
      load.body = any_body(random);
    } while (idle.bodies.count(load.body));
    load.force = uniform3(random, force);
    load.moment = uniform3(random, force * robot.size());
  }
  return loads;
}

// Takes a workspace of another robot with the same motors and the same output to the motion of `from`.
inline Status go_alike(const Workspace& from, Workspace& to) {
  to.reset();
  if (to.robot().mechanism().output) return inverse_kinematics(to.robot(), output_of(from), to);
  const MotorValues m = motors_of(from);
  return forward_kinematics(to.robot(), m.q, m.rates, m.accelerations, to);
}

// Forces of all motors; a refusal is a failure of the test.
inline VectorX forces_at(Workspace& workspace, const DynamicsOptions& options = {}) {
  VectorX forces = VectorX::Zero(static_cast<int>(workspace.robot().motor_joints().size()));
  EXPECT_EQ(inverse_dynamics(workspace.robot(), workspace, forces, options), Status::ok) << workspace.explain();
  return forces;
}

// Largest difference over largest entry.
inline double relative_difference(const VectorX& a, const VectorX& b) {
  const double largest = std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
  const double apart = (a - b).cwiseAbs().maxCoeff();
  return apart == 0 ? 0.0 : apart / largest;
}

// All terms but springs and counterbalances, which robots by legs do not have.
inline Mechanism without_springs(Mechanism mechanism, unsigned seed, bool change_masses) {
  Random random(seed);
  Mechanism m = with_all_terms(std::move(mechanism), random, change_masses);
  m.identical_legs = false;
  m.counterbalances.clear();
  for (Joint& joint : m.joints) {
    for (JointAxis& axis : joint.axes) {
      axis.spring = {};
      axis.friction.shared.clear();
    }
  }
  return m;
}

}  // namespace jourdain
