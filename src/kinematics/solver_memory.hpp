// The memory of the solvers that are templates on the scalar. Sized once.
#pragma once

#include "expression/scalar.hpp"
#include "legs/robot_data.hpp"
#include "structure/tree_state.hpp"

#include "core/elimination.hpp"

namespace jourdain {

// Lengths are counted in robot sizes, so that pivots can be compared; a traced scalar does without.
template <typename T>
inline double length_unit(const RobotData& robot) {
  return is_traced<T> ? 1.0 : robot.size;
}

template <typename T>
struct SolverMemory {
  explicit SolverMemory(const RobotData& robot);

  // Dense solve of closure equations and drive.
  VectorXT<T> g;
  VectorXT<T> bias;
  RowMatrixT<T> K;
  RowMatrixT<T> drive;  // drive rows, freedoms x nv
  EliminationT<T> dense;
  VectorXT<T> rhs;

  // Limb by limb: factors of J_k, and what the platform's twist (v, w) adds to each of its rows.
  std::vector<EliminationT<T>> limb;
  std::vector<PointLimbSolve<T>> point_limb;
  RowMatrixT<T> platform_rows;  // nv x 6, one row per limb coordinate
  VectorXT<T> limb_rhs;
  VectorXT<T> limb_dual;      // forces on a limb's coordinates, then on its closure equations
  RowMatrixT<T> by_platform;  // nv x 6, velocity coordinates of the limbs by the platform's twist

  // Forces, or momenta, the duals of the motion: wrench at each node's origin, force on each velocity coordinate.
  std::vector<Vector3T<T>> force;
  std::vector<Vector3T<T>> moment;
  VectorXT<T> t;
  std::vector<FrameInertia<T>> composite;  // of each node and all beyond it, base axes
  RowMatrixT<T> limb_inertia;              // mass matrix of one limb
  EliminationT<T> motors;                  // platform twist by the motors' forces
  VectorXT<T> motor_forces;
};

}  // namespace jourdain
