#include "linear_form/base/joint_exchange.hpp"

#include "core/dense/decompositions.hpp"

#include "jourdain/linear_form/parameters.hpp"
#include "model/joint_freedoms.hpp"

#include <cmath>

namespace jourdain {
namespace {

// Singular values below this share of the largest are 0; rounding leaves 1e-15.
constexpr double null_share = 1e-10;

using ParameterRow = Eigen::Matrix<double, 1, parameters_per_body>;

// Coefficients of the parameters in the polar form of twice the kinetic energy, for two twists in the body frame.
ParameterRow energy_row(const Vector6& one, const Vector6& two) {
  const Vector3 v1 = one.head<3>(), w1 = one.tail<3>(), v2 = two.head<3>(), w2 = two.tail<3>();
  ParameterRow row;
  row << v1.dot(v2), (v1.cross(w2) + v2.cross(w1)).transpose(), w1[0] * w2[0], w1[0] * w2[1] + w1[1] * w2[0],
      w1[0] * w2[2] + w1[2] * w2[0], w1[1] * w2[1], w1[1] * w2[2] + w1[2] * w2[1], w1[2] * w2[2];
  return row;
}

// The same in the power of a gravity field g in the body frame: g.(m v + w x s).
ParameterRow gravity_row(const Vector3& g, const Vector6& twist) {
  const Vector3 v = twist.head<3>(), w = twist.tail<3>();
  ParameterRow row = ParameterRow::Zero();
  row[0] = g.dot(v);
  row.segment<3>(1) = g.cross(w).transpose();
  return row;
}

// Linear equations collected as the triangle of their QR factorisation: memory does not grow.
class Equations {
 public:
  explicit Equations(Eigen::Index columns) : triangle_(MatrixX::Zero(columns, columns)) {}

  void add(const MatrixX& rows) {
    MatrixX all(triangle_.rows() + rows.rows(), triangle_.cols());
    all << triangle_, rows;
    triangle_ = dense::upper_triangle(all);
  }

  MatrixX null_space() const {
    const dense::SingularFactors svd = dense::singular_factors(triangle_, dense::Vectors::right);
    return svd.null_space(svd.rank(null_share));
  }

 private:
  MatrixX triangle_;
};

// Coordinates at which the energies are compared. In each angle they are trigonometric polynomials of degree 2, in each
// slide polynomials of degree 2: five angles and three slides decide for all others. Where the bounds of both bodies
// restrict the rates the coefficients are rational; a few more places cover that. None is special: no right angles.
std::vector<double> angles() {
  std::vector<double> values;
  for (int k = 0; k < 7; ++k) values.push_back(0.37 + 2 * M_PI * k / 7);
  return values;
}
std::vector<double> slides() { return {-0.83, -0.21, 0.47, 1.13}; }

std::vector<VectorX> grid(const std::vector<std::vector<double>>& values) {
  std::vector<VectorX> points{VectorX(0)};
  for (const std::vector<double>& coordinate : values) {
    std::vector<VectorX> longer;
    for (const VectorX& point : points) {
      for (const double value : coordinate) {
        VectorX next(point.size() + 1);
        next << point, value;
        longer.push_back(next);
      }
    }
    points = std::move(longer);
  }
  return points;
}

// Rotations: polynomials of degree 2 in the matrix have 35 coefficients.
std::vector<VectorX> rotations() {
  std::vector<VectorX> points;
  for (const VectorX& q : grid({angles(), angles(), {0.61, 1.27, 2.03}})) {
    const Quaternion turn = Eigen::AngleAxisd(q[0], Vector3::UnitZ()) * Eigen::AngleAxisd(q[2], Vector3::UnitX()) *
                            Eigen::AngleAxisd(q[1], Vector3::UnitZ());
    points.push_back(Eigen::Vector4d(turn.w(), turn.x(), turn.y(), turn.z()));
  }
  return points;
}

std::vector<VectorX> places(JointType type) {
  const JointKind& kind = joint_kind(type);
  if (kind.is_ball) return rotations();
  std::vector<std::vector<double>> values;
  for (int i = 0; i < kind.freedoms; ++i) values.push_back(kind.freedom[i].slides() ? slides() : angles());
  if (kind.is_screw) {
    // Angle and slide mix: polynomials of both.
    values[0].clear();
    for (int k = 0; k < 24; ++k) values[0].push_back(-7.1 + 0.61 * k);
  }
  return grid(values);
}

// The twists of both bodies that their bounds and the joint allow together, one column each.
struct PairOfTwists {
  TwistBasis a;
  TwistBasis b;
};

PairOfTwists allowed_twists(const JointMotion& motion, const MotionBound& bound_a, const MotionBound& bound_b) {
  const TwistBasis carried = seen_from(bound_a.twists, motion.placement);
  MatrixX of_b(6, carried.cols() + motion.twists.cols());
  of_b << carried, motion.twists;
  // Rates under which body b keeps to its bound.
  const MatrixX forbidden = dense::orthogonal_complement(bound_b.twists);
  MatrixX rates = MatrixX::Identity(of_b.cols(), of_b.cols());
  if (forbidden.cols() > 0 && of_b.cols() > 0) {
    const auto svd = dense::singular_factors(forbidden.transpose() * of_b, dense::Vectors::right);
    int rank = 0;
    while (rank < svd.s.size() && svd.s[rank] > null_share) ++rank;
    rates = svd.null_space(rank);
  }
  return {bound_a.twists * rates.topRows(carried.cols()), of_b * rates};
}

// All equations of a set of twists: no kinetic energy, no power of gravity.
MatrixX equations(const PairOfTwists& twists, const VectorBasis& gravity, const Matrix3& R_ab) {
  const Eigen::Index n = twists.a.cols();
  MatrixX rows(n * (n + 1) / 2 + n * gravity.cols(), 2 * parameters_per_body);
  Eigen::Index r = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = i; j < n; ++j) {
      rows.row(r++) << energy_row(twists.a.col(i), twists.a.col(j)), energy_row(twists.b.col(i), twists.b.col(j));
    }
    for (Eigen::Index g = 0; g < gravity.cols(); ++g) {
      rows.row(r++) << gravity_row(gravity.col(g), twists.a.col(i)),
          gravity_row(R_ab.transpose() * gravity.col(g), twists.b.col(i));
    }
  }
  return rows;
}

}  // namespace

MatrixX idle_changes(const MotionBound& bound) {
  const PairOfTwists twists{bound.twists, bound.twists};
  Equations system(parameters_per_body);
  system.add(equations(twists, bound.gravity, Matrix3::Identity()).leftCols(parameters_per_body));
  return system.null_space();
}

MatrixX exchange_changes(const Joint& joint, const MotionBound& bound_a, const MotionBound& bound_b) {
  Equations system(2 * parameters_per_body);
  for (const VectorX& q : places(joint.type)) {
    const JointMotion motion = body_motion(joint, q);
    const Matrix3& R = motion.placement.R;
    const VectorBasis gravity = common_span(bound_a.gravity, VectorBasis(R * bound_b.gravity));
    system.add(equations(allowed_twists(motion, bound_a, bound_b), gravity, R));
  }
  return system.null_space();
}

}  // namespace jourdain
