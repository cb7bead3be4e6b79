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

struct GenerateOptions : Common {
  std::string what = "inverse-dynamics";
  std::string target = "c99";
  std::string cost = "operations";
  std::string scalar = "double";
  std::string pose = "cardan";
  std::string derivatives;
  std::string mode;
  std::string legs = "auto";
  std::string parameters = "trimmed";
  std::string out;
  bool constants = false;
  bool no_friction = false;
  bool force = false;
};

struct CountOptions : Common {
  std::string what;  // empty: all that the robot has
  std::string cost = "operations";
  std::string pose = "cardan";
  std::string derivatives;
  std::string mode;
  bool no_friction = false;
  bool table = false;  // table II of [Abdellatif05]
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

// A control loop: what the laws need to know.
struct LoopArguments {
  std::string period = "1 ms";
  std::string delay = "0 s";
  std::string drive;
  std::string frequency;
  std::string damping = "1";
  std::string gains;
  std::string model_choice = "full";
  bool exact_rates = false;
  double adaptation = 1;
};

struct SimulateOptions : Common, LoopArguments {
  std::string trajectory;
  std::string controllers = "pd,feedforward";
  std::string out;
  std::string duration;
  std::string integrator = "bogacki-shampine";
  std::string errors;
  std::vector<std::string> payloads, loads;
  double tolerance = 1e-8;
  unsigned seed = 1;
  int cycles = 1;
  bool no_path_check = false;
  bool compiled = false;
};

struct LinearizeOptions : Common, LoopArguments {
  MotionArguments motion;
  bool matrices = false;
};

struct CompareOptions : Common {
  std::string first, second;
};

int run_ik(const IkOptions& options);
int run_fk(const FkOptions& options);
int run_forward(const ForwardOptions& options);
int run_linearize(const LinearizeOptions& options);
int run_simulate(const SimulateOptions& options);
int run_generate(const GenerateOptions& options);
int run_count(const CountOptions& options);
int run_regressor(const RegressorOptions& options);
int run_compare(const CompareOptions& options);

}  // namespace jourdain::cli
