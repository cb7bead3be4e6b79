#include "linear_form/inertial_space.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/linear_form/linear_form.hpp"
#include "jourdain/model/reader.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace jourdain::inertial_space_test {
namespace {

VectorX standard_parameters(const Mechanism& mechanism) {
  VectorX p(parameters_per_body * (static_cast<Eigen::Index>(mechanism.bodies.size()) - 1));
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    p.segment<parameters_per_body>(parameters_per_body * (static_cast<Eigen::Index>(i) - 1)) =
        inertial_parameters(mechanism.bodies[i].inertial);
  }
  return p;
}

// The model's own values satisfy its declarations to the digits of the file.
TEST(InertialSpace, HoldsTheModelsOwnValues) {
  for (const std::string& name : catalogue_names()) {
    SCOPED_TRACE(name);
    const Mechanism mechanism = load(name);
    const InertialSpace space = inertial_space(mechanism);
    const VectorX p = standard_parameters(mechanism);
    VectorX free(static_cast<Eigen::Index>(space.columns.size()));
    for (std::size_t k = 0; k < space.columns.size(); ++k) free[static_cast<Eigen::Index>(k)] = p[space.columns[k]];
    EXPECT_LT((space.full * free - p).norm(), 1e-9 * p.norm());
    EXPECT_EQ(space.full.rows(), p.size());
    EXPECT_EQ(space.names.size(), space.columns.size());
  }
}

TEST(InertialSpace, NamesAreUnique) {
  for (const std::string& name : catalogue_names()) {
    for (const bool identical : {false, true}) {
      SCOPED_TRACE(name);
      const InertialSpace space = inertial_space(load(name), {identical, true});
      EXPECT_EQ(std::set<std::string>(space.names.begin(), space.names.end()).size(), space.names.size());
    }
  }
}

// Regressor and rules name the inertial parameters of a robot alike, with identical legs and without.
TEST(ParameterList, NamesColumnsAndRulesAlike) {
  for (const std::string& name : catalogue_names()) {
    const Robot robot = Robot::from_file(name);
    if (driving_actuators(robot).empty()) continue;
    for (const bool identical : {false, robot.mechanism().identical_legs}) {
      SCOPED_TRACE(name);
      LinearFormOptions options;
      options.legs = identical ? LegSharing::identical : LegSharing::independent;
      options.structure = false;
      options.rotors = options.friction = options.payload = Columns::none;
      const LinearForm form(robot, options);
      std::vector<std::string> columns;
      for (const Parameter& p : form.parameters()) columns.push_back(p.name);
      EXPECT_EQ(columns, inertial_space(robot.mechanism(), {identical, false}).names);
    }
  }
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

TEST(InertialSpace, IdenticalLegsShareOneName) {
  const Mechanism palida = load("palida");
  const InertialSpace shared = inertial_space(palida, {true, false});
  EXPECT_EQ(shared.names.size(), 40u);
  EXPECT_NE(std::find(shared.names.begin(), shared.names.end(), "Izz.ring"), shared.names.end());
  const InertialSpace single = inertial_space(palida, {false, false});
  EXPECT_EQ(single.names.size(), 190u);
  EXPECT_EQ(single.names, single.standard);
}

// Two groups with bodies of one name keep the group's name.
TEST(InertialSpace, GroupsStayApart) {
  const InertialSpace space = inertial_space(load("hexa"), {true, false});
  EXPECT_NE(std::find(space.names.begin(), space.names.end(), "Izz.left.arm"), space.names.end());
  EXPECT_NE(std::find(space.names.begin(), space.names.end(), "Izz.right.arm"), space.names.end());
}

TEST(InertialSpace, RelationsTakeParametersAway) {
  const Mechanism palida = load("palida");
  EXPECT_EQ(inertial_space(palida, {true, true}).names.size(), 40u - 13u);
  EXPECT_EQ(inertial_space(palida, {false, true}).names.size(), 190u - 5u - 6u * 8u);
}

TEST(InertialSpace, RefusesWhatDoesNotExist) {
  Mechanism palida = load("palida");
  palida.relations.push_back({{{1, "sx", "nothing"}}});
  EXPECT_THROW(inertial_space(palida), Error);
  palida.relations.back() = {{{1, "sw", "ring"}}};
  EXPECT_THROW(inertial_space(palida), Error);
}

}  // namespace
}  // namespace jourdain::inertial_space_test
