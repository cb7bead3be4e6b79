// Physical consistency of one body: the pseudo-inertia [[Sigma, h], [h^T, m]] must be positive semidefinite. About the
// centre of mass it is block diagonal, which leaves m >= 0 and the triangle inequality of the principal moments.
#include "jourdain/model/check_mechanism.hpp"
#include "model/read_body.hpp"

#include "core/dense/decompositions.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace jourdain {
namespace {

constexpr double moment_tolerance = 1e-6;     // of the largest moment: numbers in files have few digits
constexpr double transfer_tolerance = 1e-12;  // of m |com|^2: rounding of a tensor given about the frame

// The principal moments, where no body can have them.
std::optional<Vector3> impossible_moments(const Inertial& inertial) {
  const double largest = inertial.inertia.cwiseAbs().maxCoeff();
  const double transfer = inertial.mass * inertial.com.squaredNorm();
  if (largest == 0) return std::nullopt;
  // In units of the largest entry.
  const Vector3 moments = dense::symmetric_factors(inertial.inertia / largest, false).values;
  const double tolerance = moment_tolerance * moments.cwiseAbs().maxCoeff() + transfer_tolerance * (transfer / largest);
  const double slack = moments[0] + moments[1] - moments[2];
  if (moments[0] >= -tolerance && slack >= -tolerance) return std::nullopt;
  return moments * largest;
}

bool has_inertia_without_mass(const Inertial& inertial) {
  return inertial.mass == 0 && inertial.inertia.cwiseAbs().maxCoeff() != 0;
}

}  // namespace

bool is_possible(const Inertial& inertial) {
  return !has_inertia_without_mass(inertial) && !impossible_moments(inertial);
}

std::vector<std::string> impossible_bodies(const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    if (!is_possible(mechanism.bodies[i].inertial)) names.push_back(mechanism.bodies[i].name);
  }
  if (mechanism.output && !is_possible(mechanism.output->payload)) names.emplace_back("payload");
  return names;
}

void check_inertial(const Context& context, const Inertial& inertial, SourceMark mark, std::string_view name) {
  const double largest = inertial.inertia.cwiseAbs().maxCoeff();
  const double transfer = inertial.mass * inertial.com.squaredNorm();
  if (!(largest <= largest_value) || !(transfer <= largest_value)) {
    context.error(mark, fmt::format("the inertia of {} is out of range", quoted_name(name)));
    return;
  }
  const auto report = [&](std::string message, std::string hint) {
    Findings& findings = context.reading.findings;
    if (context.reading.allow_unphysical) return findings.warning(mark, std::move(message), std::move(hint));
    findings.error(mark, std::move(message), std::move(hint));
  };
  if (has_inertia_without_mass(inertial)) {
    report(fmt::format("body {} has inertia, but no mass", quoted_name(name)), "give it a mass");
  } else if (const std::optional<Vector3> moments = impossible_moments(inertial)) {
    report(fmt::format("no body can have the inertia of {}: its principal moments about the centre of mass are "
                       "{:.6g}, {:.6g}, {:.6g} kg m^2",
                       quoted_name(name), (*moments)[0], (*moments)[1], (*moments)[2]),
           "none may be negative, and none may exceed the sum of the other two; is the tensor about the body frame? "
           "then write about: frame; to use published data as they are, --allow-unphysical");
  }
}

}  // namespace jourdain
