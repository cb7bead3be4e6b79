// States as users give them: one, those of a file, or along a motion in time.
#pragma once

#include "analyses/arguments.hpp"
#include "analyses/warnings.hpp"

#include "jourdain/answer/answer.hpp"
#include "jourdain/dynamics/inverse_dynamics.hpp"
#include "jourdain/motion/motion_file.hpp"
#include "jourdain/motion/state_file.hpp"

#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace jourdain {

class OptionVisitor;

std::span<const std::string_view> words(MotionFrame);

// What a user says about states; empty texts are not given.
struct MotionArguments {
  std::string states;        // a file, instead of all others
  std::string motion, rate;  // a motion in time and its states per second, instead of all others
  PoseArguments at;
  std::string twist, acceleration;
  std::string joints, rates, accelerations;
  MotionFrame frame = MotionFrame::output;
  bool skip_bad = false;  // rows of the file without an answer are left out
};

// What one state may be given by: the output or the motors, one of them, or nothing.
enum class StateWays { both, output, motors, none };

// The options that give states up to this order; `files`: those of a file or along a motion, too, which motors alone do
// not have.
void show_fields(OptionVisitor& visitor, MotionArguments& arguments, Order order, bool files = true,
                 StateWays ways = StateWays::both);

// True if a velocity is given, of the output or of the joints.
bool has_rates(const MotionArguments& arguments);

// True if there are many states: those of a file, or along a motion.
bool has_rows(const MotionArguments& arguments);
// The file, or the motion in quotes.
std::string source_name(const MotionArguments& arguments);

// A motion as a file or text tells it; warns of what is suspicious. Throws Error.
MotionDescription read_described(const Robot& robot, const std::string& motion, Warnings& warnings);
// Warns of what the reader chose.
void warn_of_choices(const MotionDescription& description, Warnings& warnings);

// States per second from a text such as "1 kHz"; 0 if it is empty.
double parse_rate(const std::string& rate);

// How a motion is sampled where its peaks count: by its own course, or by the rate that is asked for.
struct PeakSampling {
  const DynamicsOptions* forces = nullptr;
  double rate = 0;  // states per second where the motion is fastest; 0: not a motion in time
};

// Throws Error(usage) for states that are given in two ways, or options that belong to others.
void check_sources(const MotionArguments& arguments);

// The rows of the file, the states along the motion, or the one state that the other arguments give; home at rest
// without any. What a file must contain is `needed`. Rows that --skip-bad leaves out go to `bad`. Throws Error.
MotionTable parse_motion(const Robot& robot, const MotionArguments& arguments, Order needed, BadRows& bad,
                         Warnings& warnings, PeakSampling* peaks = nullptr);

// Warns of rates in a file that contradict its positions and times.
void warn_of_rates(const Robot& robot, const MotionArguments& arguments, const MotionTable& table, Warnings& warnings);

// Warns of the rows that were left out, the first few one by one.
void warn_of_bad_rows(const MotionArguments& arguments, const BadRows& bad, Warnings& warnings);

// The same as a table.
Table skipped_rows(const BadRows& bad);

// Where a row stands: its line in the file, and its time if there is one.
struct RowPlace {
  int line = 0;
  double time = HUGE_VAL;
};
RowPlace place_of(const MotionTable& motion, std::size_t row);

// "file:line: " of a row, "t = 0.3 s: " along a motion, empty for a single state.
std::string place(const MotionArguments& arguments, const MotionTable& motion, std::size_t row);
std::string place(const MotionArguments& arguments, const RowPlace& row);

// "line 12", or "t = 0.3" where there is a time; empty for a single state.
std::string row_name(const MotionArguments& arguments, const MotionTable& motion, std::size_t row);
std::string row_name(const MotionArguments& arguments, const RowPlace& row);
// The time, or the line; nothing for a single state.
Cell row_cell(const MotionArguments& arguments, const RowPlace& row);

// Moves the workspace to a row. Throws Error(numerical) that names the row, what fails and how near a singularity is.
void go_to(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion, std::size_t row,
           Workspace& workspace, Order order);

// Error(numerical) for a row at which a computation fails, with the workspace's report and the singularities there.
[[noreturn]] void refuse_row(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion,
                             std::size_t row, const Workspace& workspace, const std::string& what = {});

}  // namespace jourdain
