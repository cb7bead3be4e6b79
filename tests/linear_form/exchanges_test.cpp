// What the joints exchange, and the proof that no exchange changes a motor force.
#include "linear_form/base/exchanges.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/linear_form/parameters.hpp"
#include "jourdain/model/reader.hpp"
#include "support/random_states.hpp"
#include "support/scaled_mechanism.hpp"

#include <gtest/gtest.h>

#include <map>

namespace jourdain::exchanges_test {
namespace {

// Between two bodies that move freely: a mass on the axis of a hinge (3), a tensor across a slide (6), the tensor of a
// mass on the axis without mass for joints that turn and slide (1), a mass point at a centre (1), all if fixed.
TEST(Exchanges, OfAJointAreWhatItsAxesAllow) {
  const std::map<JointType, int> exchanged{
      {JointType::revolute, 3},  {JointType::prismatic, 6}, {JointType::helical, 1}, {JointType::cylindrical, 1},
      {JointType::universal, 1}, {JointType::spherical, 1}, {JointType::planar, 1},  {JointType::fixed, 10}};
  for (const auto& [type, expected] : exchanged) {
    SCOPED_TRACE(to_string(type));
    Random random(static_cast<unsigned>(type) + 1);
    Mechanism m;
    for (const char* name : {"base", "a", "b", "c"}) m.bodies.push_back({name, {}});
    const auto add = [&](JointType t, int a, int b) {
      Joint joint;
      joint.name = m.bodies[b].name;
      joint.type = t;
      joint.body_a = a;
      joint.body_b = b;
      joint.in_a = {rotation_from_vector(uniform3(random, 2)), uniform3(random, 1)};
      joint.in_b = {rotation_from_vector(uniform3(random, 2)), uniform3(random, 1)};
      joint.pitch = t == JointType::helical ? 0.3 : 0;
      joint.axes.resize(freedoms(t));
      m.joints.push_back(joint);
    };
    add(JointType::spherical, 0, 1);
    add(JointType::planar, 1, 2);
    add(type, 2, 3);
    Mechanism two = m;
    two.bodies.pop_back();
    two.joints.pop_back();
    EXPECT_EQ(exchange_vectors(m).cols() - exchange_vectors(two).cols(), expected);
  }
}

// The body frame is a matter of taste.
Mechanism reframed(Mechanism m, Random& random) {
  for (int i = 1; i < static_cast<int>(m.bodies.size()); ++i) {
    if (m.output && i == m.output->body) continue;
    const Placement old{rotation_from_vector(uniform3(random, 2)), uniform3(random, 0.3)};
    Inertial& inertial = m.bodies[i].inertial;
    inertial.com = old * inertial.com;
    inertial.inertia = old.R * inertial.inertia * old.R.transpose();
    for (Joint& joint : m.joints) {
      if (joint.body_a == i) joint.in_a = old * joint.in_a;
      if (joint.body_b == i) joint.in_b = old * joint.in_b;
    }
  }
  return m;
}

class ExchangesLaw : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalogue, ExchangesLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

TEST_P(ExchangesLaw, NumberDoesNotDependOnUnitsOrFrames) {
  const Mechanism mechanism = load(GetParam());
  const Robot robot(mechanism);
  const bool follows = mechanism.output && robot.pose_is_explicit();
  const Placement home = follows ? robot.home_pose() : Placement{};
  const auto number = [&](const Mechanism& m) { return exchange_vectors(m, follows ? &home : nullptr).cols(); };
  const Eigen::Index expected = number(mechanism);
  for (const double factor : {1e-3, 1e3}) EXPECT_EQ(number(scaled(mechanism, factor)), expected) << factor;
  Random random(7);
  EXPECT_EQ(number(reframed(mechanism, random)), expected);
}

// Parameters p as a body; they need not belong to a real one.
Inertial inertial_of(const Eigen::Matrix<double, parameters_per_body, 1>& p) {
  Inertial i;
  i.mass = p[0];
  i.com = p.segment<3>(1) / p[0];
  Matrix3 I;
  I << p[4], p[5], p[6], p[5], p[7], p[8], p[6], p[8], p[9];
  i.inertia = I - p[0] * (i.com.squaredNorm() * Matrix3::Identity() - i.com * i.com.transpose());
  return i;
}

// Every body with 2 kg, a mass centre off all axes and a full tensor, plus a change.
Mechanism heavy(Mechanism m, double size, const VectorX& change) {
  for (std::size_t i = 1; i < m.bodies.size(); ++i) {
    Inertial& inertial = m.bodies[i].inertial;
    inertial.mass = 2;
    inertial.com = size * Vector3(0.05, -0.08, 0.11);
    inertial.inertia << 0.5, 0.05, -0.03, 0.05, 0.6, 0.04, -0.03, 0.04, 0.7;
    inertial.inertia *= size * size;
    const Eigen::Index first = parameters_per_body * (static_cast<Eigen::Index>(i) - 1);
    inertial = inertial_of(inertial_parameters(inertial) + change.segment<parameters_per_body>(first));
  }
  return m;
}

// Forces at the output motion, or at the motor motion where there is no output.
VectorX forces_of(const Robot& robot, const PlatformState& motion, const MotorValues& motors) {
  DynamicsOptions options;
  options.friction = false;
  options.springs = false;
  Workspace workspace(robot);
  VectorX forces = VectorX::Zero(static_cast<Eigen::Index>(robot.motor_joints().size()));
  Status status = Status::ok;
  if (robot.mechanism().output) {
    status = inverse_dynamics(robot, motion, workspace, forces, options);
  } else {
    status = forward_kinematics(robot, motors.q, motors.rates, motors.accelerations, workspace);
    if (status == Status::ok) status = inverse_dynamics(robot, workspace, forces, options);
  }
  EXPECT_EQ(status, Status::ok) << workspace.explain();
  return forces;
}

// A random combination of all exchanges: if one of them had an effect, almost every combination would. The measure is
// the effect of a change of the same size that is no exchange.
TEST_P(ExchangesLaw, ChangeNoForce) {
  constexpr double tolerance = 1e-9;
  const Mechanism mechanism = load(GetParam());
  const Robot robot(mechanism);
  const double size = robot.size();
  const auto parameters = parameters_per_body * (static_cast<Eigen::Index>(mechanism.bodies.size()) - 1);
  const Robot plain(heavy(mechanism, size, VectorX::Zero(parameters)));
  const MatrixX vectors = exchange_vectors(plain);
  for (unsigned seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Workspace workspace(robot);
    ASSERT_TRUE(go_to_random_state(workspace, random));
    const PlatformState motion = output_of(workspace);
    const MotorValues motors = motors_of(workspace);
    VectorX weights(vectors.cols()), other(vectors.rows());
    for (Eigen::Index k = 0; k < weights.size(); ++k) weights[k] = uniform(random, 1);
    VectorX change = vectors * weights;
    const auto unit = [&](Eigen::Index i) {
      return std::pow(size, length_power(static_cast<int>(i) % parameters_per_body));
    };
    double largest = 0;
    for (Eigen::Index i = 0; i < change.size(); ++i) largest = std::max(largest, std::abs(change[i]) / unit(i));
    change /= largest;
    for (Eigen::Index i = 0; i < other.size(); ++i) other[i] = uniform(random, unit(i));
    const VectorX before = forces_of(plain, motion, motors);
    const VectorX after = forces_of(Robot(heavy(mechanism, size, change)), motion, motors);
    const VectorX measure = forces_of(Robot(heavy(mechanism, size, other)), motion, motors);
    ASSERT_GT((measure - before).norm(), 0);
    EXPECT_LT((after - before).norm(), tolerance * (measure - before).norm());
  }
}

}  // namespace
}  // namespace jourdain::exchanges_test
