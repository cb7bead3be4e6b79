// The balance of wrenches of a platform on six legs: how much each leg pushes along its line.
#pragma once

#include "dynamics/leg_plan.hpp"

namespace jourdain {

template <typename T>
struct Wrench {
  Vector3T<T> force, moment;
};

// What is left of the balance when the equations with constant coefficients are used up.
template <typename T>
struct ReducedBalance {
  Matrix3T<T> matrix;
  Vector3T<T> rest;
};

// With all centres in one plane, lines with a vertical component of 1 and the wrench about plan.origin: the three
// equations that are left, and all six shares from the three that solve them.
template <typename T>
ReducedBalance<T> reduce_balance(const LegPlan& plan, const std::vector<Vector3T<T>>& lines, const Wrench<T>& wrench);
template <typename T>
void expand_shares(const LegPlan& plan, const Wrench<T>& wrench, const Vector3T<T>& solved, T* t);

// Solves sum_k t_k (line_k, arm_k x line_k) = wrench for the legs' shares t. Arms reach from the point that the wrench
// is about to the ball joints; only the general balance needs them. Rows are taken in the plan's order.
template <typename T>
void solve_balance(const LegPlan& plan, const std::vector<Vector3T<T>>& lines, const std::vector<Vector3T<T>>& arms,
                   const Wrench<T>& wrench, T* t);

}  // namespace jourdain
