#include "model/validate.hpp"

#include "model/check_mechanism.hpp"

#include "core/disjoint_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jourdain {
namespace {

constexpr double identical_tolerance = 1e-9;  // of the size of the inertial parameters
constexpr double same_place = 1e-9;           // of the size of the mechanism
constexpr double large_size = 100;            // m
constexpr double small_size = 1e-4;           // m

std::size_t at(int index) { return static_cast<std::size_t>(index); }

// Positions of all joints, body by body.
std::vector<std::vector<Vector3>> joint_places(const Mechanism& mechanism) {
  std::vector<std::vector<Vector3>> places(mechanism.bodies.size());
  for (const Joint& joint : mechanism.joints) {
    places[at(joint.body_a)].push_back(joint.in_a.p);
    places[at(joint.body_b)].push_back(joint.in_b.p);
  }
  return places;
}

void check_connected(Reading& reading) {
  const Mechanism& mechanism = reading.mechanism;
  DisjointSets sets(mechanism.bodies.size());
  for (const Joint& joint : mechanism.joints) sets.join(joint.body_a, joint.body_b);

  // Name a few of the loose bodies.
  constexpr std::size_t few = 6;
  std::vector<std::string> names;
  std::size_t loose = 0;
  SourceMark mark;
  for (std::size_t k = 1; k < mechanism.bodies.size(); ++k) {
    if (sets.find(static_cast<int>(k)) == sets.find(0)) continue;
    if (loose++ == 0) mark = reading.body_marks[k];
    if (names.size() < few) names.push_back(quoted_name(mechanism.bodies[k].name));
  }
  if (loose == 0) return;
  if (loose > names.size()) names.push_back(fmt::format("{} more", loose - names.size()));
  reading.findings.error(mark, fmt::format("no chain of joints leads from the base to {}", list_of(names, "and")),
                         "add the missing joints, or remove what is not used");
}

// A rod whose two ball joints are at the same point can turn about any axis.
void check_rods(Reading& reading) {
  const Mechanism& mechanism = reading.mechanism;
  const double tolerance = same_place * size_of(mechanism);
  std::vector<std::vector<const Joint*>> joints(mechanism.bodies.size());
  for (const Joint& joint : mechanism.joints) {
    joints[at(joint.body_a)].push_back(&joint);
    joints[at(joint.body_b)].push_back(&joint);
  }
  for (std::size_t k = 1; k < joints.size(); ++k) {
    if (joints[k].size() != 2) continue;
    const auto place = [&](const Joint& joint) { return at(joint.body_a) == k ? joint.in_a.p : joint.in_b.p; };
    const Joint& one = *joints[k][0];
    const Joint& two = *joints[k][1];
    if (one.type != JointType::spherical || two.type != JointType::spherical) continue;
    if ((place(one) - place(two)).norm() > tolerance) continue;
    reading.findings.error(reading.body_marks[k],
                           fmt::format("the two ball joints of body {} are at the same point: the rod has no length",
                                       quoted_name(mechanism.bodies[k].name)),
                           "give 'at' for both bodies of one of the joints");
  }
}

void check_range(Reading& reading) {
  const Mechanism& mechanism = reading.mechanism;
  for (std::size_t k = 0; k < mechanism.joints.size(); ++k) {
    const Joint& joint = mechanism.joints[k];
    const double largest = std::max(joint.in_a.p.cwiseAbs().maxCoeff(), joint.in_b.p.cwiseAbs().maxCoeff());
    if (largest <= largest_value) continue;
    reading.findings.error(reading.joint_marks[k],
                           fmt::format("the place of joint {} is out of range", quoted_name(joint.name)));
  }
}

// A leg's own name of a body.
std::string own_name(const Leg& leg, const std::string& full) {
  return full.starts_with(leg.name + ".") ? full.substr(leg.name.size() + 1) : full;
}

bool differs(const Inertial& left, const Inertial& right) {
  const double mass = std::max(left.mass, right.mass);
  const double moment = mass * std::max(left.com.norm(), right.com.norm());
  const double inertia = std::max(left.inertia.norm(), right.inertia.norm());
  return std::abs(left.mass - right.mass) > identical_tolerance * mass ||
         (left.mass * left.com - right.mass * right.com).norm() > identical_tolerance * moment ||
         (left.inertia - right.inertia).norm() > identical_tolerance * inertia;
}

void check_identical(Reading& reading) {
  const Mechanism& mechanism = reading.mechanism;
  if (!mechanism.identical_legs) return;
  std::map<std::string, const Leg*> first_of_group;
  for (const Leg& leg : mechanism.legs) {
    const auto [found, inserted] = first_of_group.emplace(leg.group, &leg);
    if (inserted) continue;
    const Leg& first = *found->second;
    if (leg.bodies.size() != first.bodies.size()) {
      reading.findings.error(reading.identical_mark,
                             fmt::format("legs {} and {} are declared identical, but have different numbers of bodies",
                                         quoted_name(first.name), quoted_name(leg.name)));
      return;
    }
    for (std::size_t k = 0; k < leg.bodies.size(); ++k) {
      const Body& one = mechanism.bodies[at(first.bodies[k])];
      const Body& two = mechanism.bodies[at(leg.bodies[k])];
      if (own_name(first, one.name) == own_name(leg, two.name) && !differs(one.inertial, two.inertial)) continue;
      reading.findings.error(
          reading.identical_mark,
          fmt::format("legs are declared identical, but {} and {} differ in mass, centre of mass or inertia",
                      quoted_name(one.name), quoted_name(two.name)),
          "remove 'identical', or give the legs the same values");
      return;
    }
  }
}

// True if a relation holds in a leg (or, without one, at the top level), or concerns a body that could not be read.
bool holds(const Reading& reading, const InertialRelation& relation, const Leg* leg, double& sum) {
  for (const InertialRelation::Term& term : relation.terms) {
    auto found = reading.body_index.find(term.body);
    if (found == reading.body_index.end() && leg) found = reading.body_index.find(leg->name + "." + term.body);
    if (found == reading.body_index.end() || !reading.body_readable[at(found->second)]) return true;
  }
  const RelationValue left = relation_value(reading.mechanism, relation, leg);
  sum = left.value;
  return left.holds;
}

void check_relations(Reading& reading) {
  const Mechanism& mechanism = reading.mechanism;
  for (std::size_t k = 0; k < mechanism.relations.size(); ++k) {
    double sum = 0;
    const Leg* breaks_in = nullptr;
    bool good = holds(reading, mechanism.relations[k], nullptr, sum);
    for (std::size_t j = 0; good && j < mechanism.legs.size(); ++j) {
      breaks_in = &mechanism.legs[j];
      good = holds(reading, mechanism.relations[k], breaks_in, sum);
    }
    if (good) continue;
    reading.findings.error(reading.relation_marks[k],
                           fmt::format("the values in this file do not satisfy this: the left side is {:.6g}{}", sum,
                                       breaks_in ? fmt::format(" in leg {}", quoted_name(breaks_in->name)) : ""),
                           "change the values or remove the declaration");
  }
}

void warn_of_size(Reading& reading) {
  const double size = size_of(reading.mechanism);
  if (size > large_size) {
    reading.findings.warning(reading.name_mark,
                             fmt::format("the mechanism is large: some joints are {:.6g} m apart", size),
                             "bare numbers are in m; write mm for millimetres");
  } else if (size > 0 && size < small_size) {
    reading.findings.warning(reading.name_mark,
                             fmt::format("the mechanism is tiny: joints of a body are at most {:.6g} m apart", size),
                             "bare numbers are in m");
  }
  const double gravity = reading.mechanism.gravity.norm();
  if (gravity != 0 && !(gravity >= 9 && gravity <= 11)) {
    reading.findings.warning(reading.gravity_mark, fmt::format("gravity is {:.6g} m/s^2", gravity),
                             "on Earth it is about 9.81; [0, 0, 0] switches it off");
  }
}

// Names that tables use for something else: the joints' columns have others.
void warn_of_column_names(Reading& reading) {
  const Mechanism& mechanism = reading.mechanism;
  for (std::size_t k = 0; k < mechanism.joints.size(); ++k) {
    const std::string column = column_name(mechanism, static_cast<int>(k));
    if (column == mechanism.joints[k].name) continue;
    reading.findings.warning(reading.joint_marks[k],
                             fmt::format("{} means something else in tables: the columns of this joint are called {}",
                                         quoted_name(mechanism.joints[k].name), quoted_name(column)),
                             "another name of the joint avoids this");
  }
}

}  // namespace

double size_of(const Mechanism& mechanism) {
  double size = 0;
  for (const auto& places : joint_places(mechanism)) {
    if (places.empty()) continue;
    Vector3 low = places.front();
    Vector3 high = places.front();
    for (const Vector3& place : places) {
      low = low.cwiseMin(place);
      high = high.cwiseMax(place);
    }
    size = std::max(size, (high - low).maxCoeff());
  }
  return size;
}

void validate(Reading& reading) {
  reading.findings.once_per_place(true);
  if (reading.graph_readable) check_connected(reading);
  if (reading.geometry_readable && reading.graph_readable) {
    check_range(reading);
    check_rods(reading);
    warn_of_size(reading);
  }
  check_identical(reading);
  check_relations(reading);
  warn_of_implausible(reading);
  warn_of_column_names(reading);
  reading.findings.once_per_place(false);
}

}  // namespace jourdain
