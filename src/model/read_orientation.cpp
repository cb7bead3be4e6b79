// Orientations and placements in the ways a file may write them.
#include "jourdain/spatial/spatial.hpp"
#include "model/model_keys.hpp"
#include "model/read_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jourdain {
namespace {

constexpr double quaternion_tolerance = 1e-3;   // of the length of a quaternion written with a few digits
constexpr double quaternion_rounding = 1e-14;   // below this it is taken as it is
constexpr double orthonormal_tolerance = 1e-9;  // of an explicit matrix

}  // namespace

std::optional<Eigen::Vector4d> read_quaternion(const Context& context, const Node& node) {
  if (node.kind != Node::Kind::sequence || node.items.size() != 4) {
    context.error(node.mark, "expected a quaternion [w, x, y, z] of four numbers");
    return std::nullopt;
  }
  const std::size_t before = context.reading.findings.errors();
  Eigen::Vector4d q;
  for (int k = 0; k < 4; ++k) q[k] = read_number(context, node.items[k], dimension::number);
  if (context.reading.findings.errors() != before) return std::nullopt;
  const double norm = q.stableNorm();
  if (!(std::abs(norm - 1) <= quaternion_tolerance)) {
    context.error(node.mark, fmt::format("a quaternion must have length 1, this one has {}", norm),
                  "scalar first; divide by the length");
    return std::nullopt;
  }
  if (std::abs(norm - 1) > quaternion_rounding) q /= norm;
  return q;
}

Matrix3 turn_about(const Vector3& axis, double angle) {
  // Multiples of a right angle get exact cosines and sines.
  double c = std::cos(angle);
  double s = std::sin(angle);
  const double rounding = std::min(4 * std::numeric_limits<double>::epsilon() * std::max(1.0, std::abs(angle)), 1e-9);
  if (std::abs(c) < rounding) {
    c = 0;
    s = s > 0 ? 1 : -1;
  } else if (std::abs(s) < rounding) {
    s = 0;
    c = c > 0 ? 1 : -1;
  }
  return c * Matrix3::Identity() + s * cross_matrix(axis) + (1 - c) * axis * axis.transpose();
}

Matrix3 read_matrix(const Context& context, const Node& node) {
  const std::size_t before = context.reading.findings.errors();
  Matrix3 R = Matrix3::Identity();
  if (node.kind != Node::Kind::sequence || node.items.size() != 3) {
    context.error(node.mark, "expected a rotation matrix as a list of three rows");
    return R;
  }
  for (int row = 0; row < 3; ++row) {
    R.row(row) = read_vector(context, node.items[row], dimension::number).transpose();
  }
  if (context.reading.findings.errors() != before) return Matrix3::Identity();
  const double error = (R.transpose() * R - Matrix3::Identity()).cwiseAbs().maxCoeff();
  if (!(error <= orthonormal_tolerance)) {
    context.error(node.mark,
                  fmt::format("the columns of this matrix are not perpendicular unit vectors: off by {:.2g}", error));
    return Matrix3::Identity();
  }
  if (R.determinant() < 0) {
    context.error(node.mark, "this matrix is left-handed: it mirrors", "negate one of its columns");
    return Matrix3::Identity();
  }
  return R;
}

Placement placement_of(const Context& context, const Node& mapping, const PlacementKeys& keys) {
  Placement placement;
  if ((keys.rpy != nullptr) + (keys.quaternion != nullptr) + (keys.matrix != nullptr) > 1) {
    context.error(mapping.mark, "an orientation is given twice: expected one of rpy, quaternion and matrix");
  }
  if (keys.matrix) {
    placement.R = read_matrix(context, *keys.matrix);
  } else if (keys.rpy) {
    placement.R = rotation_from_cardan(read_vector(context, *keys.rpy, dimension::angle));
  } else if (keys.quaternion) {
    const std::optional<Eigen::Vector4d> q = read_quaternion(context, *keys.quaternion);
    if (q) placement.R = rotation_from_quaternion(*q);
  }
  if (keys.at) placement.p = read_vector(context, *keys.at, dimension::length);
  return placement;
}

Placement read_placement(const Context& context, const Node& node, std::string_view what) {
  PlacementKeys keys;
  return read_keys(context, node, what, keys) ? placement_of(context, node, keys) : Placement{};
}

}  // namespace jourdain
