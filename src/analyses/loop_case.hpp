// A control loop as users describe it: times, drives, gains, what happens to the robot.
#pragma once

#include "analyses/warnings.hpp"

#include "jourdain/answer/answer.hpp"
#include "jourdain/simulation/closed_loop.hpp"

#include <string>

namespace jourdain {

class OptionVisitor;

struct LoopArguments {
  double period = 1e-3, delay = 0;  // s
  std::string drive, frequency, gains;
  double damping = 1;
  ModelChoice model = ModelChoice::full;
  bool exact_rates = false;
};

void show_fields(OptionVisitor& visitor, LoopArguments& arguments);

// The robot with other drives, name=value,... for all motors; warns of what is hardly meant. Throws Error(usage).
Robot with_drives(const Robot& robot, const std::string& text, Warnings& warnings);

LawOptions law_options(const Robot& robot, const LoopArguments& arguments, Warnings& warnings);

// "inertia=10%,gain=5%": standard deviations from 0 to 1. Throws Error(usage), as the others.
ModelErrors parse_model_errors(const std::string& text);
// "0.5 s:2 kg" or "0.5 s:2 kg,0,0,50 mm".
PayloadChange parse_payload_change(const std::string& text);
// "platform:0,0,-100:0.2 s:0.5 s": a load as in --load, and when.
TimedLoad parse_timed_load(const Robot& robot, const std::string& text, Warnings& warnings);

// "time constant 2 ms; all else ideal": the drives of all motors.
std::string drives_text(const Robot& robot);
Table drives_table(const Robot& robot);

// "from differences" or "measured".
const char* rates_text(const LoopTiming& timing);

}  // namespace jourdain
