// What must not matter: whether a body is one piece or two welded ones, in which order legs, bodies and joints are
// written, and where the base stands.
#include "support/full_model.hpp"

#include "jourdain/dynamics/energy.hpp"
#include "jourdain/dynamics/formulations.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

namespace jourdain::invariance_test {
namespace {

// Largest difference over largest force: round-off times the condition numbers of two different spanning trees.
constexpr double same_force = 1e-9;

constexpr unsigned first_seed = 8200;
constexpr unsigned states = 10;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// One share of a body's mass stays, the other goes to a new body with a frame elsewhere, welded to it. Joints and
// springs of the body choose a half each.
void split_body(Mechanism& m, int body, Random& random) {
  const int half = static_cast<int>(m.bodies.size());
  const double size = 0.3, share = 0.5 + uniform(random, 0.3);
  const Placement T{rotation_from_vector(uniform3(random, 2)), uniform3(random, size)};
  const Placement there = T.inverse();

  Inertial& kept = m.bodies[at(body)].inertial;
  Inertial moved;
  moved.mass = (1 - share) * kept.mass;
  moved.com = there * kept.com;
  moved.inertia = (1 - share) * there.R * kept.inertia * there.R.transpose();
  kept.mass *= share;
  kept.inertia *= share;
  m.bodies.push_back({m.bodies[at(body)].name + "_half", moved});

  const auto goes = [&] { return uniform(random, 1) > 0; };
  for (Joint& joint : m.joints) {
    if (joint.body_a == body && goes()) joint.body_a = half, joint.in_a = there * joint.in_a;
    if (joint.body_b == body && goes()) joint.body_b = half, joint.in_b = there * joint.in_b;
  }
  for (Counterbalance& c : m.counterbalances) {
    if (c.body_a == body && goes()) c.body_a = half, c.at_a = there * c.at_a;
    if (c.body_b == body && goes()) c.body_b = half, c.at_b = there * c.at_b;
  }
  Joint weld;
  weld.name = m.bodies.back().name + "_weld";
  weld.in_b = {rotation_from_vector(uniform3(random, 2)), uniform3(random, size)};
  weld.in_a = T * weld.in_b;
  weld.body_a = body;
  weld.body_b = half;
  if (goes()) std::swap(weld.body_a, weld.body_b), std::swap(weld.in_a, weld.in_b);
  for (Leg& leg : m.legs) {
    if (std::find(leg.bodies.begin(), leg.bodies.end(), body) == leg.bodies.end()) continue;
    leg.bodies.push_back(half);
    leg.joints.push_back(static_cast<int>(m.joints.size()));
  }
  m.joints.push_back(weld);
}

// New places of bodies, joints and legs; the base stays first.
struct NewPlaces {
  std::vector<int> bodies, joints;  // new index of each old one
};

Mechanism renumbered(const Mechanism& m, Random& random, NewPlaces& order) {
  order.bodies.resize(m.bodies.size());
  order.joints.resize(m.joints.size());
  std::iota(order.bodies.begin(), order.bodies.end(), 0);
  std::iota(order.joints.begin(), order.joints.end(), 0);
  std::shuffle(order.bodies.begin() + 1, order.bodies.end(), random);
  std::shuffle(order.joints.begin(), order.joints.end(), random);
  Mechanism r = m;
  for (std::size_t i = 0; i < m.bodies.size(); ++i) r.bodies[at(order.bodies[i])] = m.bodies[i];
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    Joint& joint = r.joints[at(order.joints[j])];
    joint = m.joints[j];
    joint.body_a = order.bodies[at(joint.body_a)];
    joint.body_b = order.bodies[at(joint.body_b)];
  }
  for (Leg& leg : r.legs) {
    for (int& body : leg.bodies) body = order.bodies[at(body)];
    for (int& joint : leg.joints) joint = order.joints[at(joint)];
  }
  std::shuffle(r.legs.begin(), r.legs.end(), random);
  for (Counterbalance& c : r.counterbalances)
    c.body_a = order.bodies[at(c.body_a)], c.body_b = order.bodies[at(c.body_b)];
  if (r.output) r.output->body = order.bodies[at(r.output->body)];
  for (AssemblyHint::JointValue& hint : r.assembly.joints) hint.joint = order.joints[at(hint.joint)];
  return r;
}

// The whole robot carried to another place, with gravity turned along.
Mechanism carried(Mechanism m, const Placement& T) {
  for (Joint& joint : m.joints) {
    if (joint.body_a == 0) joint.in_a = T * joint.in_a;
    if (joint.body_b == 0) joint.in_b = T * joint.in_b;
  }
  for (Counterbalance& c : m.counterbalances) {
    if (c.body_a == 0) c.at_a = T * c.at_a;
    if (c.body_b == 0) c.at_b = T * c.at_b;
  }
  m.gravity = T.R * m.gravity;
  if (m.assembly.output) m.assembly.output = T * *m.assembly.output;
  return m;
}

class Invariance : public testing::TestWithParam<std::string> {
 protected:
  // Calls `compare` in random states with loads.
  template <typename Compare>
  void at_random_states(Compare&& compare) {
    for (unsigned seed = first_seed; seed < first_seed + states && !HasFailure(); ++seed) {
      SCOPED_TRACE(fmt::format("seed {}", seed));
      Random random(seed);
      ASSERT_TRUE(go_to_random_state(workspace, random));
      const std::array<BodyLoad, 2> loads = random_loads(robot, random);
      DynamicsOptions options;
      options.loads = loads;
      compare(forces_at(workspace, options), loads);
    }
  }

  // Takes the carried robot to the carried motion: by its output where that has all six coordinates, which are none of
  // the mechanism's own; else by its motors.
  Status go_along(const Placement& T, Workspace& there) const {
    there.reset();
    const MotorValues m = motors_of(workspace);
    const bool free = robot.mechanism().output && robot.mechanism().output->moves.size() == 6;
    if (!free) return forward_kinematics(there.robot(), m.q, m.rates, m.accelerations, there);
    const PlatformState x = output_of(workspace);
    const PlatformState carried{
        T * x.pose, {T.R * x.twist.v, T.R * x.twist.w}, {T.R * x.acceleration.a, T.R * x.acceleration.dw}};
    return inverse_kinematics(there.robot(), carried, there);
  }

  // All formulations on the other robot.
  static void expect_forces(Workspace& there, const VectorX& expected, const DynamicsOptions& options) {
    for (Formulation formulation : {Formulation::virtual_power, Formulation::virtual_work, Formulation::screw}) {
      VectorX forces = VectorX::Zero(expected.size());
      ASSERT_EQ(inverse_dynamics_by(formulation, there.robot(), there, forces, options), Status::ok);
      EXPECT_LT(relative_difference(forces, expected), same_force) << to_string(formulation);
    }
  }

  const Robot robot{with_all_terms(GetParam())};
  Workspace workspace{robot};
};

TEST_P(Invariance, BodiesInTwoWeldedHalves) {
  for (unsigned variant = 1; variant <= 3; ++variant) {
    SCOPED_TRACE(fmt::format("variant {}", variant));
    Random random(variant);
    Mechanism mechanism = robot.mechanism();
    for (int body = 0; body < static_cast<int>(robot.mechanism().bodies.size()); ++body) {
      split_body(mechanism, body, random);
    }
    const Robot welded(mechanism);
    EXPECT_EQ(welded.mobility().freedoms(), robot.mobility().freedoms());
    Workspace there(welded);
    at_random_states([&](const VectorX& expected, std::span<const BodyLoad> loads) {
      ASSERT_EQ(go_alike(workspace, there), Status::ok) << there.explain();
      DynamicsOptions options;
      options.loads = loads;
      expect_forces(there, expected, options);
      EXPECT_NEAR(kinetic_energy(welded, there), kinetic_energy(robot, workspace),
                  same_force * kinetic_energy(robot, workspace));
    });
  }
}

TEST_P(Invariance, OrderOfLegsBodiesAndJoints) {
  for (unsigned variant = 1; variant <= 3; ++variant) {
    SCOPED_TRACE(fmt::format("variant {}", variant));
    Random random(variant);
    NewPlaces order;
    const Robot other(renumbered(robot.mechanism(), random, order));
    Workspace there(other);
    // Which motor of the other robot each motor is.
    std::vector<int> motor;
    for (int joint : robot.motor_joints()) {
      const auto found = std::find(other.motor_joints().begin(), other.motor_joints().end(), order.joints[at(joint)]);
      motor.push_back(static_cast<int>(found - other.motor_joints().begin()));
    }
    const auto permuted = [&](const VectorX& x) {
      VectorX y(x.size());
      for (int i = 0; i < x.size(); ++i) y[motor[at(i)]] = x[i];
      return y;
    };
    at_random_states([&](const VectorX& expected, std::span<const BodyLoad> loads) {
      there.reset();
      const MotorValues m = motors_of(workspace);
      const Status status = robot.mechanism().output ? inverse_kinematics(other, output_of(workspace), there)
                                                     : forward_kinematics(other, permuted(m.q), permuted(m.rates),
                                                                          permuted(m.accelerations), there);
      ASSERT_EQ(status, Status::ok) << there.explain();
      std::vector<BodyLoad> moved(loads.begin(), loads.end());
      for (BodyLoad& load : moved) load.body = order.bodies[at(load.body)];
      DynamicsOptions options;
      options.loads = moved;
      expect_forces(there, permuted(expected), options);
    });
  }
}

TEST_P(Invariance, PlaceOfTheBase) {
  for (unsigned variant = 1; variant <= 3; ++variant) {
    SCOPED_TRACE(fmt::format("variant {}", variant));
    Random random(variant);
    // Turned by less than what would make the output's coordinates depend on each other.
    const Placement T{rotation_from_vector(uniform3(random, 0.6)), uniform3(random, 2 * robot.size())};
    const Robot other(carried(robot.mechanism(), T));
    Workspace there(other);
    at_random_states([&](const VectorX& expected, std::span<const BodyLoad> loads) {
      ASSERT_EQ(go_along(T, there), Status::ok) << there.explain();
      std::vector<BodyLoad> turned(loads.begin(), loads.end());
      for (BodyLoad& load : turned) load.force = T.R * load.force, load.moment = T.R * load.moment;
      DynamicsOptions options;
      options.loads = turned;
      expect_forces(there, expected, options);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, Invariance, testing::ValuesIn(catalogue_names()), as_identifier);

}  // namespace
}  // namespace jourdain::invariance_test
