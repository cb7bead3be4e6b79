// What every Mechanism must satisfy, however it was made. The reader checks more, and says where in the file.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <string>
#include <vector>

namespace jourdain {

// Throws Error(input) that names the first item with an index out of range, a number that is not finite, a frame that
// is no rotation, a count that does not fit the joint's type, a motor on a joint without exactly one freedom, or a body
// without connection to the base.
void check_mechanism(const Mechanism& mechanism);

// Whether some distribution of mass has this inertia: no principal moment is negative or above the sum of the others.
bool is_possible(const Inertial& inertial);

// Names of the bodies, and "payload", whose inertia no body can have. Published data may be like that; what is computed
// from them may have no physical meaning, energies that are negative for example.
std::vector<std::string> impossible_bodies(const Mechanism& mechanism);

// The left side of a declared relation with the mechanism's values, and whether it is zero within 1e-9 of its terms.
struct RelationValue {
  double value = 0;
  bool holds = true;
};

// Of a relation in a leg, or without one at the top level; holds where the relation names none of its bodies.
RelationValue relation_value(const Mechanism& mechanism, const InertialRelation& relation, const Leg* leg = nullptr);

// True if it holds at the top level and in every leg.
bool relation_holds(const Mechanism& mechanism, const InertialRelation& relation);

}  // namespace jourdain
