// Physical consistency of one body: the pseudo-inertia [[Sigma, h], [h^T, m]] must be positive semidefinite. About the
// centre of mass it is block diagonal, which leaves m >= 0 and the triangle inequality of the principal moments.
#include "model/read_body.hpp"

#include "core/dense/decompositions.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

constexpr double moment_tolerance = 1e-6;     // of the largest moment: numbers in files have few digits
constexpr double transfer_tolerance = 1e-12;  // of m |com|^2: rounding of a tensor given about the frame

}  // namespace

void check_inertial(const Context& context, const Inertial& inertial, SourceMark mark, std::string_view name) {
  const Matrix3& I = inertial.inertia;
  const double largest = I.cwiseAbs().maxCoeff();
  const double transfer = inertial.mass * inertial.com.squaredNorm();
  if (!(largest <= largest_value) || !(transfer <= largest_value)) {
    context.error(mark, fmt::format("the inertia of {} is out of range", quoted_name(name)));
    return;
  }
  if (inertial.mass == 0 && largest != 0) {
    context.error(mark, fmt::format("body {} has inertia, but no mass", quoted_name(name)), "give it a mass");
    return;
  }
  if (largest == 0) return;

  // Principal moments in units of the largest entry.
  const Vector3 moments = dense::symmetric_factors(I / largest, false).values;
  const double tolerance = moment_tolerance * moments.cwiseAbs().maxCoeff() + transfer_tolerance * (transfer / largest);
  const double slack = moments[0] + moments[1] - moments[2];
  if (moments[0] >= -tolerance && slack >= -tolerance) return;
  context.error(mark,
                fmt::format("no body can have the inertia of {}: its principal moments about the centre of mass are "
                            "{:.6g}, {:.6g}, {:.6g} kg m^2",
                            quoted_name(name), moments[0] * largest, moments[1] * largest, moments[2] * largest),
                "none may be negative, and none may exceed the sum of the other two; is the tensor about the body "
                "frame? then write about: frame");
}

}  // namespace jourdain
