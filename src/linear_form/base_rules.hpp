// Base parameters by rule: exact groupings of inertial parameters that hold for every motion, found joint by joint from
// geometry alone. [Abdellatif05] (21)-(23) and the closure at the platform, for any frames and any joints.
//
// A change of the parameters has no effect on the motors if it leaves the kinetic energy zero and the potential energy
// constant. For the two bodies of a joint this is a finite set of linear equations for their twenty parameters: a mass
// on the axis of a hinge may belong to either body, a tensor moves across a slide, a mass point across a ball joint,
// and what a body cannot do near the base has no effect. The span of all such exchanges is known without sampling
// motions. It gives an upper bound for the number of base parameters; groupings that need a whole loop are left to the
// rank.
#pragma once

#include "linear_form/inertial_space.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

class Robot;

struct RuleOptions {
  InertialChoice parameters;
  // Set if the platform's pose follows from its declared moves and constants alone (Robot::pose_is_explicit): its home
  // pose. A platform that only translates keeps nothing but its mass.
  std::optional<Placement> platform_home;
  // Free parameters by name: these are kept where possible, those dropped where possible.
  std::vector<std::string> keep;
  std::vector<std::string> drop;
};

// One rule at work: "revolute joint beta", "m, sz, Iyy of stator move to ring".
struct GroupingStep {
  std::string cause;
  std::string text;
};

// Base parameters as linear functions of the free parameters.
struct RuleBase {
  InertialSpace space;
  MatrixX grouping;                  // base = grouping * free; the columns `kept` are the identity
  std::vector<int> kept;             // free parameter that stands for each base parameter; the platform's last
  std::vector<int> idle;             // free parameters without any effect
  std::vector<std::string> reasons;  // of each free parameter that is not kept: the rule that took it away
  std::vector<GroupingStep> steps;   // from the tips to the base, then the closure; once for identical legs
  std::vector<std::string> facts;    // what the result rests on: identical legs, relations, gravity, moves
  int count() const { return static_cast<int>(kept.size()); }
};

// Set-up code. Throws Error(input) as check_mechanism and inertial_space, Error(usage) for a name in keep or drop that
// is no free parameter or for a `keep` that is not independent.
RuleBase base_by_rule(const Mechanism& mechanism, const RuleOptions& options = {});

// The same with what the robot knows of its platform.
RuleBase base_by_rule(const Robot& robot, RuleOptions options = {});

// Basis of all changes of the standard set (10 per body, file order) that the rules prove to have no effect: one column
// each.
MatrixX exchange_vectors(const Mechanism& mechanism, const RuleOptions& options = {});
MatrixX exchange_vectors(const Robot& robot, RuleOptions options = {});

// The groupings that the rules do not find: "sx.link moves to m.crank -1/L1". `forces` is any matrix over the standard
// set (10 per body) that decides the motor forces: a regressor over many states, its triangular factor, or the base
// parameters found by rank. Singular values below `threshold` times the largest are 0. One text for each parameter by
// which the base by rule is too large.
std::vector<std::string> groupings_beyond(const Mechanism& mechanism, const RuleBase& base, const MatrixX& forces,
                                          double threshold = 1e-9);

// Each base parameter as a sum in the robot's names with coefficients recognised as geometry, one text each.
std::vector<std::string> base_expressions(const Mechanism& mechanism, const RuleBase& base);

// The whole result as text: base parameters, parameters without effect, steps, facts.
std::string base_table(const Mechanism& mechanism, const RuleBase& base);

}  // namespace jourdain
