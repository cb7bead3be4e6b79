// The rules of a mechanism: each a set of changes of the standard parameters without effect, with its cause.
#pragma once

#include "linear_form/base_rules.hpp"
#include "linear_form/motion_bound.hpp"

namespace jourdain {

// One rule. Rows are changes of the standard set with parameters in units of the mechanism's length (kg).
struct Rule {
  int joint = -1;     // -1: the bound of the body's motion, or its idle spin
  int body = 0;       // loses parameters
  int receiver = -1;  // takes them; 0 or -1: nobody
  MatrixX rows;
  bool idle_spin = false;
};

// What idle rods do not need: their moment of inertia about their line.
std::vector<Rule> idle_spin_rules(const Mechanism& mechanism, const std::vector<int>& welcome);

// All rules: what single bodies cannot do, then joints from the tips to the base, then the cuts of the spanning tree.
// `welcome` orders the standard set from the parameters to keep to those to drop.
std::vector<Rule> collect_rules(const Mechanism& mechanism, const std::vector<MotionBound>& bounds,
                                const std::vector<int>& welcome);

// The standard parameters from the most welcome to the least: those of the platform, then of the bodies from the base
// to the tips. In a body with axis z first Izz, Ixx, the products, Iyy, then sx, sy, sz and m, which leaves the
// groupings of Khalil and Gautier.
std::vector<int> welcome_order(const Mechanism& mechanism);

// Every rule as text, and the cause for each standard parameter that is not kept.
std::vector<GroupingStep> explain_rules(const Mechanism& mechanism, const std::vector<MotionBound>& bounds,
                                        const std::vector<Rule>& rules, const std::vector<int>& welcome,
                                        bool identical_legs, std::vector<std::string>& causes);

}  // namespace jourdain
