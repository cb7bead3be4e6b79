// Forces of the motors at one state or many: what is asked, and what came out.
#pragma once

#include "analyses/load_case.hpp"
#include "analyses/row_run.hpp"

#include "design/force_comparison.hpp"
#include "jourdain/design/simplify.hpp"
#include "jourdain/dynamics/formulations.hpp"
#include "jourdain/dynamics/statics.hpp"

#include <optional>
#include <string>
#include <vector>

namespace jourdain {

struct ForceQuestion {
  const MotionArguments& motion;
  const LoadCase& load;
  std::vector<Formulation> formulations{Formulation::virtual_power};  // the first is the one to compare with
  bool reactions = false, conditioning = false, compiled = false, watch_path = true;
  const Robot* full = nullptr;  // of which the robot is a simpler model
  std::string out = {};         // file for the rows; without one they are kept
};

// Of one motor or joint along the rows; `largest` is of the largest magnitude.
struct RowExtremes {
  double least = HUGE_VAL, most = -HUGE_VAL;
  double largest = 0;
  RowPlace least_at, most_at, largest_at;
  void add(double value, const RowPlace& place);
};

struct MotorTotals {
  RowExtremes force, speed;
  RmsSum squares;
  double rms = 0;
};

// The largest loads of a joint, and at the only state all of them.
struct JointLoads {
  RowExtremes force, moment;                          // sizes
  RowExtremes axial, radial, about_axis, tilting;     // in the joint's axes
  Vector3 last_force{0, 0, 0}, last_moment{0, 0, 0};  // in base axes
};

struct ForceRun {
  RowTotals totals;
  std::vector<MotorTotals> motors;
  std::vector<double> first;  // forces at the first row, by formulation and motor
  double digits_lost = -1;    // the most; generated code does not know them
  RowPlace digits_at;
  bool by_code = false;
  std::size_t refused_by_code = 0;           // states that the engine answered
  std::vector<ForceDifference> differences;  // of the other formulations from the first
  std::vector<RowPlace> differences_at;
  std::optional<LossReport> loss;            // of a simpler model
  std::vector<RowPlace> loss_places;         // by state
  std::optional<Reactions> first_reactions;  // at the first row: what is unique, and why
  double residual = 0;                       // the largest
  std::vector<JointLoads> joints;
  std::vector<RodForce> rods;
  std::vector<RowExtremes> tensions;
  Answer rows;                                 // of which its entries and files are what an answer shows of them
  std::vector<double> picture_x;               // few rows for a picture
  std::vector<std::vector<double>> picture_y;  // by motor
};

// What --formulation means for this robot: "all" leaves out the bars models of others than DELTA robots, which alone
// are refused.
std::vector<Formulation> chosen_formulations(const Robot& robot, const std::string& word);

// The formulation as a user writes it: "virtual-work".
std::string word_of(Formulation formulation);

ForceRun forces_along(const Robot& robot, StateRows& rows, const ForceQuestion& question, Warnings& warnings,
                      const Job& job);

}  // namespace jourdain
