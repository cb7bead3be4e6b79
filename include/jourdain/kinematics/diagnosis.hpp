// What can be told of a mechanism whether or not a robot can be made of it: how far its joints come together, which
// stay open, and which lie in one place. Set-up code.
#pragma once

#include "jourdain/model/mechanism.hpp"

#include <string>
#include <vector>

namespace jourdain {

// A joint whose two sides do not meet.
struct OpenJoint {
  int joint = -1;
  double gap = 0;    // m
  double angle = 0;  // rad, between axes that should agree
};

// The two joints of a body that has no others, both at one point, with more turns between them than that point has, or
// about one axis: a link without length, which can move whatever the motors do.
struct CoincidentJoints {
  int body = -1;
  int first = -1, second = -1;
};

struct Diagnosis {
  std::string refusal;           // why no robot can be made of it; empty if one can
  double size = 1;               // characteristic length, as Robot::size()
  std::vector<Placement> poses;  // of all bodies, as near to assembled as was found; empty where nothing can be
  std::vector<OpenJoint> open;   // the widest first; none: all loops close
  std::vector<CoincidentJoints> coincident;
};

// Throws Error(input) as check_mechanism() for what no file that was read can hold.
Diagnosis diagnose(const Mechanism& mechanism);

std::vector<CoincidentJoints> coincident_joints(const Mechanism& mechanism);

// "joints elbow and wrist are both at one place of rod, a link without length between them"
std::string describe(const Mechanism& mechanism, const CoincidentJoints& joints);

// "joint elbow stays open by 12 mm and 3 deg"
std::string describe(const Mechanism& mechanism, const OpenJoint& joint);

}  // namespace jourdain
