// Forces along a motion as text and as JSON.
#pragma once

#include "analyses/given_motion.hpp"
#include "analyses/load_case.hpp"
#include "robot_text.hpp"

#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/dynamics/statics.hpp"

namespace jourdain::cli {

// The formulation as the command line writes it: "virtual-work".
std::string word(Formulation formulation);

// Forces of every state by one or more formulations, and what came with them.
struct ForceRun {
  std::vector<Formulation> formulations;
  std::vector<std::vector<VectorX>> forces;  // by formulation, then by row
  std::vector<double> digits_lost;           // by row; generated code does not know them
  bool by_generated_code = false;
  int refused_by_code = 0;                    // states that generated code refused and the engine answered
  std::vector<VectorX> rates;                 // of the motors, by row
  std::vector<LimitState> limits;             // nearest joint limit, by row
  std::vector<Reactions> reactions;           // by row; empty if not asked for
  std::vector<std::vector<AxialLoad>> axial;  // the same in joint axes, by row and joint
  std::vector<std::vector<RodForce>> rods;    // by row
  Placement first_pose;
  BadRows bad;  // rows that were left out

  // Notes what the workspace has at the next row, and what its inverse dynamics reported.
  void add_state(const Robot& robot, const Workspace& workspace, const Report& report);
  // Loads of the next row in joint axes and along rods.
  void add_loads(const Robot& robot, const Workspace& workspace, const Reactions& reactions);
  std::size_t worst_row() const;  // that loses the most digits

  // Keeps the rows that a summary tells of: those of least and most force and speed of each motor, of the most digits
  // lost and of the nearest limit. `rows` and `beyond_limits` still count all. For runs of one formulation without
  // joint loads.
  void keep_extremes(MotionTable& motion);
  // The same of rows that come after.
  void append(const ForceRun& next);

  std::size_t rows = 0;           // all, kept or not
  std::size_t beyond_limits = 0;  // of these
};

// The body of a rod.
const std::string& rod_name(const Robot& robot, const RodForce& rod);

// Warns of motors and joints beyond their limits; true if there are any.
bool warn_of_limits(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion,
                    const ForceRun& run);

// The forces: one line per state, or one per state and motor where formulations stand side by side.
void print_forces(const Robot& robot, const Numbers& number, const MotionArguments& arguments,
                  const MotionTable& motion, const ForceRun& run);

// Least and most of every motor.
void print_motors(const Robot& robot, const Numbers& number, const MotionArguments& arguments,
                  const MotionTable& motion, const ForceRun& run);
Json motors_json(const Robot& robot, const MotionTable& motion, const ForceRun& run);

// Loads of every joint at a single state, or the largest along a motion, and whether they are unique.
void print_reactions(const Robot& robot, const Numbers& number, const MotionArguments& arguments,
                     const MotionTable& motion, const ForceRun& run);
Json reactions_json(const Robot& robot, const ForceRun& run);

// The row that loses the most digits.
void add_conditioning(const MotionArguments& arguments, const MotionTable& motion, const ForceRun& run, Facts& facts);

}  // namespace jourdain::cli
