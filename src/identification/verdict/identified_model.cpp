#include "identification/verdict/identified_model.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/format.h>

#include <cmath>

namespace jourdain {
namespace {

// Mass, centre and tensor about the centre from the ten parameters about the frame.
Inertial inertial_from(const Eigen::Matrix<double, 10, 1>& p, const std::string& name) {
  Inertial result;
  if (!(p[0] > 0)) {
    if (p.cwiseAbs().maxCoeff() == 0) return result;
    throw Error(ErrorKind::numerical,
                fmt::format("the body '{}' gets a mass of {:.6g} kg: no model can have it", name, p[0]));
  }
  result.mass = p[0];
  result.com = p.segment<3>(1) / p[0];
  Matrix3 I;
  I << p[4], p[5], p[6], p[5], p[7], p[8], p[6], p[8], p[9];
  const Vector3& c = result.com;
  result.inertia = I - p[0] * (c.dot(c) * Matrix3::Identity() - c * c.transpose());
  // Entries that only rounding keeps from zero.
  const double size = I.cwiseAbs().maxCoeff();
  for (int i = 0; i < 3; ++i) {
    if (std::abs(result.com[i]) < 1e-15 * std::sqrt(std::max(size / p[0], 0.0))) result.com[i] = 0;
    for (int j = 0; j < 3; ++j)
      if (std::abs(result.inertia(i, j)) < 1e-13 * size) result.inertia(i, j) = 0;
  }
  return result;
}

void set_friction(Friction& friction, ParameterKind kind, double value) {
  if (kind == ParameterKind::coulomb) friction.coulomb = value;
  if (kind == ParameterKind::viscous) friction.viscous = value;
  if (kind == ParameterKind::offset) friction.offset = value;
}

}  // namespace

Mechanism with_parameters(const Mechanism& mechanism, const LinearForm& form, const VectorX& standard) {
  const std::vector<StandardParameter>& list = form.standard();
  if (standard.size() != static_cast<Eigen::Index>(list.size()) || !standard.allFinite())
    throw Error(ErrorKind::usage, fmt::format("expected {} standard parameters", list.size()));
  Mechanism result = mechanism;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const StandardParameter& p = list[i];
    const int at = static_cast<int>(i);
    // Values that did not change keep their bits.
    switch (p.kind) {
      case ParameterKind::inertial:
        if (p.entry != 0) break;
        result.bodies[p.owner].inertial = inertial_from(standard.segment<10>(at), result.bodies[p.owner].name);
        break;
      case ParameterKind::payload:
        if (p.entry == 0 && result.output) result.output->payload = inertial_from(standard.segment<10>(at), "payload");
        break;
      case ParameterKind::rotor: {
        const int joint = form.robot().motor_joints()[p.owner];
        result.joints[joint].motor->rotor_inertia = standard[at];
        break;
      }
      case ParameterKind::elemental: break;
      default: {
        Joint& joint = result.joints[p.owner];
        set_friction(joint.axes[p.entry].friction, p.kind, standard[at]);
      }
    }
  }
  return result;
}

}  // namespace jourdain
