// Special linear forms of the papers, as cases of the general one.
#include "linear_form/declared_mechanism.hpp"
#include "support/model_text.hpp"
#include "support/random_states.hpp"

#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/linear_form/base_parameters.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace jourdain::special_forms_test {
namespace {

std::vector<std::string> kept_names(const BaseParameters& base) {
  std::vector<std::string> names;
  for (const BaseParameter& b : base.base) names.push_back(base.full.parameters()[b.parameter].name);
  return names;
}

// DELTA with massless forearms; `on_axis`: the arms' mass centres lie on their axes.
Mechanism light_delta(bool on_axis) {
  Mechanism m = load("delta");
  declare_massless(m, "fore.rod");
  if (on_axis) declare_zero(m, "sz", "arm");
  return m;
}

TEST(SpecialForms, PsiOfTheDeltaHasSevenParameters) {
  const Robot robot(light_delta(true));
  const BaseParameters base = find_base_parameters(LinearForm(robot, rigid(LegSharing::independent)));
  EXPECT_EQ(kept_names(base), (std::vector<std::string>{"m.platform", "sx.leg1.arm", "Iyy.leg1.arm", "sx.leg2.arm",
                                                        "Iyy.leg2.arm", "sx.leg3.arm", "Iyy.leg3.arm"}));
  EXPECT_EQ(find_base_parameters(LinearForm(robot, rigid(LegSharing::identical))).count(false), 3);
  const Robot off_axis(light_delta(false));
  EXPECT_EQ(find_base_parameters(LinearForm(off_axis, rigid(LegSharing::independent))).count(false), 10);
  EXPECT_EQ(find_base_parameters(LinearForm(off_axis, rigid(LegSharing::identical))).count(false), 4);

  // [Codourey97] (43), (45): the columns are ddq, -g cos q and J^T (ddX - g).
  Workspace workspace(robot);
  LinearFormWorkspace memory(base.form);
  MatrixX Psi(3, 7);
  Random random(12);
  ASSERT_TRUE(go_to_random_state(workspace, random));
  ASSERT_EQ(regressor(base.form, workspace, memory, Psi), Status::ok);
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(Psi(i, 1 + 2 * k), i == k ? -9.81 * std::cos(workspace.motor_position(k)) : 0.0, 1e-12);
      EXPECT_NEAR(Psi(i, 2 + 2 * k), i == k ? workspace.motor_acceleration(k) : 0.0, 1e-9);
    }
  }
}

// [Codourey98] (58): with plate and arms counted apart for inertia and for gravity, eight parameters.
TEST(SpecialForms, SimplifiedDeltaHasEightParameters) {
  // Numbers of the model file.
  constexpr double L_A = 0.2, m_arm = 0.1, m_elbow = 0.018, m_fore = 0.045, m_plate = 0.1;
  Mechanism m = light_delta(true), weightless = m;
  weightless.gravity.setZero();
  const Robot robot(m), floating(weightless), real = Robot::from_file("delta");
  LinearFormOptions options = rigid(LegSharing::independent);
  const LinearForm form(robot, options), inertia(floating, options);
  // Without gravity the first moments of the arms have no effect: four parameters; gravity's own are four more.
  EXPECT_EQ(find_base_parameters(inertia).count(false), 4);
  VectorX p = VectorX::Zero(form.columns()), g = p;
  p[form.find("m.platform")] = m_plate + m_fore;
  g[form.find("m.platform")] = m_plate + 1.5 * m_fore;
  for (const std::string leg : {"leg1", "leg2", "leg3"}) {
    p[form.find("Iyy." + leg + ".arm")] = L_A * L_A * (m_arm / 3 + m_elbow + 2 * m_fore / 3);
    g[form.find("sx." + leg + ".arm")] = L_A * (m_arm / 2 + m_elbow + m_fore / 2);
  }
  Workspace workspace(robot), afloat(floating), whole(real);
  LinearFormWorkspace memory(form), floating_memory(inertia);
  MatrixX Y(3, form.columns()), Y0(3, form.columns());
  VectorX forces(3);
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const PlatformState motion = random_motion(robot, random);
    ASSERT_EQ(inverse_kinematics(robot, motion, workspace), Status::ok);
    ASSERT_EQ(inverse_kinematics(floating, motion, afloat), Status::ok);
    ASSERT_EQ(inverse_kinematics(real, motion, whole), Status::ok);
    ASSERT_EQ(regressor(form, workspace, memory, Y), Status::ok);
    ASSERT_EQ(regressor(inertia, afloat, floating_memory, Y0), Status::ok);
    ASSERT_EQ(inverse_dynamics_by(Formulation::bars_simplified, real, whole, forces), Status::ok);
    EXPECT_LT((Y0 * p + (Y - Y0) * g - forces).norm(), 1e-10 * forces.norm());
  }
}

TEST(SpecialForms, HexaglideWithMasslessLegs) {
  Mechanism m = load("hexaglide");
  declare_massless(m, "rod");
  const Robot robot(m);
  const BaseParameters alone = find_base_parameters(LinearForm(robot, rigid(LegSharing::independent)));
  EXPECT_EQ(alone.count(false), 16);  // the platform's ten and six carriages
  const std::vector<std::string> names =
      kept_names(find_base_parameters(LinearForm(robot, rigid(LegSharing::identical))));
  EXPECT_EQ(names.size(), 11u);
  EXPECT_EQ(names.back(), "m.carriage");
}

// cases.md: 11 and 40 if the platform's anchors have no symmetry, 15 with all parameters of the platform.
TEST(SpecialForms, VariantsOfTableOne) {
  const std::string zeros = "sx.platform, sy.platform, Ixy.platform, Ixz.platform, Iyz.platform";
  const Robot full = changed_robot("palida", {{", " + zeros, ""}});
  EXPECT_EQ(find_base_parameters(LinearForm(full, rigid())).count(false), 15);
  const Robot skew =
      changed_robot("palida", {{"[141 mm, 141 mm, 0], [52 mm, 193 mm, 0], [-193 mm, 52 mm, 0]",
                                "[160 mm, 131 mm, 10 mm], [62 mm, 183 mm, -12 mm], [-183 mm, 72 mm, 7 mm]"}});
  EXPECT_EQ(find_base_parameters(LinearForm(skew, rigid())).count(false), 11);
  EXPECT_EQ(find_base_parameters(LinearForm(skew, rigid(LegSharing::independent))).count(false), 40);
  EXPECT_EQ(find_base_parameters(LinearForm(Robot::from_file("palida"), rigid(LegSharing::independent))).count(false),
            38);
}

}  // namespace
}  // namespace jourdain::special_forms_test
