// The nearest point within bounds, against its optimality conditions.
#include "dynamics/nearest_in_box.hpp"
#include "core/dense/decompositions.hpp"

#include "support/random_states.hpp"

#include <gtest/gtest.h>

namespace jourdain::nearest_in_box_test {
namespace {

constexpr double round_off = 1e-9;

MatrixX random_orthonormal(Random& random, int rows, int columns) {
  MatrixX others(rows, rows - columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < rows - columns; ++j) others(i, j) = uniform(random, 1);
  }
  return dense::orthogonal_complement(others);
}

VectorX random_vector(Random& random, int size, double limit) {
  VectorX x(size);
  for (int i = 0; i < size; ++i) x[i] = uniform(random, limit);
  return x;
}

// Optimal: the move y is a sum of normals of the active bounds that push inwards, y = -sum mu_i side_i Z_i, mu >= 0.
TEST(NearestInBox, SatisfiesTheOptimalityConditions) {
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const int r = 1 + static_cast<int>(seed % 6), m = r + 2 + static_cast<int>(seed % 5);
    const MatrixX Z = random_orthonormal(random, m, r);
    // There is a feasible point, up to 4 away from the start.
    const VectorX feasible = random_vector(random, m, 1),
                  bound = feasible.cwiseAbs() + random_vector(random, m, 0.3).cwiseAbs();
    const VectorX start = feasible + Z * random_vector(random, r, 4);
    VectorX f = start;
    ASSERT_EQ(nearest_in_box(Z, bound, f), Status::ok);
    ASSERT_TRUE((f.cwiseAbs().array() <= bound.array() * (1 + round_off)).all());
    const VectorX y = Z.transpose() * (f - start);
    EXPECT_LT((f - start - Z * y).norm(), round_off);
    // Multipliers by projected gradient of the non-negative least squares problem; few unknowns, strongly convex.
    std::vector<int> active;
    for (int i = 0; i < m; ++i) {
      if (std::abs(f[i]) > bound[i] * (1 - 1e-7)) active.push_back(i);
    }
    MatrixX A(r, static_cast<int>(active.size()));
    for (std::size_t k = 0; k < active.size(); ++k) {
      A.col(static_cast<int>(k)) = -std::copysign(1.0, f[active[k]]) * Z.row(active[k]).transpose();
    }
    VectorX mu = VectorX::Zero(A.cols());
    if (A.cols() > 0) mu = dense::pseudo_inverse(A) * y;
    EXPECT_LT((A * mu - y).norm(), 1e-7 * (1 + y.norm()));
    for (int k = 0; k < static_cast<int>(mu.size()); ++k) EXPECT_GT(mu[k], -1e-7);
  }
}

TEST(NearestInBox, LeavesAPointWithinBoundsAlone) {
  Random random(4);
  const MatrixX Z = random_orthonormal(random, 5, 2);
  const VectorX start = random_vector(random, 5, 1), bound = VectorX::Constant(5, 1);
  VectorX f = start;
  EXPECT_EQ(nearest_in_box(Z, bound, f), Status::ok);
  EXPECT_EQ(f, start);
  const VectorX none = VectorX::Constant(5, std::numeric_limits<double>::infinity());
  f = start * 1e9;
  EXPECT_EQ(nearest_in_box(Z, none, f), Status::ok);
}

TEST(NearestInBox, RefusesWhatCannotBe) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const int r = 1 + static_cast<int>(seed % 4), m = r + 3;
    const MatrixX Z = random_orthonormal(random, m, r);
    // Along a direction across the affine space every point of the box is too near the origin.
    VectorX across = random_vector(random, m, 1);
    across -= Z * (Z.transpose() * across);
    const VectorX bound = VectorX::Constant(m, 1);
    VectorX f = 1.01 * across.cwiseAbs().sum() / across.squaredNorm() * across + Z * random_vector(random, r, 3);
    EXPECT_EQ(nearest_in_box(Z, bound, f), Status::limit);
    EXPECT_TRUE(f.allFinite());
  }
}

}  // namespace
}  // namespace jourdain::nearest_in_box_test
