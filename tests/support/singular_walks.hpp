// Straight ways of the output from home over type-2 singularities, for tests of what happens there.
#pragma once

#include "core/dense/decompositions.hpp"
#include "support/model_text.hpp"
#include "support/random_states.hpp"

#include "jourdain/kinematics/kinematics.hpp"

#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace jourdain {

struct Walk {
  std::string robot;
  Vector3 shift;  // over size
  Vector3 turn;
  std::vector<std::pair<std::string, std::string>> changes;  // of the model file
};

inline void PrintTo(const Walk& walk, std::ostream* out) { *out << walk.robot; }

// Robots with closed forms and without, with legs that pull, swing or slide, planar ones and one whose plate is a
// linkage. Hexapods lose their hold when they turn about the vertical.
inline const std::vector<Walk> singular_walks{
    {"stewart-tsai", Vector3::Zero(), Vector3(0, 0, 2), {}},
    {"hexapod", Vector3::Zero(), Vector3(0, 0, 2), {}},
    {"hexapod-full", Vector3::Zero(), Vector3(0, 0, 2), {}},
    {"palida", Vector3::Zero(), Vector3(0, 0, 2), {}},
    {"hexaglide", Vector3::Zero(), Vector3(0, 0, 2), {}},
    {"hexa", Vector3(-0.52, -0.83, 0.20), Vector3(0.75, 0.33, 0.58), {}},
    {"delta", Vector3(1, 0, 0), Vector3::Zero(), {}},
    {"delta-rods", Vector3(1, 0, 0), Vector3::Zero(), {}},
    {"orthoglide", Vector3(-0.49, -0.86, -0.14), Vector3::Zero(), {}},
    {"quattro", Vector3(0, 1, 0), Vector3::Zero(), {}},
    {"five-bar", Vector3(0, -1, 0), Vector3::Zero(), {{"L2: 300 mm", "L2: 250 mm"}}},
    {"3rrr", Vector3::Zero(), Vector3(0, 0, 2), {}},
    {"3rpr", Vector3::Zero(), Vector3(0, 0, 2), {}},
};

inline std::string walk_name(const ::testing::TestParamInfo<Walk>& info) {
  std::string name = info.param.robot;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// Place s of the way, between 0 and 1, in motion.
inline PlatformState motion_at(const Robot& robot, const Walk& walk, double s) {
  PlatformState motion;
  motion.pose.p = robot.home_pose().p + s * robot.size() * walk.shift;
  motion.pose.R = rotation_from_vector(s * walk.turn) * robot.home_pose().R;
  motion.twist = {0.1 * robot.size() * Vector3(1, -0.7, 0.4), 0.2 * Vector3(0.3, 0.5, -1)};
  motion.acceleration = {robot.size() * Vector3(0.5, 1, -0.8), Vector3(1, -0.4, 0.6)};
  return motion;
}

// Sign of the determinant of the motors' rates by the output's, 0 out of reach.
inline int side_of_singularity(const Robot& robot, const Walk& walk, double s, Workspace& workspace) {
  const int n = static_cast<int>(robot.motor_joints().size());
  MatrixX B(n, n);
  if (inverse_kinematics(robot, motion_at(robot, walk, s), workspace) != Status::ok) return 0;
  if (inverse_jacobian(robot, workspace, B) != Status::ok) return 0;
  return dense::determinant(B) > 0 ? 1 : -1;
}

// The place on the way where the sides change; -1 if there is none.
inline double find_crossing(const Robot& robot, const Walk& walk) {
  Workspace workspace(robot);
  const auto side = [&](double s) { return side_of_singularity(robot, walk, s, workspace); };
  const int home = side(0);
  double good = 0, bad = 1;
  for (double s = 0.005;; s += 0.005) {
    const int here = side(s);
    if (here == 0 || s > 1) return -1;
    if (here != home) {
      bad = s;
      break;
    }
    good = s;
  }
  for (int i = 0; i < 100 && bad - good > 0; ++i) {
    const double middle = (good + bad) / 2;
    (side(middle) == home ? good : bad) = middle;
  }
  return good;
}

}  // namespace jourdain
