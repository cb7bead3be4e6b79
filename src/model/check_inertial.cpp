// Physical consistency of one body: the pseudo-inertia [[Sigma, h], [h^T, m]] must be positive semidefinite. About the
// centre of mass it is block diagonal, which leaves m >= 0 and the triangle inequality of the principal moments.
#include "model/check_mechanism.hpp"
#include "model/read_body.hpp"

#include "core/dense/decompositions.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace jourdain {
namespace {

constexpr double relation_tolerance = 1e-9;  // of the magnitudes of the terms

// Value of an inertial entry, and the size of the entries of its kind.
struct EntryValue {
  double value = 0;
  double size = 0;
};

EntryValue entry_value(const Inertial& inertial, const std::string& entry) {
  constexpr std::array<std::string_view, 10> words{"m", "sx", "sy", "sz", "Ixx", "Ixy", "Ixz", "Iyy", "Iyz", "Izz"};
  const auto p = inertial_parameters(inertial);
  const auto k = static_cast<Eigen::Index>(std::find(words.begin(), words.end(), entry) - words.begin());
  if (k >= 10) return {};
  const double size = k == 0 ? 0 : k < 4 ? p.segment<3>(1).norm() : p.tail<6>().norm();
  return {p[k], size};
}

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

RelationValue relation_value(const Mechanism& mechanism, const InertialRelation& relation, const Leg* leg) {
  double sum = 0, scale = 0;
  for (const InertialRelation::Term& term : relation.terms) {
    int body = find_body(mechanism, term.body);
    if (body < 0 && leg) body = find_body(mechanism, leg->name + "." + term.body);
    if (body < 0) return {};
    const EntryValue entry = entry_value(mechanism.bodies[body].inertial, term.entry);
    sum += term.factor * entry.value;
    scale += std::abs(term.factor) * std::max(std::abs(entry.value), entry.size);
  }
  return {sum, std::abs(sum) <= relation_tolerance * scale};
}

bool relation_holds(const Mechanism& mechanism, const InertialRelation& relation) {
  const auto holds_in = [&](const Leg& leg) { return relation_value(mechanism, relation, &leg).holds; };
  return relation_value(mechanism, relation).holds && std::ranges::all_of(mechanism.legs, holds_in);
}

}  // namespace jourdain
