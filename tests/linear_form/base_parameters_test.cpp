// Base parameters of the whole catalogue: counts, gaps, and what a base must be able to do.
#include "linear_form/declared_mechanism.hpp"
#include "support/random_states.hpp"
#include "support/rods_on_balls.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/linear_form/base_parameters.hpp"
#include "linear_form/base/rule_comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace jourdain::base_parameters_test {
namespace {

// Base parameters of rigid bodies, all ten of each body: legs independent, and legs of one group identical.
struct Counts {
  int independent;
  int identical;
};
const std::map<std::string, Counts> known_counts{{"3prr", {13, 7}},
                                                 {"3rpr", {13, 7}},
                                                 {"3rps", {25, 15}},
                                                 {"3rrr", {13, 7}},
                                                 {"ankle", {31, 31}},
                                                 {"bricard", {19, 19}},
                                                 {"delta", {34, 12}},
                                                 {"delta-linear", {28, 10}},
                                                 {"delta-lumped", {34, 12}},
                                                 {"delta-rods", {31, 11}},
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
                                                 {"quattro", {48, 26}},
                                                 {"redundant-planar", {16, 7}},
                                                 {"serial-arm", {36, 36}},
                                                 {"stewart-gallardo", {82, 22}},
                                                 {"stewart-tsai", {82, 22}}};

// Rods that spin idly have no parameter of their spin: the ranks are those of bodies whose angular velocity is e x e'.
TEST(BaseOfIdleRods, HasNoParameterOfTheirSpin) {
  const Robot robot{rods_on_balls(0.02)};
  const BaseParameters alone = find_base_parameters(LinearForm(robot, rigid(LegSharing::independent, false)));
  EXPECT_EQ(alone.count(false), 76);
  EXPECT_EQ(compare_with_rules(alone).by_rule, 76);
  EXPECT_EQ(find_base_parameters(LinearForm(robot, rigid(LegSharing::identical, false))).count(false), 21);
}

class BaseLaw : public ::testing::TestWithParam<std::string> {
 protected:
  const Robot& robot = catalogue_robot(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Catalogue, BaseLaw, ::testing::ValuesIn(catalogue_names()), as_identifier);

TEST_P(BaseLaw, CountsAreThoseOfTheTable) {
  ASSERT_TRUE(known_counts.contains(GetParam())) << "add the robot to the table";
  for (const LegSharing legs : {LegSharing::independent, LegSharing::identical}) {
    const BaseParameters base = find_base_parameters(LinearForm(robot, rigid(legs, false)));
    const Counts& counts = known_counts.at(GetParam());
    EXPECT_EQ(base.count(false), legs == LegSharing::independent ? counts.independent : counts.identical);
    EXPECT_GE(base.gap, least_gap);
    EXPECT_LE(base.residual, 1e-10);
  }
}

// The count does not hang on the random states.
TEST_P(BaseLaw, DoesNotDependOnTheSeed) {
  const LinearForm form(robot);
  const BaseParameters one = find_base_parameters(form);
  BaseOptions options;
  options.seed = 4711;
  const BaseParameters other = find_base_parameters(form, options);
  ASSERT_EQ(one.base.size(), other.base.size());
  // Coefficients are known to some 1e-9 where columns differ little, with lengths in robot sizes.
  constexpr double tolerance = 1e-7;
  for (int i = 0; i < one.form.columns(); ++i) {
    const Parameter& kept = form.parameters()[one.base[i].parameter];
    EXPECT_EQ(one.base[i].parameter, other.base[i].parameter);
    for (int j = 0; j < form.columns(); ++j) {
      const double unit = std::pow(robot.size(), kept.length_power - form.parameters()[j].length_power);
      EXPECT_NEAR(one.mapping(i, j), other.mapping(i, j), tolerance * (unit + std::abs(one.mapping(i, j))));
    }
  }
}

// Full and base parameters give the same forces, and what the base does not see has no effect on them.
TEST_P(BaseLaw, TellsTheForcesAndNothingElseDoes) {
  constexpr double tolerance = 1e-10;
  const LinearForm form(robot);
  const BaseParameters base = find_base_parameters(form);
  LinearFormWorkspace memory(form), base_memory(base.form);
  Workspace workspace(robot);
  MatrixX Y(form.rows(), form.columns()), Yb(form.rows(), static_cast<int>(base.base.size()));
  ASSERT_EQ(base.form.columns(), static_cast<int>(base.base.size()));
  const VectorX p = form.values();
  // Null space of the mapping: a dropped parameter, taken off the kept ones again.
  Random random(5);
  VectorX hidden = VectorX::Zero(form.columns());
  for (const DroppedParameter& d : base.dropped) hidden[d.parameter] = uniform(random, 1);
  const VectorX seen = base.mapping * hidden;
  for (std::size_t i = 0; i < base.base.size(); ++i) hidden[base.base[i].parameter] -= seen[static_cast<int>(i)];
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random states(900 + seed);
    ASSERT_TRUE(go_to_random_state(workspace, states));
    ASSERT_EQ(regressor(form, workspace, memory, Y), Status::ok);
    ASSERT_EQ(regressor(base.form, workspace, base_memory, Yb), Status::ok);
    EXPECT_LT((Y * p - Yb * (base.mapping * p)).norm(), tolerance * (Y.cwiseAbs() * p.cwiseAbs()).norm());
    EXPECT_LT((Y * hidden).norm(), tolerance * Y.norm() * hidden.norm());
  }
}

TEST(BaseParameters, ArePaLiDAsTableOne) {
  const BaseParameters base = find_base_parameters(LinearForm(Robot::from_file("palida")));
  EXPECT_EQ(base.count(false), 10);
  EXPECT_EQ(base.count(true), 14);
  const std::vector<std::string> table{"m.platform + 6 m.slider",
                                       "sz.platform",
                                       "Ixx.platform + sum(y.ball^2) m.slider",
                                       "Iyy.platform + sum(x.ball^2) m.slider",
                                       "Izz.platform + sum(x.ball^2 + y.ball^2) m.slider",
                                       "Izz.ring + Iyy.stator + Izz.slider",
                                       "sy.stator",
                                       "Ixx.stator - Iyy.stator + Ixx.slider - Izz.slider",
                                       "Izz.stator + Iyy.slider",
                                       "sz.slider",
                                       "coulomb.alpha_dry",
                                       "coulomb.beta_dry"};
  for (std::size_t i = 0; i < table.size(); ++i) EXPECT_EQ(base.base[i].expression, table[i]);
}

// Anchors without symmetry, and a platform that makes up for them.
TEST(BaseParameters, AreAsManyForTheHexapodAsInTableOne) {
  const BaseParameters base = find_base_parameters(LinearForm(Robot::from_file("hexapod")));
  EXPECT_EQ(base.count(false), 10);
  EXPECT_EQ(base.count(true), 14);
  const BaseParameters full = find_base_parameters(LinearForm(Robot::from_file("hexapod-full")));
  EXPECT_EQ(full.count(false), 23);
  EXPECT_EQ(full.count(true), 18);
}

// Table I for Tsai's platform, computed by hand: cases.md.
TEST(BaseParameters, HaveTheValuesOfAReferenceCase) {
  Mechanism m = load("stewart-tsai");
  const BaseParameters base = find_base_parameters(LinearForm(Robot(m), rigid(LegSharing::identical, false)));
  const auto value = [&](const std::string& name) {
    for (const BaseParameter& b : base.base) {
      if (base.full.parameters()[b.parameter].name == name) return b.value;
    }
    ADD_FAILURE() << name << " is no base parameter";
    return 0.0;
  };
  EXPECT_NEAR(value("m.platform"), 2.1, 1e-9);
  EXPECT_NEAR(value("sz.platform"), -0.24, 1e-9);
  EXPECT_NEAR(value("Ixx.platform"), 0.29091, 1e-5);
  EXPECT_NEAR(value("Iyy.platform"), 0.29076, 1e-5);
  EXPECT_NEAR(value("Izz.platform"), 0.30967, 1e-5);
}

TEST(BaseParameters, DependOnGeometryAndGravity) {
  Mechanism vertical = load("five-bar"), horizontal = vertical;
  horizontal.gravity = {0, 0, -9.81};
  EXPECT_EQ(find_base_parameters(LinearForm(Robot(vertical), rigid())).count(false), 11);
  EXPECT_EQ(find_base_parameters(LinearForm(Robot(horizontal), rigid())).count(false), 7);
  for (Mechanism* m : {&vertical, &horizontal}) {
    declare_equal(*m, "left", "right");
    declare_equal(*m, "left2", "right2");
  }
  const BaseParameters up = find_base_parameters(LinearForm(Robot(vertical), rigid()));
  const BaseParameters flat = find_base_parameters(LinearForm(Robot(horizontal), rigid()));
  EXPECT_EQ(up.count(false), 6);
  EXPECT_EQ(flat.count(false), 4);
  EXPECT_FALSE(up.assumptions.empty());
}

TEST(BaseParameters, FollowTheUsersChoice) {
  const LinearForm form(Robot::from_file("palida"), rigid());
  BaseOptions options;
  options.keep = {"Izz.slider", "m.slider"};
  options.drop = {"Izz.ring", "m.platform"};
  const BaseParameters base = find_base_parameters(form, options);
  EXPECT_EQ(base.count(false), 10);
  for (const BaseParameter& b : base.base) {
    const std::string& name = form.parameters()[b.parameter].name;
    EXPECT_NE(name, "Izz.ring");
    EXPECT_NE(name, "m.platform");
  }
  const auto refusal = [&](const BaseOptions& wrong) -> std::string {
    try {
      find_base_parameters(form, wrong);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage);
      return error.what();
    }
    return "accepted";
  };
  // Says which columns depend on which.
  EXPECT_NE(refusal({1, {"Izz.ring", "Iyy.stator", "Izz.slider"}, {}}).find("it is Iyy.stator"), std::string::npos);
  EXPECT_NE(refusal({1, {}, {"m.platform", "m.slider"}}).find("it depends on m.slider"), std::string::npos);
  EXPECT_NE(refusal({1, {"Izz.rign"}, {}}).find("did you mean 'Izz.ring'?"), std::string::npos);
  EXPECT_NE(refusal({1, {"m.ring"}, {}}).find("has no effect"), std::string::npos);
  EXPECT_NE(refusal({1, {"sz.slider"}, {"sz.slider"}}).find("kept and dropped"), std::string::npos);
}

TEST(BaseParameters, NameCoefficientsAfterTheFilesLengths) {
  const BaseParameters base = find_base_parameters(LinearForm(Robot::from_file("delta"), rigid(LegSharing::identical)));
  std::string all;
  for (const BaseParameter& b : base.base) all += b.expression + "\n";
  EXPECT_NE(all.find("m.platform + 3/L_B^2 Iyy.fore.rod"), std::string::npos) << all;
  EXPECT_NE(all.find("Iyy.arm + L_A^2 m.fore.rod - L_A^2/L_B^2 Iyy.fore.rod"), std::string::npos) << all;
}

// Fifty bodies: six driven legs and ten more that only follow.
TEST(BaseParameters, OfARobotWithManyBodies) {
  std::string text = "jourdain: 1\nname: many\nbodies: {platform: {mass: 5 kg, inertia: [1, 1.1, 1.2]}}\nlegs:\n";
  for (const bool driven : {true, false}) {
    const int count = driven ? 6 : 10;
    std::string A, B;
    for (int i = 0; i < count; ++i) {
      const double a = (driven ? 1.0 : 0.6) * i + (driven ? 0.2 * (i % 2) : 0.35), b = a + (i % 2 ? 0.4 : -0.4);
      const std::string comma = i + 1 < count ? ", " : "";
      A += "[" + std::to_string(std::cos(a)) + ", " + std::to_string(std::sin(a)) + ", " + std::to_string(0.01 * i) +
           "]" + comma;
      B += "[" + std::to_string(0.5 * std::cos(b)) + ", " + std::to_string(0.5 * std::sin(b)) + ", " +
           std::to_string(0.02 * i) + "]" + comma;
    }
    text += std::string("  - repeat: {name: \"") + (driven ? "leg" : "arm") + "{i}\", each: {A: [" + A + "], B: [" + B +
            "]}}\n    bodies: {ring: {mass: 1 kg}, stator: {mass: 2 kg, com: [0, 0.2, 0]}, slider: {mass: 1 kg}}\n"
            "    joints:\n"
            "      alpha: {type: revolute, between: [base, ring], at: A, axis: {base: y, ring: z}, zero: {base: z, "
            "ring: x}}\n"
            "      beta: {type: revolute, between: [ring, stator], axis: {ring: -y, stator: z}, zero: {ring: -z, "
            "stator: x}}\n"
            "      slide: {type: prismatic, between: [stator, slider], axis: {stator: y, slider: z}, zero: {stator: x, "
            "slider: x}" +
            (driven ? ", actuated: true" : "") +
            "}\n      ball: {type: spherical, between: [slider, platform], at: {platform: B}}\n";
  }
  text += "platform: {body: platform}\nassembly: {platform: [0, 0, 1]}\n";
  const Robot robot(read_model(text, "many").mechanism);
  ASSERT_EQ(robot.mechanism().bodies.size(), 50u);
  const BaseParameters base = find_base_parameters(LinearForm(robot));
  EXPECT_EQ(base.full.columns(), 490);
  // Thirteen for each leg (see the hexapod: 88 = 6 * 13 + 10).
  EXPECT_EQ(base.count(false), 16 * 13 + 10);
  EXPECT_GE(base.gap, least_gap);
}

TEST(BaseParameters, RefuseFunctionsOfNoRate) {
  const Robot robot = Robot::from_file("delta");
  for (const double scale : {1e-100, 1e30, 0.0, std::nan("")}) {
    LinearFormOptions options;
    options.elemental.push_back({"cube", "motor", RateFunction::cube, scale, false});
    EXPECT_THROW(LinearForm(robot, options), Error) << scale;
  }
}

}  // namespace
}  // namespace jourdain::base_parameters_test
