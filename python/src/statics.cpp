// Forces at rest, capabilities, stiffness and joint reactions.
#include "bindings.hpp"

#include "jourdain/dynamics/statics.hpp"

#include <algorithm>

namespace jourdain::python {
namespace {

Array holding(const Robot& robot, const States& states, bool springs, bool payload, nb::object loads, int threads,
              bool path, const RowErrors& errors) {
  const DynamicsArguments arguments(robot, true, springs, payload, loads, nb::none(), nb::none(), false);
  const DynamicsOptions dynamics = arguments.options();
  return dense_rows(
      robot, states, VectorX(motor_count(robot)), Order::position, {threads, path, errors},
      [&](long, Workspace& workspace, VectorX& tau) { return holding_forces(robot, workspace, tau, dynamics); });
}

Array force_factor(const Robot& robot, const States& states, nb::object direction, nb::object present, int threads,
                   bool path, const RowErrors& errors) {
  const Vector6 wrench = read_vector(direction, "direction", 6);
  const std::size_t n = robot.motor_joints().size();
  const VectorX zero = VectorX::Zero(static_cast<Eigen::Index>(n));
  const VectorX loaded = present.is_none() ? zero : read_vector(present, "present", n);
  return for_rows(robot, states, {}, Order::position, {threads, path, errors},
                  [&](long, Workspace& workspace, double* out) {
                    const Capability found = force_capability(robot, workspace, wrench, loaded);
                    *out = found.factor;
                    return found.status;
                  });
}

Array speed_factor(const Robot& robot, const States& states, nb::object direction, int threads, bool path,
                   const RowErrors& errors) {
  if (!robot.mechanism().output) throw nb::value_error("the robot has no output");
  const VectorX velocity = read_vector(direction, "direction", robot.mechanism().output->moves.size());
  return for_rows(robot, states, {}, Order::position, {threads, path, errors},
                  [&](long, Workspace& workspace, double* out) {
                    const Capability found = speed_capability(robot, workspace, velocity);
                    *out = found.factor;
                    return found.status;
                  });
}

Array stiffnesses(const Robot& robot, const States& states, nb::object stiffness, int threads, bool path,
                  const RowErrors& errors) {
  if (!robot.mechanism().output) throw nb::value_error("the robot has no output");
  const VectorX motors = read_vector(stiffness, "stiffness", robot.motor_joints().size());
  const std::size_t n = robot.mechanism().output->moves.size();
  return dense_rows(
      robot, states, MatrixX(n, n), Order::position, {threads, path, errors},
      [&](long, Workspace& workspace, MatrixX& K) { return output_stiffness(robot, workspace, motors, K); });
}

Array reactions_of(const Robot& robot, const States& states, nb::object forces, bool constraint, bool friction,
                   bool springs, bool payload, nb::object loads, int threads, bool path, const RowErrors& errors) {
  const DynamicsArguments arguments(robot, friction, springs, payload, loads, nb::none(), nb::none(), false);
  const DynamicsOptions dynamics = arguments.options();
  std::optional<Numbers> given;
  if (!forces.is_none()) given = read_forces(robot, states, forces);
  const Shape tail{robot.mechanism().joints.size(), 6};
  return for_rows(robot, states, tail, Order::acceleration, {threads, path, errors},
                  [&, motors = VectorX(motor_count(robot))](long row, Workspace& workspace, double* out) mutable {
                    Status status = Status::ok;
                    if (given)
                      copy_forces(*given, row, motors);
                    else
                      status = inverse_dynamics(robot, workspace, motors, dynamics);
                    Reactions reactions;
                    if (status == Status::ok) status = joint_reactions(robot, workspace, motors, reactions, dynamics);
                    if (status != Status::ok) return status;
                    for (const JointReaction& joint : reactions.joints) {
                      const Vector3& force = constraint ? joint.constraint_force : joint.force;
                      const Vector3& moment = constraint ? joint.constraint_moment : joint.moment;
                      out = std::copy_n(force.data(), 3, out);
                      out = std::copy_n(moment.data(), 3, out);
                    }
                    return status;
                  });
}

}  // namespace

void bind_statics(nb::module_& m) {
  state_function(m, "holding_forces", &holding, "Forces of all motors that hold the robot at rest.", "springs"_a = true,
                 "payload"_a = true, "loads"_a = nb::none());
  state_function(
      m, "force_capability", &force_factor,
      "How often the output can exert the wrench `direction` (fx fy fz mx my mz) before a motor reaches its\n"
      "max_force, with forces `present` that it must give anyway; inf if nothing limits it.",
      "direction"_a, "present"_a = nb::none());
  state_function(m, "speed_capability", &speed_factor,
                 "How often the velocity `direction` (one entry per move) is reached at the motors' max_speed.",
                 "direction"_a);
  state_function(m, "output_stiffness", &stiffnesses,
                 "Stiffness (..., moves, moves) of the output against motors with these stiffnesses, all else rigid.",
                 "stiffness"_a);
  state_function(m, "joint_reactions", &reactions_of,
                 "Force and moment (..., joints, 6) of every joint on its body b, in base axes at the joint's frame\n"
                 "there. `forces`: those of the motors, or None for inverse_dynamics. `constraint`: only the part\n"
                 "that does no work. Where joints are over-constrained, the answer of least norm.",
                 "forces"_a = nb::none(), "constraint"_a = false, "friction"_a = true, "springs"_a = true,
                 "payload"_a = true, "loads"_a = nb::none());
}

}  // namespace jourdain::python
