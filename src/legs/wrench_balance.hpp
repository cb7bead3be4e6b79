// The balance of wrenches of a platform on its legs: how much each leg pushes along its line.
#pragma once

#include "legs/plan_steps.hpp"

namespace jourdain {

// With all centres in one plane and lines with an axial component of 1: the three equations that are left when those
// with constant coefficients are used up, of the wrench about plan.origin.
template <typename T>
Matrix3T<T> reduced_balance(const Plan& plan, const LegLines<T>& lines);

// Solves sum_k t_k (line_k, arm_k x line_k) = wrench for the legs' shares t. Arms reach from the point that the wrench
// is about to the ball joints; only the general balance needs them. Of a platform that only translates the force alone
// counts. Rows are taken in the plan's order.
template <typename T>
void solve_balance(const Plan& plan, const LegLines<T>& lines, const LegLines<T>& arms, const Wrench<T>& wrench, T* t);

// K M K^T of a symmetric matrix on wrenches, where t = K wrench are the shares above; the upper triangle of M counts.
template <typename T>
Matrix6T<T> shares_matrix(const Plan& plan, const LegLines<T>& lines, const LegLines<T>& arms, const Matrix6T<T>& M);

}  // namespace jourdain
