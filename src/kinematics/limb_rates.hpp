// Rates and accelerations of the limbs from the platform's, limb by limb: J_k dq_k + S_k V = 0 (theory: general engine,
// step 2).
#pragma once

#include "kinematics/solver_memory.hpp"

namespace jourdain {

// The limb whose J_k is worst conditioned, and how well.
struct LimbConditioning {
  double value = 1;  // smallest pivot over the largest; 0 if singular
  int limb = -1;
};

// Factors all J_k at the tree's positions.
template <typename T>
LimbConditioning factor_limbs(const RobotData& robot, const TreeStateT<T>& tree, SolverMemory<T>& memory);

// Velocity coordinates and node velocities of all limbs from the platform's twist in tree.v, after factor_limbs.
template <typename T>
void solve_limb_rates(const RobotData& robot, SolverMemory<T>& memory, TreeStateT<T>& tree);

// The same for accelerations, from the platform's in tree.a.
template <typename T>
void solve_limb_accelerations(const RobotData& robot, SolverMemory<T>& memory, TreeStateT<T>& tree);

// What forces on the limb's velocity coordinates (in memory.limb_dual, which is overwritten) do to the platform:
// the wrench -S_k^T J_k^-T t_k, force and moment at its origin.
template <typename T>
Vector6T<T> limb_wrench(const RobotData& robot, std::size_t k, const TreeStateT<T>& tree, SolverMemory<T>& memory);

// Rate of a driving motor by the platform's twist (v, w), if it sits in a limb (RobotData::driving_limb).
template <typename T>
Vector6T<T> motor_row(const RobotData& robot, int driving, const TreeStateT<T>& tree, SolverMemory<T>& memory);

// memory.by_platform: rates of all limb coordinates by those entries of the platform's twist that are in `moves`.
template <typename T>
void limb_rates_by_platform(const RobotData& robot, const TreeStateT<T>& tree, SolverMemory<T>& memory);

}  // namespace jourdain
