#include "analyses/study/study_run.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace jourdain {
namespace {

// The same factor for the same key.
class Factors {
 public:
  Factors(std::uint64_t seed, double deviation) : engine_(seed), normal_(0, deviation) {}

  double of(const std::string& key) {
    const auto [place, fresh] = factors_.try_emplace(key, 1.0);
    if (fresh) place->second = std::clamp(1 + normal_(engine_), 0.5, 1.5);
    return place->second;
  }

 private:
  std::mt19937_64 engine_;
  std::normal_distribution<double> normal_;
  std::map<std::string, double> factors_;
};

// The name of a part within its leg, for legs that share their parameters; else its own.
std::string shared_name(const Mechanism& mechanism, int body) {
  const std::string& name = mechanism.bodies[body].name;
  for (const Leg& leg : mechanism.legs) {
    if (std::find(leg.bodies.begin(), leg.bodies.end(), body) == leg.bodies.end()) continue;
    // Relations between bodies of a leg hold only if all of them change alike.
    if (!mechanism.relations.empty()) return leg.group + " legs";
    if (mechanism.identical_legs) return leg.group + name.substr(std::min(name.size(), leg.name.size()));
  }
  return name;
}

// Where the model has an ideal drive: the lag of a current loop, steps of the encoder as in the measured log.
void make_real(const Joint& joint, DriveModel& drive) {
  constexpr double lag = 1e-3, turning_step = 2 * M_PI / 131072, sliding_step = 1e-6;
  if (drive.time_constant == 0) drive.time_constant = lag;
  if (drive.encoder_step == 0) drive.encoder_step = is_length(joint.type, 0) ? sliding_step : turning_step;
}

}  // namespace

Mechanism with_real_drives(Mechanism mechanism) {
  for (Joint& joint : mechanism.joints)
    if (joint.motor) make_real(joint, joint.motor->drive);
  return mechanism;
}

Mechanism real_machine(const Mechanism& mechanism, std::uint64_t seed) {
  Mechanism real = with_real_drives(mechanism);
  Factors masses(seed, mass_error), frictions(seed + 1, friction_error);
  for (int b = 1; b < static_cast<int>(real.bodies.size()); ++b) {
    Inertial& inertial = real.bodies[b].inertial;
    const double factor = masses.of(shared_name(mechanism, b));
    inertial.mass *= factor;
    inertial.inertia *= factor;
  }
  for (Joint& joint : real.joints) {
    for (std::size_t k = 0; k < joint.axes.size(); ++k) {
      Friction& friction = joint.axes[k].friction;
      const std::string key = friction.shared.empty() ? joint.name + std::to_string(k) : friction.shared;
      const double dry = frictions.of(key + " dry"), viscous = frictions.of(key + " viscous");
      friction.coulomb *= dry;
      friction.breakaway *= dry;
      friction.viscous *= viscous;
    }
  }
  return real;
}

}  // namespace jourdain
