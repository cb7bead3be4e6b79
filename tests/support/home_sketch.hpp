// Mechanisms drawn in their home configuration: joints are given by places and axes in the base frame, bodies get
// frames and masses at random. What is drawn closes by construction, at joint coordinates that are not zero.
#pragma once

#include "support/random_states.hpp"

#include "jourdain/model/mechanism.hpp"

#include <string>
#include <vector>

namespace jourdain {

// A joint in base axes at home.
struct JointSketch {
  JointType type = JointType::fixed;
  Vector3 at = Vector3::Zero();
  Vector3 axis = Vector3::UnitZ();
  Vector3 second = Vector3::Zero();  // universal: the other axis, perpendicular to the first
  bool motor = false;
  double pitch = 0;
};

// Joints in series. Bodies between them are heavy and without symmetry, or thin bars between the two joints.
struct Chain {
  std::vector<JointSketch> joints;
  bool from_platform = false;   // the first joint sits on the platform, the last on the base
  std::vector<bool> thin = {};  // of each body; empty: none
};

// Twists (w; v / length) of a joint's freedoms at the reference point, one per column.
MatrixX joint_twists(const JointSketch& joint, const Vector3& reference, double length);

// Smallest over largest singular value of a chain's twists, as many as can be independent.
double chain_regularity(const Chain& chain, const Vector3& reference, double length);

// The same of the wrenches by which chains with locked motors hold a platform: 0 at a type-2 singularity.
double platform_firmness(const std::vector<Chain>& chains, const Vector3& reference, double length);

class HomeSketch {
 public:
  HomeSketch(std::string name, Random& random);

  // A heavy body near a point; its frame is askew.
  int add_body(const std::string& name, const Vector3& near);
  // A body with this frame at home.
  int add_body(const std::string& name, const Placement& at_home);
  // A thin uniform bar: no inertia about its line.
  int add_bar(const std::string& name, const Vector3& from, const Vector3& to);

  // A joint at a random home coordinate. Its bodies stand in either order, which does not change the mechanism.
  int add_joint(const std::string& name, const JointSketch& joint, int a, int b);

  // A leg with bodies and joints of its own.
  void add_chain(const std::string& name, const Chain& chain, int base, int platform);

  // Commands the body; an end point has its frame somewhere in it.
  void set_platform(int body, std::vector<Move> moves);
  void set_end_point(int body, const Vector3& at, std::vector<Move> moves);

  const Mechanism& mechanism() const { return mechanism_; }

 private:
  void set_output(const Output& output);

  Random& random_;
  Mechanism mechanism_;
  std::vector<Placement> home_;  // of all bodies
};

}  // namespace jourdain
