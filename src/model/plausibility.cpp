#include "jourdain/model/plausibility.hpp"

#include "model/check_mechanism.hpp"
#include "model/validate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <tuple>

namespace jourdain {
namespace {

constexpr double unequal_masses = 100;    // a body over the middle one of the others, the payload over all of them
constexpr double light_mass = 1e-4;       // the same, on the other side
constexpr double wide_gyration = 2;       // radius of gyration over the size of the mechanism
constexpr double far_centre = 5;          // distance of the mass centre from a body's nearest joint over that size
constexpr double fast_shaft = 2000;       // rad/s, of a motor before its gear
constexpr double large_rotor = 10;        // inertia behind the gear over all masses times size^2, or over all masses
constexpr double strong_motor = 1000;     // largest force over the weight of all that moves, times size
constexpr double weak_motor = 1e-3;       // the same, on the other side
constexpr double largest_friction = 0.5;  // dry friction over the largest force of the motor
constexpr double slow_drive = 0.2;        // s
constexpr double same_frame = 1e-9;       // of size

class Doubter {
 public:
  explicit Doubter(const Mechanism& mechanism) : m_(mechanism), size_(size_of(mechanism)) {
    for (const Body& body : m_.bodies) moving_ += body.inertial.mass;
    if (m_.output) payload_ = m_.output->payload.mass;
  }

  std::vector<Suspicion> run() {
    for (std::size_t i = 1; i < m_.bodies.size(); ++i) look_at_body(i);
    if (m_.output) look_at_payload();
    for (std::size_t k = 0; k < m_.joints.size(); ++k) {
      if (m_.joints[k].motor) look_at_motor(k);
    }
    look_at_gravity();
    look_at_legs();
    return std::move(list_);
  }

 private:
  void doubt(Doubt doubt, SuspectPart part, std::size_t index, std::string message, std::string hint) {
    list_.push_back({doubt, part, static_cast<int>(index), std::move(message), std::move(hint)});
  }

  // The middle one of the other bodies' masses, of those that have one; 0 if none has.
  double usual_mass(std::size_t without) const {
    std::vector<double> masses;
    for (std::size_t i = 1; i < m_.bodies.size(); ++i) {
      const double mass = m_.bodies[i].inertial.mass;
      if (i != without && mass > 0) masses.push_back(mass);
    }
    if (masses.empty()) return 0;
    const auto middle = masses.begin() + static_cast<std::ptrdiff_t>(masses.size() / 2);
    std::nth_element(masses.begin(), middle, masses.end());
    return *middle;
  }

  void look_at_body(std::size_t i) {
    const Body& body = m_.bodies[i];
    const double mass = body.inertial.mass, usual = usual_mass(i);
    if (!(mass > 0)) return;
    if (usual > 0 && (mass > unequal_masses * usual || mass < light_mass * usual)) {
      doubt(Doubt::mass, SuspectPart::body, i,
            fmt::format("body {} has {:.6g} kg, others have about {:.6g} kg", quoted_name(body.name), mass, usual),
            "check its unit: a bare number is in kg");
    }
    if (!(size_ > 0)) return;
    const double radius = std::sqrt(std::max(0.0, body.inertial.inertia.trace() / 2) / mass);
    if (radius > wide_gyration * size_) {
      doubt(Doubt::inertia, SuspectPart::body, i,
            fmt::format("body {} has a radius of gyration of {:.6g} m in a mechanism of {:.6g} m",
                        quoted_name(body.name), radius, size_),
            "check the unit of its inertia: a bare number is in kg m^2");
    }
    const double nearest = nearest_joint(i, body.inertial.com);
    if (std::isfinite(nearest) && nearest > far_centre * size_) {
      doubt(Doubt::centre, SuspectPart::body, i,
            fmt::format("the mass centre of body {} is {:.6g} m away from its joints", quoted_name(body.name), nearest),
            "check its unit: bare numbers are in m");
    }
  }

  double nearest_joint(std::size_t body, const Vector3& place) const {
    double nearest = std::numeric_limits<double>::infinity();
    const auto at = [&](int owner, const Vector3& joint) {
      if (owner == static_cast<int>(body)) nearest = std::min(nearest, (joint - place).norm());
    };
    for (const Joint& joint : m_.joints) {
      at(joint.body_a, joint.in_a.p);
      at(joint.body_b, joint.in_b.p);
    }
    return nearest;
  }

  void look_at_payload() {
    if (payload_ > unequal_masses * moving_ && moving_ > 0) {
      doubt(Doubt::mass, SuspectPart::payload, 0,
            fmt::format("the payload has {:.6g} kg, all bodies of the robot have {:.6g} kg", payload_, moving_),
            "check its unit: a bare number is in kg");
    }
    const double away = m_.output->payload.com.norm();
    if (payload_ > 0 && size_ > 0 && away > far_centre * size_) {
      doubt(Doubt::centre, SuspectPart::payload, 0,
            fmt::format("the payload's mass centre is {:.6g} m away from the tool of a robot of {:.6g} m", away, size_),
            "check its unit: bare numbers are in m");
    }
  }

  void look_at_motor(std::size_t k) {
    const Joint& joint = m_.joints[k];
    look_at_speed(k, joint);
    look_at_force(k, joint);
    look_at_rotor(k, joint);
    if (!joint.axes.empty()) look_at_friction(k, joint);
    const double lag = joint.motor->drive.time_constant;
    if (lag > slow_drive) {
      doubt(Doubt::drive, SuspectPart::joint, k,
            fmt::format("the drive of joint {} has a time constant of {:.6g} s", quoted_name(joint.name), lag),
            "drives of motors have some milliseconds: a bare number is in s");
    }
  }

  void look_at_speed(std::size_t k, const Joint& joint) {
    const double speed = joint.motor->max_speed;
    if (!std::isfinite(speed)) return;
    const std::string name = quoted_name(joint.name);
    const double rpm = 30 / std::numbers::pi;
    if (is_length(joint.type, 0) && speed > fast_slide) {
      doubt(Doubt::speed, SuspectPart::joint, k, fmt::format("the motor of joint {} may do {:.6g} m/s", name, speed),
            "check the unit of max_speed: a bare number is in m/s");
    } else if (!is_length(joint.type, 0) && speed > fast_turn) {
      doubt(Doubt::speed, SuspectPart::joint, k,
            fmt::format("the motor of joint {} may do {:.6g} rad/s, {:.6g} rpm", name, speed, rpm * speed),
            "check the unit of max_speed: a bare number is in rad/s; it is the joint's speed, behind the gear");
    } else if (joint.motor->gear > 1 && speed * joint.motor->gear > fast_shaft) {
      const double shaft = speed * joint.motor->gear;
      doubt(Doubt::speed, SuspectPart::joint, k,
            fmt::format("the motor of joint {} may do {:.6g} rad/s, {:.6g} rpm, before its gear", name, shaft,
                        rpm * shaft),
            "check the unit of max_speed, a bare number is in rad/s, and the gear ratio");
    }
  }

  // Forces over the weight of all that moves.
  void look_at_force(std::size_t k, const Joint& joint) {
    const MotorModel& motor = *joint.motor;
    const bool slides = is_length(joint.type, 0);
    if (std::isfinite(motor.rated_force) && motor.rated_force > motor.max_force) {
      doubt(Doubt::rated_force, SuspectPart::joint, k,
            fmt::format("the motor of joint {} has a rated_force of {:.6g}, above its max_force of {:.6g}",
                        quoted_name(joint.name), motor.rated_force, motor.max_force),
            "rated_force is what it gives for ever: check both");
    }
    constexpr double g = 9.81;
    const double weight = (moving_ + payload_) * g * (slides ? 1 : size_), force = motor.max_force;
    if (!std::isfinite(force) || !(weight > 0)) return;
    const bool hangs = m_.gravity.norm() > 0;
    if (force > strong_motor * weight || (hangs && force < weak_motor * weight)) {
      const char* unit = slides ? "N" : "N m";
      doubt(Doubt::force, SuspectPart::joint, k,
            fmt::format("the motor of joint {} gives {:.6g} {}, the weight of all that moves is {:.6g} {}",
                        quoted_name(joint.name), force, unit, weight, slides ? "N" : "N m at the robot's size"),
            "check the unit of max_force and the gear ratio");
    }
  }

  void look_at_rotor(std::size_t k, const Joint& joint) {
    const MotorModel& motor = *joint.motor;
    const bool slides = is_length(joint.type, 0);
    const double rotor = motor.gear * motor.gear * motor.rotor_inertia;
    const double load = (moving_ + payload_) * (slides ? 1 : size_ * size_);
    if (!(load > 0) || !(rotor > large_rotor * load)) return;
    doubt(Doubt::rotor, SuspectPart::joint, k,
          fmt::format("the rotor of joint {} counts behind its gear for {:.6g} {}, more than all bodies with {:.6g}",
                      quoted_name(joint.name), rotor, slides ? "kg" : "kg m^2", load),
          "check the unit of rotor_inertia, at the motor's shaft: a bare number is in kg m^2 (kg for a linear motor)");
  }

  void look_at_friction(std::size_t k, const Joint& joint) {
    const Friction& friction = joint.axes[0].friction;
    const double force = joint.motor->max_force, dry = std::abs(friction.coulomb);
    if (!std::isfinite(force)) return;
    if (dry > largest_friction * force) {
      doubt(Doubt::dry_friction, SuspectPart::joint, k,
            fmt::format("dry friction of joint {}, {:.6g}, takes more than half of max_force {:.6g}",
                        quoted_name(joint.name), dry, force),
            "check both units");
    }
    // Without a largest speed, one that every robot has: a radian or a size in a second.
    const double slow = is_length(joint.type, 0) ? size_ : 1.0;
    const double speed = std::isfinite(joint.motor->max_speed) ? joint.motor->max_speed : slow;
    if (friction.viscous * speed > force) {
      doubt(Doubt::viscous_friction, SuspectPart::joint, k,
            fmt::format("viscous friction of joint {} takes all of max_force {:.6g} at {:.6g} of {:.6g} {}",
                        quoted_name(joint.name), force, force / friction.viscous, speed,
                        is_length(joint.type, 0) ? "m/s" : "rad/s"),
            "check its unit");
    }
  }

  void look_at_gravity() {
    const double g = m_.gravity.norm();
    if (!(g > 0 && m_.gravity.z() > 0.9 * g)) return;
    doubt(Doubt::gravity, SuspectPart::gravity, 0, "gravity points along +z",
          "it is the acceleration of a falling body, [0, 0, -9.81] where z points up; right where z points down");
  }

  // Legs whose joints to other bodies are all in the same places.
  void look_at_legs() {
    for (std::size_t b = 1; b < m_.legs.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        if (!coincide(m_.legs[a], m_.legs[b])) continue;
        doubt(Doubt::same_place, SuspectPart::leg, b,
              fmt::format("legs {} and {} are in the same place", quoted_name(m_.legs[a].name),
                          quoted_name(m_.legs[b].name)),
              "check count and step of the legs that repeat: 360 deg over the count goes once around");
        break;
      }
    }
  }

  // The frames in which a leg's joints hang on bodies that are not its own.
  std::vector<std::pair<int, const Placement*>> outside(const Leg& leg) const {
    std::vector<std::pair<int, const Placement*>> frames;
    const auto own = [&](int body) {
      return std::find(leg.bodies.begin(), leg.bodies.end(), body) != leg.bodies.end();
    };
    for (const int j : leg.joints) {
      const Joint& joint = m_.joints[j];
      if (!own(joint.body_a)) frames.emplace_back(joint.body_a, &joint.in_a);
      if (!own(joint.body_b)) frames.emplace_back(joint.body_b, &joint.in_b);
    }
    return frames;
  }

  bool coincide(const Leg& left, const Leg& right) const {
    const auto a = outside(left), b = outside(right);
    if (a.empty() || a.size() != b.size()) return false;
    for (std::size_t k = 0; k < a.size(); ++k) {
      const bool same = a[k].first == b[k].first && (a[k].second->p - b[k].second->p).norm() <= same_frame * size_ &&
                        (a[k].second->R - b[k].second->R).norm() <= same_frame;
      if (!same) return false;
    }
    return true;
  }

  const Mechanism& m_;
  double size_, moving_ = 0, payload_ = 0;
  std::vector<Suspicion> list_;
};

}  // namespace

std::vector<Suspicion> suspicions(const Mechanism& mechanism) { return Doubter(mechanism).run(); }

std::vector<Suspicion> new_suspicions(const Mechanism& before, const Mechanism& after) {
  const std::vector<Suspicion> old = suspicions(before);
  std::vector<Suspicion> list = suspicions(after);
  std::erase_if(list, [&](const Suspicion& s) {
    return std::any_of(old.begin(), old.end(), [&](const Suspicion& o) {
      return o.doubt == s.doubt && o.part == s.part && o.index == s.index && o.message == s.message;
    });
  });
  return list;
}

void warn_of_implausible(Reading& reading) {
  if (reading.findings.errors() > 0) return;
  const auto mark = [&](const Suspicion& s) {
    const auto index = static_cast<std::size_t>(s.index);
    switch (s.part) {
      case SuspectPart::body: return reading.body_marks[index];
      case SuspectPart::joint: return reading.joint_marks[index];
      case SuspectPart::leg: return reading.leg_marks[index];
      case SuspectPart::payload: return reading.output_mark;
      case SuspectPart::gravity: return reading.gravity_mark;
    }
    return SourceMark{};
  };
  // Of every kind of doubt one in a place: legs that are copies would repeat it.
  std::set<std::tuple<Doubt, int, int>> told;
  reading.findings.once_per_place(false);
  for (Suspicion& s : suspicions(reading.mechanism)) {
    const SourceMark place = mark(s);
    if (!told.emplace(s.doubt, place.line, place.column).second) continue;
    reading.findings.warning(place, std::move(s.message), std::move(s.hint));
  }
}

}  // namespace jourdain
