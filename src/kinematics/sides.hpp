// On which side of the singularities a configuration lies: signs of determinants, which change where one is passed. For
// studies of paths and maps; the workspace must have the motion of its joints (Workspace::has), and all but
// go_to_coordinates() leave its configuration as it is.
#pragma once

#include "jourdain/kinematics/workspace.hpp"

#include <vector>

namespace jourdain {

struct Side {
  int sign = 1;             // of the determinant; 0 if singular
  double conditioning = 1;  // of the matrix: smallest over largest pivot
};

// Of the singularities of the second type, from the dense system of the motors; 1 where redundant motors may hold the
// output although the driving ones alone do not.
Side motor_side(const Robot& robot, Workspace& workspace);

// Of those of the first type, from the dense system of the output.
Side output_side(const Robot& robot, Workspace& workspace);

// As motor_side, limb by limb where limbs allow it; the conditioning is the worst of limbs and motors. A few
// microseconds.
Side quick_side(const Robot& robot, Workspace& workspace);

// Of those that forward kinematics must not pass: RobotData::forward_sign on home's side. 0 if singular.
int forward_side(const Robot& robot, Workspace& workspace);

// The coordinates of all nodes in which a small change is a small motion: slides in robot sizes, cosines and sines of
// angles.
void continuous_coordinates(const Robot& robot, const Workspace& workspace, std::vector<double>& into);

// Turns of joints are counted from where another workspace of the robot is, not from the last configuration of this
// one: so a state's answer does not depend on the state before.
void count_turns_from(const Workspace& other, Workspace& workspace);

// The coordinates of the tree, and the configuration that has them, at rest or in whatever motion the workspace was.
const VectorX& tree_coordinates(const Workspace& workspace);
void go_to_coordinates(const VectorX& coordinates, Workspace& workspace);

}  // namespace jourdain
