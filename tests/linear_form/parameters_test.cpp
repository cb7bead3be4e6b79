// Which parameters a form has, under which names.
#include "linear_form/declared_mechanism.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/linear_form/linear_form.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace jourdain::parameters_test {
namespace {

// The model's own values satisfy its declarations to the digits of the file, and no name is taken twice.
TEST(Parameters, HoldTheModelsOwnValues) {
  int forms = 0;
  for (const std::string& name : catalogue_names()) {
    const Robot robot = Robot::from_file(name);
    if (driving_motors(robot).empty()) continue;
    for (const LegSharing legs : {LegSharing::as_declared, LegSharing::independent}) {
      SCOPED_TRACE(name);
      const LinearForm form(robot, rigid(legs));
      ++forms;
      VectorX p(static_cast<int>(form.standard().size()));
      for (int i = 0; i < static_cast<int>(p.size()); ++i) p[i] = form.standard()[i].value;
      EXPECT_LT((form.expansion() * form.values() - p).norm(), 1e-9 * p.norm());
      std::set<std::string> names;
      for (const Parameter& parameter : form.parameters()) EXPECT_TRUE(names.insert(parameter.name).second);
    }
  }
  EXPECT_GE(forms, 50);
}

TEST(ParameterList, HasEveryNumberOnceWithItsUnit) {
  const std::vector<StandardParameter> list = parameter_list(load("palida"));
  std::map<std::string, std::string> units;
  for (const StandardParameter& p : list) EXPECT_TRUE(units.emplace(p.name, p.unit).second) << p.name;
  EXPECT_EQ(units.at("m.platform"), "kg");
  EXPECT_EQ(units.at("sx.leg1.ring"), "kg m");
  EXPECT_EQ(units.at("Izz.leg1.ring"), "kg m^2");
  EXPECT_EQ(units.at("coulomb.leg1.slide"), "N");
  EXPECT_EQ(units.at("viscous.leg1.slide"), "N s/m");
}

TEST(Parameters, OfIdenticalLegsHaveOneName) {
  const Robot palida = Robot::from_file("palida");
  const LinearForm shared(palida, rigid(LegSharing::identical, false));
  EXPECT_EQ(shared.columns(), 40);
  EXPECT_GE(shared.find("Izz.ring"), 0);
  EXPECT_EQ(LinearForm(palida, rigid(LegSharing::independent, false)).columns(), 190);
}

// Two groups with bodies of one name keep the group's name.
TEST(Parameters, OfGroupsStayApart) {
  const LinearForm form(Robot::from_file("hexa"), rigid(LegSharing::identical, false));
  EXPECT_GE(form.find("Izz.left.arm"), 0);
  EXPECT_GE(form.find("Izz.right.arm"), 0);
}

TEST(Parameters, AreFewerByRelations) {
  const Robot palida = Robot::from_file("palida");
  EXPECT_EQ(LinearForm(palida, rigid(LegSharing::identical)).columns(), 40 - 13);
  EXPECT_EQ(LinearForm(palida, rigid(LegSharing::independent)).columns(), 190 - 5 - 6 * 8);
}

TEST(Parameters, RefuseRelationsOfWhatDoesNotExist) {
  for (const InertialRelation::Term& term : {InertialRelation::Term{1, "sx", "nothing"}, {1, "sw", "ring"}}) {
    Mechanism palida = load("palida");
    palida.relations.push_back({{term}});
    EXPECT_THROW(LinearForm(Robot(palida), rigid()), Error) << term.entry;
  }
}

}  // namespace
}  // namespace jourdain::parameters_test
