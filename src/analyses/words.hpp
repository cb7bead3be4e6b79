// What answers say of a robot in words.
#pragma once

#include "analyses/given_motion.hpp"
#include "core/joined.hpp"
#include "kinematics/home_hints.hpp"

#include "jourdain/answer/answer.hpp"
#include "jourdain/kinematics/kinematics.hpp"

#include <string>
#include <vector>

namespace jourdain {

// The name, marked if the inertia of a body is impossible.
std::string marked_name(const Mechanism& mechanism);

// Whether a motor slides or turns.
bool motor_slides(const Robot& robot, int motor);

// Names of all motors, and the unit of their forces: "N m" or "N".
std::vector<std::string> motor_names(const Robot& robot);
const char* force_unit(const Robot& robot, int motor);

// What a motor can at most; nothing where the model does not tell it.
Cell limit_of(double value, Measure measure);

// Why what follows from the rates of the motors is missing, at a singularity or for want of motors.
std::string why_no_rates(const Robot& robot);

// If a singularity of the second type lies between home and the configuration; true if one does.
bool warn_of_fold(const Robot& robot, Workspace& workspace, Warnings& warnings, const std::string& where = {});

// Of idle rods whose spin enters the forces although the model does not tell it.
void warn_of_idle_spins(const Robot& robot, Warnings& warnings);

}  // namespace jourdain
