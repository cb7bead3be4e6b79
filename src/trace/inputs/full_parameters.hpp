// Code that takes every physically possible value of its parameters.
#pragma once

#include "expression/staged.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <map>
#include <string>

namespace jourdain {

// The robot with other numbers where its own are special: every body that has a mass, and the payload, gets ten
// inertial parameters in general position, and every axis with friction both a dry and a viscous part. Legs are then
// recognised without zeros and symmetries of the numbers, and code that is traced for it has a parameter for each.
// Bodies that spin idly between two ball joints keep theirs: forces that depend on such a spin are not determined.
Robot with_general_parameters(const Robot& robot);

// The values of all parameters that programs of the robot may have, by name; zeros too.
std::map<std::string, double> named_values(const Robot& robot);

// Gives the parameters of a program, those of another robot's numbers, the values of this one.
void set_defaults(const std::map<std::string, double>& values, Program& program);

}  // namespace jourdain
