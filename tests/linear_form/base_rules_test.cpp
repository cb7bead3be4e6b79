// Counts of the reference cases, table I of [Abdellatif05], and the proof that no exchange changes a motor force.
#include "linear_form/base_rules.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "linear_form/declared_mechanism.hpp"
#include "support/random_states.hpp"
#include "support/scaled_mechanism.hpp"

#include <gtest/gtest.h>

#include <map>

namespace jourdain::base_rules_test {
namespace {

int count(const Robot& robot, bool identical, bool relations = false) {
  RuleOptions options;
  options.parameters = {identical, relations};
  return base_by_rule(robot, options).count();
}

int count(const Mechanism& mechanism, bool identical, bool relations = false) {
  return count(Robot(mechanism), identical, relations);
}

Joint& joint_of(Mechanism& mechanism, const char* name) {
  return mechanism.joints[static_cast<std::size_t>(find_joint(mechanism, name))];
}

TEST(BaseRules, HexapodsKeep88And23) {
  for (const char* name : {"hexapod", "hexapod-full", "palida"}) {
    EXPECT_EQ(count(load(name), false), 88) << name;
    EXPECT_EQ(count(load(name), true), 23) << name;
  }
}

// Ten with the symmetries of table I, by symmetric anchors or by a platform trimmed for others.
TEST(BaseRules, TableIKeepsTen) {
  EXPECT_EQ(base_by_rule(load("palida")).count(), 10);
  EXPECT_EQ(base_by_rule(load("hexapod")).count(), 10);
}

// The same symmetries with legs that are not identical.
TEST(BaseRules, PalidaKeeps38WithIndependentLegs) { EXPECT_EQ(count(load("palida"), false, true), 38); }

// Without symmetric anchors the slider masses spoil the platform's zeros: 11 and 40. With a full platform tensor 15.
TEST(BaseRules, PalidaVariantsKeep11And15) {
  Mechanism skew = load("palida");
  joint_of(skew, "leg1.ball").in_b.p += Vector3(0.03, 0.02, 0.01);
  joint_of(skew, "leg3.ball").in_b.p += Vector3(0, 0.01, -0.02);
  EXPECT_EQ(base_by_rule(skew).count(), 11);
  EXPECT_EQ(count(Robot(skew), false, true), 40);
  Mechanism full = load("palida");
  std::erase_if(full.relations, [](const InertialRelation& r) { return r.terms.front().body == "platform"; });
  EXPECT_EQ(base_by_rule(full).count(), 15);
}

TEST(BaseRules, PalidaIsTableI) {
  const RuleBase base = base_by_rule(load("palida"));
  const std::map<std::string, std::map<std::string, double>> table{
      {"Izz.ring", {{"Iyy.stator", 1}, {"Izz.slider", 1}}},
      {"Ixx.stator", {{"Ixx.slider", 1}, {"Iyy.stator", -1}, {"Izz.slider", -1}}},
      {"Izz.stator", {{"Iyy.slider", 1}}},
      {"sy.stator", {}},
      {"sz.slider", {}},
      {"m.platform", {{"m.slider", 6}}},
      {"sz.platform", {}},
      {"Ixx.platform", {{"m.slider", 0.114028}}},  // sum of y^2 over the anchors
      {"Iyy.platform", {{"m.slider", 0.119668}}},  // sum of x^2
      {"Izz.platform", {{"m.slider", 0.233696}}},
  };
  ASSERT_EQ(base.count(), static_cast<int>(table.size()));
  double xx = 0, yy = 0;
  for (const Joint& joint : load("palida").joints) {
    if (joint.type != JointType::spherical) continue;
    xx += joint.in_b.p.y() * joint.in_b.p.y();
    yy += joint.in_b.p.x() * joint.in_b.p.x();
  }
  for (int i = 0; i < base.count(); ++i) {
    const std::string& name = base.space.names[static_cast<std::size_t>(base.kept[static_cast<std::size_t>(i)])];
    SCOPED_TRACE(name);
    ASSERT_TRUE(table.contains(name));
    for (std::size_t k = 0; k < base.space.names.size(); ++k) {
      const auto& terms = table.at(name);
      const std::string& other = base.space.names[k];
      double expected = other == name ? 1 : terms.contains(other) ? terms.at(other) : 0;
      if (other == "m.slider" && name == "Ixx.platform") expected = xx;
      if (other == "m.slider" && name == "Iyy.platform") expected = yy;
      if (other == "m.slider" && name == "Izz.platform") expected = xx + yy;
      EXPECT_NEAR(base.grouping(i, static_cast<Eigen::Index>(k)), expected, 1e-12) << other;
    }
  }
}

TEST(BaseRules, DeltaKeeps34And12) {
  EXPECT_EQ(count(load("delta"), false), 34);
  EXPECT_EQ(count(load("delta"), true), 12);
}

// [Codourey97] (45): massless forearms; the mass centre of the arms on their axis, or not.
TEST(BaseRules, DeltaOfCodoureyKeeps7And3) {
  Mechanism delta = load("delta");
  for (int e = 0; e < parameters_per_body; ++e)
    declare_zero(delta, std::string(inertial_entries[static_cast<std::size_t>(e)]), "fore.rod");
  EXPECT_EQ(count(delta, false, true), 10);
  EXPECT_EQ(count(delta, true, true), 4);
  declare_zero(delta, "sz", "arm");
  EXPECT_EQ(count(delta, false, true), 7);
  EXPECT_EQ(count(delta, true, true), 3);
}

TEST(BaseRules, FiveBarDependsOnGravityAndLinks) {
  Mechanism robot = load("five-bar");
  Mechanism flat = robot;
  flat.gravity = {0, 0, -9.81};
  EXPECT_EQ(count(robot, false), 11);
  EXPECT_EQ(count(flat, false), 7);
  for (Mechanism* m : {&robot, &flat}) {
    m->legs = {{"one", "sides", {1, 3}, {0, 2}, ""}, {"two", "sides", {2, 4}, {1, 3}, ""}};
  }
  EXPECT_EQ(count(robot, true), 6);
  EXPECT_EQ(count(flat, true), 4);
  for (Mechanism* m : {&robot, &flat}) joint_of(*m, "elbow2").in_a.p.x() += 0.03;
  EXPECT_EQ(count(robot, true), 7);
  EXPECT_EQ(count(flat, true), 5);
}

// Upper bounds for the whole catalogue: legs independent, legs of one group identical; no relations.
TEST(BaseRules, CatalogueCounts) {
  const std::map<std::string, std::pair<int, int>> counts{{"3prr", {13, 7}},
                                                          {"3rpr", {13, 7}},
                                                          {"3rps", {25, 15}},
                                                          {"3rrr", {13, 7}},
                                                          {"ankle", {31, 31}},
                                                          {"bricard", {22, 22}},
                                                          {"delta", {34, 12}},
                                                          {"delta-linear", {28, 10}},
                                                          {"delta-lumped", {34, 12}},
                                                          {"delta-rods", {52, 18}},
                                                          {"five-bar", {11, 11}},
                                                          {"five-bar-leg", {11, 11}},
                                                          {"four-bar", {8, 8}},
                                                          {"free-form", {25, 25}},
                                                          {"gearshift", {18, 18}},
                                                          {"hexa", {76, 32}},
                                                          {"hexaglide", {64, 19}},
                                                          {"hexapod", {88, 23}},
                                                          {"hexapod-full", {88, 23}},
                                                          {"orthoglide", {28, 10}},
                                                          {"palida", {88, 23}},
                                                          {"quattro", {56, 34}},
                                                          {"redundant-planar", {16, 7}},
                                                          {"serial-arm", {36, 36}},
                                                          {"stewart-gallardo", {82, 22}},
                                                          {"stewart-tsai", {82, 22}}};
  for (const std::string& name : catalogue_names()) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(counts.contains(name));
    const Robot robot = Robot::from_file(name);
    EXPECT_EQ(count(robot, false), counts.at(name).first);
    EXPECT_EQ(count(robot, true), counts.at(name).second);
  }
}

// Between two bodies that move freely: a mass on the axis of a hinge (3), a tensor across a slide (6), the tensor of a
// mass on the axis without mass for joints that turn and slide (1), a mass point at a centre (1), all if fixed.
TEST(BaseRules, EachJointExchangesWhatItsAxesAllow) {
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
      joint.name = m.bodies[static_cast<std::size_t>(b)].name;
      joint.type = t;
      joint.body_a = a;
      joint.body_b = b;
      joint.in_a = {rotation_from_vector(uniform3(random, 2)), uniform3(random, 1)};
      joint.in_b = {rotation_from_vector(uniform3(random, 2)), uniform3(random, 1)};
      joint.pitch = t == JointType::helical ? 0.3 : 0;
      joint.axes.resize(static_cast<std::size_t>(freedoms(t)));
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
    Inertial& inertial = m.bodies[static_cast<std::size_t>(i)].inertial;
    inertial.com = old * inertial.com;
    inertial.inertia = old.R * inertial.inertia * old.R.transpose();
    for (Joint& joint : m.joints) {
      if (joint.body_a == i) joint.in_a = old * joint.in_a;
      if (joint.body_b == i) joint.in_b = old * joint.in_b;
    }
  }
  return m;
}

class BaseRulesLaw : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Catalogue, BaseRulesLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

TEST_P(BaseRulesLaw, CountDoesNotDependOnUnitsOrFrames) {
  const Mechanism mechanism = load(GetParam());
  RuleOptions options;
  options.parameters = {false, false};
  const Robot robot(mechanism);
  if (mechanism.output && robot.pose_is_explicit()) options.platform_home = robot.home_pose();
  const int expected = base_by_rule(mechanism, options).count();
  for (const double factor : {1e-3, 1e3}) {
    EXPECT_EQ(base_by_rule(scaled(mechanism, factor), options).count(), expected) << factor;
  }
  Random random(7);
  EXPECT_EQ(base_by_rule(reframed(mechanism, random), options).count(), expected);
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
VectorX forces_of(const Robot& robot, const Motion& motion, const MotorMotion& motors) {
  DynamicsOptions options;
  options.friction = false;
  options.springs = false;
  Workspace workspace(robot);
  VectorX forces = VectorX::Zero(static_cast<Eigen::Index>(robot.actuators().size()));
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
TEST_P(BaseRulesLaw, ExchangesChangeNoForce) {
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
    const Motion motion = output_of(workspace);
    const MotorMotion motors = motors_of(workspace);
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

// Columns of the linear form, taken from the forces themselves: one more mechanism for each standard parameter.
MatrixX force_columns(const Mechanism& mechanism, unsigned states) {
  const Robot robot(mechanism);
  const double size = robot.size();
  const auto parameters = parameters_per_body * (static_cast<Eigen::Index>(mechanism.bodies.size()) - 1);
  const auto motors = static_cast<Eigen::Index>(robot.actuators().size());
  std::vector<Motion> motions;
  std::vector<MotorMotion> drives;
  Workspace workspace(robot);
  Random random(11);
  for (unsigned k = 0; k < states; ++k) {
    EXPECT_TRUE(go_to_random_state(workspace, random, {0.12, 0.35, 2, 6}));
    motions.push_back(output_of(workspace));
    drives.push_back(motors_of(workspace));
  }
  const auto forces = [&](const VectorX& change) {
    const Robot changed(heavy(mechanism, size, change));
    VectorX all(motors * static_cast<Eigen::Index>(states));
    for (unsigned k = 0; k < states; ++k) all.segment(motors * k, motors) = forces_of(changed, motions[k], drives[k]);
    return all;
  };
  const VectorX none = VectorX::Zero(parameters);
  const VectorX before = forces(none);
  MatrixX columns(before.size(), parameters);
  for (Eigen::Index i = 0; i < parameters; ++i) {
    const double unit = std::pow(size, length_power(static_cast<int>(i) % parameters_per_body));
    columns.col(i) = (forces(unit * VectorX::Unit(parameters, i)) - before) / unit;
  }
  return columns;
}

// Where legs end in ball joints, and for simple loops, the rules find everything that the rank finds.
TEST(BaseRules, FindAllThatTheRankFinds) {
  for (const char* name : {"3rps", "delta", "five-bar", "four-bar", "gearshift", "serial-arm", "stewart-tsai"}) {
    SCOPED_TRACE(name);
    const Mechanism mechanism = load(name);
    RuleOptions options;
    options.parameters = {false, false};
    const RuleBase base = base_by_rule(Robot(mechanism), options);
    EXPECT_EQ(groupings_beyond(mechanism, base, force_columns(mechanism, 40)), std::vector<std::string>{});
  }
}

// Two rods of a parallelogram move alike; no joint between two bodies shows that.
TEST(BaseRules, LeaveParallelRodsToTheRank) {
  const Mechanism mechanism = load("delta-rods");
  RuleOptions options;
  options.parameters = {false, false};
  const RuleBase base = base_by_rule(Robot(mechanism), options);
  const std::vector<std::string> more = groupings_beyond(mechanism, base, force_columns(mechanism, 40));
  EXPECT_EQ(more.size(), 21u);
  EXPECT_NE(std::find(more.begin(), more.end(), "Izz.leg1.fore.rod2 moves to Izz.leg1.fore.rod1 1"), more.end());
}

// The base parameters of two mechanisms that differ by an exchange are the same.
TEST_P(BaseRulesLaw, BaseParametersIgnoreExchanges) {
  const Robot& robot = catalogue_robot(GetParam());
  RuleOptions options;
  options.parameters = {false, false};
  const RuleBase base = base_by_rule(robot, options);
  const MatrixX vectors = exchange_vectors(robot, options);
  EXPECT_EQ(base.count() + vectors.cols(), vectors.rows());
  EXPECT_LT((base.grouping * vectors).norm(), 1e-9 * (1 + base.grouping.norm() * vectors.norm()));
}

TEST(BaseRules, HonoursTheUsersChoice) {
  RuleOptions options;
  options.keep = {"Izz.slider", "m.slider"};
  options.drop = {"Izz.ring"};
  const Mechanism palida = load("palida");
  const RuleBase base = base_by_rule(palida, options);
  EXPECT_EQ(base.count(), 10);
  const auto kept = [&](const std::string& name) {
    return std::any_of(base.kept.begin(), base.kept.end(),
                       [&](int k) { return base.space.names[static_cast<std::size_t>(k)] == name; });
  };
  EXPECT_TRUE(kept("Izz.slider"));
  EXPECT_TRUE(kept("m.slider"));
  EXPECT_FALSE(kept("Izz.ring"));
}

TEST(BaseRules, RefusesAChoiceThatIsNoBase) {
  const Mechanism palida = load("palida");
  const auto message = [&](const std::vector<std::string>& keep) -> std::string {
    RuleOptions options;
    options.keep = keep;
    try {
      base_by_rule(palida, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message({"Izz.stator", "Iyy.slider"}).find("'Iyy.slider' cannot be kept: it depends on Izz.stator"),
            std::string::npos);
  EXPECT_NE(message({"m.ring"}).find("no effect"), std::string::npos);
  EXPECT_NE(message({"m.nothing"}).find("not a free parameter"), std::string::npos);
}

TEST(BaseRules, SaysWhy) {
  const RuleBase base = base_by_rule(load("palida"));
  const auto text = [&](const std::string& cause) -> std::string {
    for (const GroupingStep& step : base.steps) {
      if (step.cause == cause) return step.text;
    }
    return "";
  };
  EXPECT_EQ(text("prismatic joint slide"), "Ixx, Ixy, Ixz, Iyy, Iyz, Izz of slider move to stator");
  EXPECT_EQ(text("revolute joint beta"), "sz, Iyy of stator move to ring");
  EXPECT_EQ(text("spherical joint ball"), "m of slider moves to platform");
  EXPECT_EQ(text("ring turns about one axis"), "m, sz, Ixx, Ixy, Ixz, Iyy, Iyz of ring have no effect");
  EXPECT_EQ(base.facts.front(), "identical legs: leg1, leg2, leg3, leg4, leg5, leg6");
}

}  // namespace
}  // namespace jourdain::base_rules_test
