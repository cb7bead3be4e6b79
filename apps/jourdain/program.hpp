// The program: a command for each analysis, with its help and exit code. CLI11 is included by the files of this class
// only.
#pragma once

#include "analyses/analysis.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <string>
#include <vector>

namespace jourdain::cli {

class Program {
 public:
  Program();

  // The exit code.
  int run(int argc, char** argv);

 private:
  // A command without its options, and the options that its analysis declares. A run makes those of its own command.
  void add(const Analysis& analysis);
  void add_options(CLI::App* verb, const Analysis& analysis);
  int answer(const CLI::App* verb);
  bool is_output(const CLI::App* verb, const std::string& name) const;

  // What the user may have got wrong.
  void check_values();
  void check_files();
  void check_verb(const std::vector<std::string>& words);
  std::string verb_list();
  std::string explain(const CLI::ParseError& error);

  CLI::App app_{"jourdain: parallel robots from a description of forty lines"};
  std::map<const CLI::App*, const Analysis*> analyses_;
  std::string typed_command_;
};

}  // namespace jourdain::cli
