#include "trace/inputs/full_parameters.hpp"

#include "legs/robot_data.hpp"
#include "linear_form/parameters/leg_sharing.hpp"
#include "trace/inputs/traced_parameters.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/spatial/spatial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace jourdain {
namespace {

// An inertia in general position: no two numbers are equal, none is zero, a body can have it. `seed` tells bodies
// apart.
Inertial general_inertial(double mass, double length, int seed) {
  const double turn = 0.7 + 0.31 * seed;
  const Vector3 axis = Vector3(0.48, -0.6, 0.64);
  const Matrix3 R = rotation_from_vector(turn * axis);
  Inertial inertial;
  inertial.mass = mass;
  inertial.com = length * Vector3(0.31 + 0.02 * seed, -0.23 + 0.013 * seed, 0.37 - 0.017 * seed);
  inertial.inertia = mass * length * length * (R * Vector3(1, 1.27, 0.84).asDiagonal() * R.transpose());
  return inertial;
}

std::set<int> idle_bodies(const Robot& robot) {
  std::set<int> idle;
  for (const IdleSpin& spin : robot.idle_spins()) idle.insert(spin.bodies.begin(), spin.bodies.end());
  return idle;
}

}  // namespace

Robot with_general_parameters(const Robot& robot) {
  Mechanism mechanism = robot.mechanism();
  // Relations hold for the model's own numbers.
  mechanism.relations.clear();
  // The first body of those that share their parameters stands for all.
  const auto label = [&](std::size_t i) {
    return mechanism.identical_legs ? shared_label(mechanism, static_cast<int>(i), LegItem::body)
                                    : mechanism.bodies[i].name;
  };
  const std::set<int> idle = idle_bodies(robot);
  const double length = 0.1 * robot.size();
  double mass = 0;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) mass = std::max(mass, mechanism.bodies[i].inertial.mass);
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    std::size_t stands = 1;
    while (label(stands) != label(i)) ++stands;
    const Inertial& own = robot.mechanism().bodies[stands].inertial;
    if (!(own.mass > 0) || idle.contains(static_cast<int>(i))) continue;
    mechanism.bodies[i].inertial = general_inertial(own.mass, length, static_cast<int>(stands));
  }
  if (mechanism.output) mechanism.output->payload = general_inertial(mass > 0 ? mass : 1, length, 0);
  for (Joint& joint : mechanism.joints) {
    for (JointAxis& axis : joint.axes) {
      Friction& friction = axis.friction;
      if (friction.coulomb == 0 && friction.viscous == 0) continue;
      if (friction.coulomb == 0) friction.coulomb = 1;
      if (friction.viscous == 0) friction.viscous = 1;
    }
  }
  return Robot(std::move(mechanism));
}

std::map<std::string, double> named_values(const Robot& robot) {
  std::map<std::string, double> values;
  for (const StandardParameter& p : parameter_list(robot.mechanism()))
    values[program_name(robot.mechanism(), p)] = p.value;
  return values;
}

void set_defaults(const std::map<std::string, double>& values, Program& program) {
  for (std::size_t i = 0; i < program.parameters.size(); ++i) {
    const auto found = values.find(program.parameters[i]);
    if (found == values.end())
      throw Error(ErrorKind::usage, fmt::format("parameter '{}' has no value", program.parameters[i]));
    program.parameter_values[i] = found->second;
  }
}

}  // namespace jourdain
