// What acts on the bodies and motors of a question about forces.
#pragma once

#include "analyses/warnings.hpp"

#include "jourdain/dynamics/inverse_dynamics.hpp"

#include <string>
#include <vector>

namespace jourdain {

class OptionVisitor;

// What acts on the bodies beside gravity.
struct LoadArguments {
  bool no_friction = false;
  bool no_springs = false;
  bool no_payload = false;
  std::vector<std::string> loads;  // BODY:fx,fy,fz[,mx,my,mz]
  std::string weights, preload;    // of redundant motors: a value for each motor, or name=value,...
  bool bounded = false;
};

// The options of forces beside the motors', and how redundant motors share the load.
void show_fields(OptionVisitor& visitor, LoadArguments& arguments);
void show_sharing(OptionVisitor& visitor, LoadArguments& arguments);

// The same made ready; `options` refers to what stands before it.
struct LoadCase {
  LoadCase(const Robot& robot, const LoadArguments& arguments, Warnings& warnings);
  LoadCase(const LoadCase&) = delete;
  LoadCase& operator=(const LoadCase&) = delete;
  std::vector<BodyLoad> loads;
  std::vector<double> weights, preload;
  DynamicsOptions options;
};

// Throws Error(usage) unless there is a motor for every freedom.
void require_motors(const Robot& robot);

// The mechanism with rotor inertias from the command line: one value for all motors, or by name; empty: as it is.
void set_rotors(const std::string& rotor_inertia, Mechanism& mechanism);

}  // namespace jourdain
