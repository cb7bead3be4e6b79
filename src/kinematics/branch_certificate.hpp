// Does an answer of forward kinematics belong to its guess? A guess that is good only to some distance may have been
// meant for any solution within that distance. So the answer must be much nearer to the guess than the next solution
// can be.
#pragma once

#include "kinematics/kinematic_state.hpp"

namespace jourdain {

// Distances between poses as in pose_distance.
struct GuessRegion {
  static constexpr double certain = 0.02;             // a warm start: trusted,
  static constexpr double certain_sigma = 0.25;       // if nearer than this times the smallest singular value
  static constexpr double share = 0.12;               // of the estimated distance to the next solution: trusted at once
  static constexpr double searched_share = 0.6;       // trusted if a search finds no rival
  static constexpr double rival_translation = 0.202;  // where a rival is searched: over the size, and in radians
  static constexpr double rival_rotation = 0.53;
  static constexpr double rival_reach = 6;  // and over the answer's own distance from the guess
  static constexpr int looks = 16;          // along the way from home
  static constexpr int starts = 80;         // of the search
};

// For forward kinematics on the pose: ok, or uncertain. The way followed from guess to pose must not have crossed a
// singularity. From home itself an answer that is visible is ok, and a warm start is ok anyway; state.report.certified
// then tells whether the answer is connected with home.
Status certify_branch(const RobotData& robot, const Placement& guess, const Placement& pose, KinematicState& state);

// For the dense system: state.trial was followed from state.tree. Certified if that configuration is connected with
// home, or if the motors' straight way from home ends in the answer, too, or if a warm start is visible from home.
// uncertain if a cold start is not even visible. state.trial stays the answer.
Status certify_configuration(const RobotData& robot, const VectorX& motors, KinematicState& state);

}  // namespace jourdain
