// Dynamics of many states.
#include "bindings.hpp"

#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/dynamics/forward_dynamics.hpp"
#include "jourdain/dynamics/mass_matrix.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <algorithm>

namespace jourdain::python {
namespace {

std::vector<double> optional_vector(const Robot& robot, nb::handle object, const std::string& name) {
  if (object.is_none()) return {};
  const VectorX vector = read_vector(object, name, motor_count(robot));
  return {vector.data(), vector.data() + vector.size()};
}

Array force_rows(const Robot& robot, const States& states, const std::string& formulation, bool friction, bool springs,
                 bool payload, nb::object loads, nb::object motor_weights, nb::object preload, bool bounded,
                 int threads, bool path, const RowErrors& errors) {
  const Formulation way = choose_among(formulation, all_formulations, "formulation");
  const DynamicsArguments arguments(robot, friction, springs, payload, loads, motor_weights, preload, bounded);
  const DynamicsOptions dynamics = arguments.options();
  const RowOptions options(threads, path, errors);
  const VectorX none(motor_count(robot));
  // The fast way: straight from the output's motion, without the joints' motion where the legs do not need it.
  const auto* motions = dynamic_cast<const Motions*>(&states);
  if (motions && way == Formulation::virtual_power)
    return dense_rows(robot, states, none, {}, options, [&](long row, Workspace& workspace, VectorX& tau) {
      return inverse_dynamics(robot, motions->motions()[row], workspace, tau, dynamics);
    });
  return dense_rows(robot, states, none, Order::acceleration, options, [&](long, Workspace& workspace, VectorX& tau) {
    return inverse_dynamics_by(way, robot, workspace, tau, dynamics);
  });
}

Array acceleration_rows(const Robot& robot, const States& states, nb::object forces, bool friction, bool springs,
                        bool payload, nb::object loads, int threads, bool path, const RowErrors& errors) {
  const DynamicsArguments arguments(robot, friction, springs, payload, loads, nb::none(), nb::none(), false);
  const DynamicsOptions dynamics = arguments.options();
  const Numbers given = read_forces(robot, states, forces);
  const VectorX none(motor_count(robot));
  return dense_rows(robot, states, none, Order::velocity, {threads, path, errors},
                    [&, q = none](long row, Workspace& workspace, VectorX& a) mutable {
                      copy_forces(given, row, q);
                      return forward_dynamics(robot, q, workspace, a, dynamics);
                    });
}

std::size_t equations(const Robot& robot, Coordinates coordinates) {
  if (coordinates == Coordinates::motors) return driving_motors(robot).size();
  if (!robot.mechanism().output) throw nb::value_error("coordinates: the robot has no output");
  return robot.mechanism().output->moves.size();
}

Array mass_matrices(const Robot& robot, const States& states, const std::string& coordinates, bool payload, int threads,
                    bool path, const RowErrors& errors) {
  const Coordinates which = choose_one<Coordinates>(coordinates, "coordinates");
  const std::size_t n = equations(robot, which);
  return dense_rows(
      robot, states, MatrixX(n, n), Order::position, {threads, path, errors},
      [&](long, Workspace& workspace, MatrixX& M) { return mass_matrix(robot, workspace, M, which, payload); });
}

using ForceTerm = Status (*)(const Robot&, Workspace&, VectorX&, Coordinates, bool);

template <ForceTerm term>
Array force_term(const Robot& robot, const States& states, const std::string& coordinates, bool payload, int threads,
                 bool path, const RowErrors& errors) {
  const Coordinates which = choose_one<Coordinates>(coordinates, "coordinates");
  const std::size_t n = equations(robot, which);
  return dense_rows(robot, states, VectorX(n), Order::velocity, {threads, path, errors},
                    [&](long, Workspace& workspace, VectorX& c) { return term(robot, workspace, c, which, payload); });
}

Array number_of_state(const Robot& robot, const States& states, const RowOptions& options,
                      const std::function<double(Workspace&)>& compute) {
  return for_rows(robot, states, {}, Order::velocity, options, [&](long, Workspace& workspace, double* out) {
    *out = compute(workspace);
    return Status::ok;
  });
}

Array kinetic(const Robot& robot, const States& states, bool payload, int threads, bool path, const RowErrors& errors) {
  DynamicsOptions dynamics;
  dynamics.payload = payload;
  return number_of_state(robot, states, {threads, path, errors},
                         [&](Workspace& workspace) { return kinetic_energy(robot, workspace, dynamics); });
}

Array potential(const Robot& robot, const States& states, bool payload, bool springs, int threads, bool path,
                const RowErrors& errors) {
  DynamicsOptions dynamics;
  dynamics.payload = payload;
  dynamics.springs = springs;
  return number_of_state(robot, states, {threads, path, errors},
                         [&](Workspace& workspace) { return potential_energy(robot, workspace, dynamics); });
}

Array friction_powers(const Robot& robot, const States& states, int threads, bool path, const RowErrors& errors) {
  return number_of_state(robot, states, {threads, path, errors},
                         [&](Workspace& workspace) { return friction_power(robot, workspace); });
}

}  // namespace

Numbers read_forces(const Robot& robot, const States& states, nb::handle forces, const std::string& name) {
  Numbers numbers = read_numbers(forces, name);
  Shape all = states.lead();
  all.push_back(motor_count(robot));
  const Shape one{motor_count(robot)};
  if (numbers.shape != all && numbers.shape != one)
    refuse_shape(name, all == one ? shape_text(one) : shape_text(all) + " or " + shape_text(one), numbers.shape);
  return numbers;
}

void copy_forces(const Numbers& forces, long row, VectorX& to) {
  const long first = forces.shape.size() == 1 ? 0 : row * to.size();
  std::copy_n(forces.values.data() + first, to.size(), to.data());
}

DynamicsArguments::DynamicsArguments(const Robot& robot, bool with_friction, bool with_springs, bool with_payload,
                                     nb::handle load_of_bodies, nb::handle weights, nb::handle wanted, bool within)
    : friction(with_friction),
      springs(with_springs),
      payload(with_payload),
      bounded(within),
      motor_weights(optional_vector(robot, weights, "motor_weights")),
      preload(optional_vector(robot, wanted, "preload")) {
  if (load_of_bodies.is_none()) return;
  if (!nb::isinstance<nb::dict>(load_of_bodies))
    throw nb::type_error("loads: expected a dict of body names with (fx, fy, fz, mx, my, mz)");
  for (const auto& [body, load] : nb::borrow<nb::dict>(load_of_bodies)) {
    if (!nb::isinstance<nb::str>(body)) throw nb::type_error("loads: names of bodies must be str");
    const auto name = nb::cast<std::string>(body);
    const VectorX wrench = read_vector(load, "loads['" + name + "']", 6);
    loads.push_back({find_body(robot, name), wrench.head(3), wrench.tail(3)});
  }
}

DynamicsOptions DynamicsArguments::options() const {
  DynamicsOptions options;
  options.friction = friction;
  options.springs = springs;
  options.payload = payload;
  options.bounded = bounded;
  options.loads = loads;
  options.motor_weights = motor_weights;
  options.preload = preload;
  return options;
}

void bind_dynamics(nb::module_& m) {
  const auto friction = "friction"_a = true;
  const auto springs = "springs"_a = true;
  const auto payload = "payload"_a = true;
  state_function(
      m, "inverse_dynamics", &force_rows,
      "Forces of all motors (..., motors) for the states' motion: N or N m, positive along the joint.\n\n"
      "`formulation`: 'virtual_power' (the fast one), 'virtual_work', 'screw', and for robots of DELTA type\n"
      "'bars' and 'bars_simplified'. `loads`: a dict body -> (fx, fy, fz, mx, my, mz) in base axes at the\n"
      "body frame's origin. Robots with redundant motors: `motor_weights`, `preload`, `bounded`.\n\n"
      ">>> robot = jourdain.load('delta')\n"
      ">>> motion = jourdain.complete_state(robot, x=0.03, vx=0.5, az=2.0)\n"
      ">>> a = robot.inverse_dynamics(motion)\n"
      ">>> b = robot.inverse_dynamics(motion, 'screw')\n"
      ">>> a.shape, numpy.allclose(a, b, rtol=1e-9)\n"
      "((3,), True)\n",
      "formulation"_a = "virtual_power", friction, springs, payload, "loads"_a = nb::none(),
      "motor_weights"_a = nb::none(), "preload"_a = nb::none(), "bounded"_a = false);
  state_function(m, "forward_dynamics", &acceleration_rows,
                 "Accelerations of all motors (..., motors) under these forces; accelerations of the states are not\n"
                 "used.",
                 "forces"_a, friction, springs, payload, "loads"_a = nb::none());
  state_function(m, "mass_matrix", &mass_matrices,
                 "M (..., n, n) by the rates of the driving motors, or of the output's moves (coordinates='output').",
                 "coordinates"_a = "motors", payload);
  state_function(m, "coriolis_forces", &force_term<&coriolis_forces>, "Coriolis and centrifugal forces (..., n).",
                 "coordinates"_a = "motors", payload);
  state_function(m, "gravity_forces", &force_term<&gravity_forces>,
                 "Forces (..., n) that hold the bodies against gravity.", "coordinates"_a = "motors", payload);
  state_function(m, "kinetic_energy", &kinetic, "Kinetic energy in J, rotors included.", payload);
  state_function(m, "potential_energy", &potential, "Energy of gravity, springs and counterbalances in J.", payload,
                 springs);
  state_function(m, "friction_power", &friction_powers, "Power that friction takes, in W.");
}

}  // namespace jourdain::python
