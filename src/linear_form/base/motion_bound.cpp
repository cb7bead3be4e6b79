#include "linear_form/base/motion_bound.hpp"

#include "core/dense/decompositions.hpp"
#include "model/joint_freedoms.hpp"

#include "jourdain/spatial/spatial.hpp"

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

// Sines of angles and lengths over the mechanism's length below this are 0. Files give at most 1e-15.
constexpr double span_zero = 1e-9;

Vector6 slide(const Vector3& direction) { return (Vector6() << direction, Vector3::Zero()).finished(); }
Vector6 turn(const Vector3& axis) { return (Vector6() << Vector3::Zero(), axis).finished(); }

// Orthonormal basis of the columns.
MatrixX span_of(const MatrixX& columns) {
  if (columns.cols() == 0) return columns;
  const dense::SingularFactors svd = dense::singular_factors(columns, dense::Vectors::left);
  int rank = 0;
  while (rank < svd.s.size() && svd.s[rank] > span_zero) ++rank;
  return svd.U.leftCols(rank);
}

MatrixX side_by_side(const MatrixX& a, const MatrixX& b) {
  MatrixX both(a.rows(), a.cols() + b.cols());
  both << a, b;
  return both;
}

// The Lie algebra that the twists generate.
TwistBasis generated(TwistBasis basis) {
  basis = span_of(basis);
  for (;;) {
    TwistBasis products(6, basis.cols() * basis.cols());
    Eigen::Index k = 0;
    for (Eigen::Index i = 0; i < basis.cols(); ++i) {
      for (Eigen::Index j = 0; j < basis.cols(); ++j) {
        const Vector3 v1 = basis.col(i).head<3>(), w1 = basis.col(i).tail<3>();
        const Vector3 v2 = basis.col(j).head<3>(), w2 = basis.col(j).tail<3>();
        products.col(k++) << w1.cross(v2) - w2.cross(v1), w1.cross(w2);
      }
    }
    const TwistBasis larger = joint_span(basis, products);
    if (larger.cols() == basis.cols()) return basis;
    basis = larger;
  }
}

// The smallest space that holds these directions and does not change under the rotations of the twists.
VectorBasis turned_space(VectorBasis directions, const TwistBasis& twists) {
  directions = span_of(directions);
  for (;;) {
    VectorBasis larger = directions;
    for (Eigen::Index k = 0; k < twists.cols(); ++k) {
      const Matrix3 s = cross_matrix(twists.col(k).tail<3>());
      larger = joint_span(larger, VectorBasis(s * directions));
    }
    if (larger.cols() == directions.cols()) return directions;
    directions = larger;
  }
}

// A platform whose pose follows from its declared moves: R = Rx(a) Ry(b) Rz(c), so that the twists lie in the algebra
// that slides along base axes and turns about them through the output frame's origin generate.
MotionBound declared_bound(const Mechanism& mechanism, const Placement& home) {
  const Output& output = *mechanism.output;
  const Matrix3 R = home.R.transpose();  // base axes in the output frame
  TwistBasis twists(6, static_cast<Eigen::Index>(output.moves.size()));
  for (std::size_t k = 0; k < output.moves.size(); ++k) {
    const int move = static_cast<int>(output.moves[k]);
    const Vector3 axis = R.col(move % 3);
    twists.col(static_cast<Eigen::Index>(k)) = move < 3 ? slide(axis) : turn(axis);
  }
  MotionBound bound;
  bound.twists = generated(seen_from(twists, output.frame.inverse()));
  bound.gravity = turned_space(output.frame.R * R * mechanism.gravity.normalized(), bound.twists);
  return bound;
}

// Narrows the bound of one body by what its neighbour and the joint between them allow. `motion`: body in neighbour.
bool narrow(const MotionBound& neighbour, const JointMotion& motion, MotionBound& bound) {
  const TwistBasis moved = seen_from(neighbour.twists, motion.placement);
  const TwistBasis twists = common_span(bound.twists, generated(joint_span(moved, motion.twists)));
  const VectorBasis seen = motion.placement.R.transpose() * neighbour.gravity;
  const VectorBasis gravity = common_span(bound.gravity, turned_space(seen, motion.twists));
  const bool narrower = twists.cols() < bound.twists.cols() || gravity.cols() < bound.gravity.cols();
  bound = {twists, gravity};
  return narrower;
}

}  // namespace

TwistBasis seen_from(const TwistBasis& twists, const Placement& frame) {
  TwistBasis seen(6, twists.cols());
  for (Eigen::Index k = 0; k < twists.cols(); ++k) {
    const Vector3 v = twists.col(k).head<3>(), w = twists.col(k).tail<3>();
    seen.col(k) << frame.R.transpose() * (v + w.cross(frame.p)), frame.R.transpose() * w;
  }
  return seen;
}

VectorX joint_zero(JointType type) {
  if (joint_kind(type).is_ball) return Eigen::Vector4d(1, 0, 0, 0);
  return VectorX::Zero(freedoms(type));
}

JointMotion joint_motion(const Joint& joint, const VectorX& q) {
  const JointKind& kind = joint_kind(joint.type);
  const double pitch = kind.is_screw ? joint.pitch : 0;
  JointMotion m;
  m.twists.resize(6, kind.freedoms);
  if (kind.is_ball) m.placement.R = rotation_from_quaternion(q);
  // From J_B back to J_A: what comes before a freedom is seen through it.
  for (int i = kind.freedoms - 1; i >= 0; --i) {
    const Freedom& freedom = kind.freedom[i];
    const Vector3 axis = Vector3::Unit(freedom.axis);
    const Vector6 twist = freedom.slides() ? slide(axis) : Vector6(turn(axis) + pitch * slide(axis));
    m.twists.col(i) = kind.is_ball ? twist : Vector6(seen_from(twist, m.placement));
    if (kind.is_ball) continue;
    const Placement step{freedom.slides() ? Matrix3::Identity() : Eigen::AngleAxisd(q[i], axis).toRotationMatrix(),
                         (freedom.slides() ? q[i] : pitch * q[i]) * axis};
    m.placement = step * m.placement;
  }
  return m;
}

JointMotion body_motion(const Joint& joint, const VectorX& q) {
  const JointMotion m = joint_motion(joint, q);
  const Placement back = joint.in_b.inverse();
  return {joint.in_a * m.placement * back, seen_from(m.twists, back)};
}

template <typename Basis>
Basis joint_span(const Basis& a, const Basis& b) {
  return span_of(side_by_side(a, b));
}

// What is perpendicular to neither complement's span.
template <typename Basis>
Basis common_span(const Basis& a, const Basis& b) {
  return dense::orthogonal_complement(
      span_of(side_by_side(dense::orthogonal_complement(a), dense::orthogonal_complement(b))));
}

template TwistBasis joint_span(const TwistBasis&, const TwistBasis&);
template VectorBasis joint_span(const VectorBasis&, const VectorBasis&);
template TwistBasis common_span(const TwistBasis&, const TwistBasis&);
template VectorBasis common_span(const VectorBasis&, const VectorBasis&);

double length_of(const Mechanism& mechanism) {
  double length = 0;
  for (const Joint& joint : mechanism.joints) {
    // Places in the base say nothing about the bodies.
    if (joint.body_a != 0) length = std::max(length, joint.in_a.p.norm());
    if (joint.body_b != 0) length = std::max(length, joint.in_b.p.norm());
    length = std::max(length, std::abs(joint.pitch));
  }
  return length > 0 ? length : 1;
}

Mechanism in_units_of(Mechanism mechanism, double length) {
  for (Joint& joint : mechanism.joints) {
    joint.in_a.p /= length;
    joint.in_b.p /= length;
    joint.pitch /= length;
  }
  if (mechanism.output) mechanism.output->frame.p /= length;
  return mechanism;
}

std::vector<MotionBound> motion_bounds(const Mechanism& mechanism, const Placement* home) {
  MotionBound free;
  free.twists = Matrix6::Identity();
  free.gravity = Matrix3::Identity();
  std::vector<MotionBound> bounds(mechanism.bodies.size(), free);
  bounds[0].twists.resize(6, 0);
  bounds[0].gravity = span_of(mechanism.gravity.stableNormalized());
  if (home && mechanism.output) {
    bounds[mechanism.output->body] = declared_bound(mechanism, *home);
  }
  // Dimensions only fall, so this ends.
  for (bool narrower = true; narrower;) {
    narrower = false;
    for (const Joint& joint : mechanism.joints) {
      MotionBound& a = bounds[joint.body_a];
      MotionBound& b = bounds[joint.body_b];
      const JointMotion forth = body_motion(joint, joint_zero(joint.type));
      // Seen from body a the body b does the opposite.
      const Placement back = forth.placement.inverse();
      const JointMotion inverse{back, seen_from(forth.twists, back)};
      if (joint.body_b != 0) narrower = narrow(a, forth, b) || narrower;
      if (joint.body_a != 0) narrower = narrow(b, inverse, a) || narrower;
    }
  }
  return bounds;
}

}  // namespace jourdain
