// The program with all its verbs: options, help, exit codes. CLI11 is included by the files of this class only.
#pragma once

#include "verbs.hpp"

#include "analyses/analysis.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace jourdain::cli {

// Options that are added while it lives stand under this heading of the help.
class OptionGroup {
 public:
  OptionGroup(CLI::App* verb, const std::string& heading) : verb_(verb), before_(verb->option_defaults()->get_group()) {
    verb_->option_defaults()->group(heading);
  }
  ~OptionGroup() { verb_->option_defaults()->group(before_); }
  OptionGroup(const OptionGroup&) = delete;
  OptionGroup& operator=(const OptionGroup&) = delete;

 private:
  CLI::App* verb_;
  std::string before_;
};

// Each parse chooses one action.
class Program {
 public:
  Program();

  // The exit code.
  int run(int argc, char** argv);

 private:
  // Parts of verbs.
  CLI::App* add(const std::string& name, const std::string& description, const std::string& examples);
  void add_common(CLI::App* verb, Common& options, bool model = true);
  // --plot of a verb with curves; other verbs draw sweeps only.
  void add_plot(CLI::App* verb, const char* help);
  static void option(CLI::App* verb, const char* name, std::string& value, const char* type, const char* help);
  static void choice(CLI::App* verb, const char* name, std::string& value, const std::vector<std::string>& words,
                     const char* type, const char* help);
  static void add_simplify(CLI::App* verb, Common& options, const std::vector<std::string>& words);
  static void add_skip_bad(CLI::App* verb, bool& skip_bad);
  static void add_pose(CLI::App* verb, PoseArguments& at);
  static void add_rates(CLI::App* verb, std::string& twist, std::string* acceleration);
  static void add_joints(CLI::App* verb, std::string& joints, std::string& rates, std::string* accelerations);
  static void add_motion(CLI::App* verb, MotionArguments& motion, Order order, bool file = true);
  static void add_time_motion(CLI::App* verb, std::string& motion, std::string& rate);
  static void add_loads(CLI::App* verb, LoadArguments& load);
  static void add_sharing(CLI::App* verb, LoadArguments& load);
  void add_form(CLI::App* verb, FormOptions& options);

  // Questions that are answered by a value: options and help from their declaration.
  void add_analysis(const Analysis& analysis);
  int answer(const CLI::App* verb);
  bool is_output_of_analysis(const CLI::App* verb, const std::string& name) const;

  // The verbs: of models and kinematics, dynamics, the linear form and code.
  void add_ik();
  void add_fk();
  void add_forward();
  void add_regressor();

  // The code, unless the answer did not get out. Throws Error(input).
  static int finish(int code);

  // The chosen verb, or its sweep.
  int act();

  // What the user may have got wrong.
  void check_values();
  void check_files();
  void check_verb(const std::vector<std::string>& words);
  std::string verb_list();
  std::string explain(const CLI::ParseError& error);

  CLI::App app_{"jourdain: parallel robots from a description of forty lines"};
  std::function<int()> action_ = [] { return static_cast<int>(exit_usage); };
  std::map<const CLI::App*, Common*> common_;  // options of each verb
  std::set<const CLI::App*> with_curves_;
  std::map<const CLI::App*, const Analysis*> analyses_;
  std::string typed_command_;
  IkOptions ik_;
  FkOptions fk_;
  ForwardOptions forward_;
  RegressorOptions regressor_;
};

}  // namespace jourdain::cli
