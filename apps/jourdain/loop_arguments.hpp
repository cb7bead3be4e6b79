// What the command line says about a control loop: times, drives, errors of the model, gains.
#pragma once

#include "console.hpp"
#include "robot_text.hpp"
#include "verbs.hpp"

#include "jourdain/motion/follower.hpp"
#include "jourdain/simulation/closed_loop.hpp"

#include <string>
#include <vector>

namespace jourdain::cli {

// A positive time, or one that may be 0. Throws Error(usage).
double parse_time(const std::string& option, const std::string& text, bool zero = false);

// The names of laws, separated by commas; "all": every one that there is.
std::vector<Law> parse_laws(const std::string& text);

// The robot with other drives: name=value,... for all motors.
Robot with_drives(const Robot& robot, const std::string& text);

LawOptions parse_law_options(const Robot& robot, const LoopArguments& arguments);

struct LoopSetup {
  LoopSetup(const Robot& model, const SimulateOptions& options);

  Json json() const;
  Facts facts(const Numbers& number, const Trajectory& motion) const;

  Robot robot;  // with the drives of the command line
  LawOptions laws;
  LoopOptions loop;
  ModelErrors errors;
};

// The motion that is asked for.
Trajectory simulated_motion(const Robot& robot, const SimulateOptions& options);

// "time constant 2 ms, encoder step ...", "ideal": what the drives of all motors have in common.
std::string drives_text(const Robot& robot, const Numbers& number);

}  // namespace jourdain::cli
