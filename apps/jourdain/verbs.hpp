// The verbs of the command line: options in, exit code out. They throw Error.
#pragma once

#include "analyses/form_arguments.hpp"
#include "analyses/given_motion.hpp"
#include "analyses/load_case.hpp"

#include "model/edit/change_model.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace jourdain::cli {

enum Exit { exit_ok = 0, exit_bad_result = 1, exit_usage = 2, exit_input = 3, exit_numerical = 4 };

// What every verb takes.
struct Common : ModelChanges {
  std::string model;
  std::string plot;      // of curves, or of a sweep
  std::string simplify;  // of verbs that have it: a simpler model
  bool json = false;
  int digits = 6;
};

struct IkOptions : Common {
  PoseArguments at;
  std::string twist, acceleration;
  std::string frame = "output";
  std::string poses, motion, rate, out;
  bool all = false;
  bool no_path_check = false;
  bool skip_bad = false;
};

struct FkOptions : Common {
  std::string joints, rates, accelerations;
  std::string guess;
  std::string frame = "output";
  std::string in, out;
  bool skip_bad = false;
};

struct ForwardOptions : Common {
  MotionArguments motion;
  LoadArguments load;
  std::string forces;  // a file, or values
  std::string out;
  std::string simulate;
  std::string step = "1 ms";
  bool energies = false;
};

struct FormOptions : Common {
  FormArguments form;
};

struct RegressorOptions : FormOptions {
  std::string states, motion, rate, out;
  std::string frame = "output";
  bool base = false;
  bool skip_bad = false;
  bool at_rest = false;
};

int run_ik(const IkOptions& options);
int run_fk(const FkOptions& options);
int run_forward(const ForwardOptions& options);
int run_regressor(const RegressorOptions& options);

}  // namespace jourdain::cli
