// --simplify: a model with simpler inertia instead of the full one, under a name that says so.
#pragma once

#include "analyses/subject.hpp"
#include "analyses/warnings.hpp"

#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/kinematics/robot.hpp"

#include <string>
#include <vector>

namespace jourdain {

// Values of --simplify that a verb takes.
inline const std::vector<std::string> simpler_bodies{"massless", "lumped"};
inline const std::vector<std::string> simpler_forces{"massless", "lumped", "58"};
inline const std::vector<std::string> simpler_mass_matrices{"massless", "lumped", "50", "58"};

// What is wrong with a value, or nothing.
std::string simplify_problem(const std::string& word, const std::vector<std::string>& allowed);

// The robot by one of these words: "massless" or "lumped" legs, "50" with the inertia of [Codourey98] (50), "58" with
// the same bodies, whose forces are those of formulation_of(word). Throws Error(usage) for robots without legs, and for
// "50" and "58" unless the robot is of DELTA type.
Robot simpler_robot(const Robot& full, const std::string& word);

// The option --simplify with these words. Throws Error(usage) for others.
void show_simplify(OptionVisitor& visitor, const std::vector<std::string>& allowed, std::string& word);

// The robot of a question, its motors with these rotor inertias if there are any, simplified if a word says so;
// warns of rotors that are hardly meant.
Robot changed_robot(const Subject& subject, const std::string& rotor_inertia, const std::string& simplify,
                    Warnings& warnings);

// bars_simplified for "58", else virtual_power.
Formulation formulation_of(const std::string& simplify);

// The robot whose weight belongs to the inertia of "50".
Robot weight_of_50(const Robot& full);

}  // namespace jourdain
