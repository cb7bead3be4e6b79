// The verbs of the command line: options in, exit code out. They throw Error.
#pragma once

#include "arguments.hpp"

#include <string>

namespace jourdain::cli {

enum Exit { exit_ok = 0, exit_bad_result = 1, exit_usage = 2, exit_input = 3, exit_numerical = 4 };

// What every verb takes.
struct Common {
  std::string model;
  bool json = false;
  int digits = 6;
};

struct InfoOptions : Common {
  bool print = false;
};

struct IkOptions : Common {
  PoseArguments at;
  std::string twist, acceleration;
  std::string frame = "output";
  std::string poses, out;
  bool all = false;
  bool no_path_check = false;
};

struct FkOptions : Common {
  std::string joints, rates, accelerations;
  std::string guess;
  std::string in, out;
};

struct WorkspaceOptions : Common {
  std::string plane, range, at, grid;
  std::string out, picture;
  std::string show = "type2";
};

int run_list(const Common& options);
int run_check(const Common& options);
int run_info(const InfoOptions& options);
int run_ik(const IkOptions& options);
int run_fk(const FkOptions& options);
int run_workspace(const WorkspaceOptions& options);

}  // namespace jourdain::cli
