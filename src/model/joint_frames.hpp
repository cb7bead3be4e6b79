// Where a joint's two frames are: the keys at, axis, zero, axes and frames.
#pragma once

#include "model/model_keys.hpp"
#include "model/read_value.hpp"

namespace jourdain {

// The two bodies of a joint, as written and as found.
struct JointBodies {
  int a = -1;
  int b = -1;
  std::string name_a;
  std::string name_b;
  bool good() const { return a >= 0 && b >= 0; }
};

// A direction in body a and one in body b.
struct TwoDirections {
  Vector3 a = Vector3::UnitZ();
  Vector3 b = Vector3::UnitZ();
  bool is_map = false;
};

// The key `between`, if it is there. Bodies that are unknown or equal are reported.
JointBodies read_between(const Context& context, const Node* node, std::string_view what);

// The two places of `at`, if it is there: a vector is in a, a map is keyed by the names of the bodies.
void read_places(const Context& context, const Node* node, const JointBodies& bodies, Vector3& in_a, Vector3& in_b);

// One direction for both bodies, or a map with one for each; nothing after an error.
std::optional<TwoDirections> read_two_directions(const Context& context, const Node& node, const JointBodies& bodies);

// Reports two directions that are not perpendicular. True if they are.
bool check_perpendicular(const Context& context, const TwoDirections& first, const TwoDirections& second,
                         SourceMark mark, std::string_view names);

// Right-handed frame with z along `axis` and x along the part of `zero` that is perpendicular to it.
Matrix3 frame_of(const Vector3& axis, const Vector3& zero);

// Places both frames of a joint; the copies of a leg turn those in bodies outside it.
void read_frames(const Context& context, const JointKeys& keys, const JointBodies& bodies, Joint& joint);

// Turns the frames that lie in bodies outside the leg.
void turn_outer_frames(const Context& context, Joint& joint);

}  // namespace jourdain
