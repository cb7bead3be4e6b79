// How a robot's dynamics is computed: leg by leg, each by the kernel of its type, and one balance of wrenches. Made
// once from the structure; the engine and the tracer run the same plan. A robot whose legs are not all recognised has
// none and takes the recursion over all bodies.
//
// Legs are put together twice on purpose, from the same kernels: in lanes on numbers (lane_equations, two legs at once)
// and as equations on expressions (plan_inverse_dynamics, plan_equations), where sums that legs share are written once,
// for the fewest operations: docs/decisions/0015. Tests hold both to the same numbers.
#pragma once

#include "legs/leg.hpp"

#include <array>
#include <string>

namespace jourdain {

inline constexpr int most_legs = 6;

// How the legs' shares are found.
enum class Balance {
  forces,    // three forces on a platform that only translates
  general,   // six equations about the ball joint of the first leg
  plane,     // all centres in one plane across the axial axis: three equations have constant coefficients
  mirrored,  // and in pairs, mirrored at a plane of two base axes: those three have sums or differences only
};

struct Plan {
  std::vector<RobotLeg> legs;  // empty: there is no plan
  int axial = 2;
  Balance balance = Balance::general;
  std::vector<int> pivots;           // order of the equations, in general the axial force first
  std::vector<int> columns;          // order of the legs; mirrored: pair after pair
  Vector3 origin = Vector3::Zero();  // in the centres' plane, what its moments are about
  double length = 1;                 // of the platform, which moments are measured by where pivots are compared

  // With centres in one plane: the first leg follows from the axial force, the next two from the moments across it.
  Eigen::Matrix2d solved = Eigen::Matrix2d::Zero();                          // inverse of their coefficients
  Eigen::Matrix<double, 2, 3> shares = Eigen::Matrix<double, 2, 3>::Zero();  // that times those of the others

  int across = 1;        // the base axis across the mirror plane
  int tips_across = -1;  // the platform's axis across a mirror plane of the pairs' tips, -1: they have none
  int flat_axis = 2;     // the platform's axis along which tips spread least
  // Which way the ball joints' motions take fewer operations: from the first leg's instead of the platform's origin,
  // velocities from the columns w x R_i instead of w x arm.
  bool tips_from_first = false, tips_from_columns = false;

  explicit operator bool() const { return !legs.empty(); }
  int size() const { return static_cast<int>(legs.size()); }
  bool translates() const { return balance == Balance::forces; }
};

Plan make_plan(const RobotData& robot);

// Whether joints and bodies of a motion that the plan has answered are sure to follow from it: what makes the passive
// joints of a leg singular makes a divisor of the plan vanish, too.
bool may_defer(const RobotData& robot);

// The plan in words: "by legs: 6 telescopic, coplanar and mirrored anchors", or "recursion over all bodies".
std::string describe(const Plan& plan);

// True for pairs of telescopic legs with the inertia of table I. Their forward dynamics in pairs (paired_legs.cpp)
// takes 1,517 operations of palida and 1,461 of stewart-tsai, one by one 1,699 and 1,652.
bool has_paired_legs(const Plan& plan);

}  // namespace jourdain
