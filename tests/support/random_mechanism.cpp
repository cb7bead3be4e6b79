#include "support/random_mechanism.hpp"

#include "support/full_model.hpp"

namespace jourdain {
namespace {

std::vector<MechanismFamily> all_families() {
  std::vector<MechanismFamily> all = platform_families();
  const std::vector<MechanismFamily> others = other_families();
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

// Makes terms different from joint to joint; some vanish.
void vary_terms(Mechanism& m, Random& random, bool springs) {
  const auto vary = [&](double& value) {
    const double x = uniform(random, 1);
    value = x < -0.4 ? 0 : (1 + x) * value;
  };
  for (Joint& joint : m.joints) {
    for (JointAxis& axis : joint.axes) {
      for (double* value : {&axis.friction.coulomb, &axis.friction.viscous, &axis.friction.offset,
                            &axis.spring.stiffness, &axis.spring.preload})
        vary(*value);
      if (!springs) axis.spring = {};
    }
    if (!joint.motor) continue;
    vary(joint.motor->rotor_inertia);
    joint.motor->gear = 8 + uniform(random, 6);
    joint.motor->direction = coin(random) ? 1 : -1;
    joint.motor->zero = uniform(random, 0.1);
  }
  if (!springs) m.counterbalances.clear();
}

}  // namespace

std::vector<std::string> family_names() {
  std::vector<std::string> names;
  for (const MechanismFamily& family : all_families()) names.push_back(family.name);
  return names;
}

Mechanism random_mechanism(const std::string& family, Random& random) {
  for (const MechanismFamily& candidate : all_families()) {
    if (candidate.name != family) continue;
    Mechanism m = with_all_terms(candidate.draw(random), random, false);
    vary_terms(m, random, coin(random));
    return m;
  }
  throw std::logic_error("no family " + family);
}

LegSpots leg_spots(Random& random, int count, double twist, double platform_radius, double height) {
  constexpr double base_radius = 0.55, off = 0.06;
  LegSpots spots;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * M_PI * i / count + uniform(random, 0.15), side = i % 2 ? 1 : -1;
    const auto on_circle = [&](double radius, double at, double z) -> Vector3 {
      return Vector3(radius * std::cos(at), radius * std::sin(at), z) + uniform3(random, off);
    };
    spots.base.push_back(on_circle(base_radius, angle, 0));
    spots.platform.push_back(on_circle(platform_radius, angle + side * twist, height));
  }
  return spots;
}

int add_platform(HomeSketch& sketch, Random& random, const std::string& name, const Vector3& center) {
  // Turned about z only in every second one: then the pose of some robots follows from their `moves` alone.
  const Vector3 turn = coin(random) ? uniform3(random, 0.3) : Vector3(0, 0, uniform(random, 0.3));
  return sketch.add_body(name, Placement{rotation_from_vector(turn), center + uniform3(random, 0.05)});
}

void add_legs(HomeSketch& sketch, const std::vector<Chain>& chains, int base, int platform, const std::string& name) {
  for (std::size_t i = 0; i < chains.size(); ++i)
    sketch.add_chain(name + std::to_string(i + 1), chains[i], base, platform);
}

}  // namespace jourdain
