#include "program.hpp"

namespace jourdain::cli {

void Program::add_page(CLI::App* verb, PageArguments& page) {
  const OptionGroup group(verb, "Page");
  verb->add_flag("--plain", page.plain,
                 "Pictures instead of plots that zoom and the robot in 3D: a small page without scripts");
}

void Program::add_study() {
  CLI::App* verb =
      add("study",
          "Everything about a robot in one go, as a page to open in a browser: check, a motion with the forces of all "
          "motors, workspace, base parameters, an exciting motion, a measurement, identification with verdict, "
          "controllers compared, C generated and self-tested. What does not apply is left out with the reason. The "
          "folder gets report.html, all numbers as JSON and CSV, models, motions and code. Exit code 1 if something "
          "came out bad.",
          "Examples:\n  jourdain study five-bar\n"
          "  jourdain study five-bar --log run1.csv --motion 'circle radius=50mm' --out first");
  add_common(verb, study_);
  option(verb, "--motion", study_.motion, "MOTION",
         "A motion file (YAML, CSV) or a text such as 'circle radius=50mm'; default: pick and place, or what the robot "
         "can do");
  option(verb, "--log", study_.log, "FILE", "A recorded log to identify; default: a virtual measurement");
  option(verb, "--map", study_.map, "FILE", "log: YAML file that says which column is what; default: by their names");
  option(verb, "--out", study_.out, "DIR", "Folder for the report; default: study-MODEL");
  verb->add_option("--seed", study_.seed, "Of everything random: search, measurement, the measured machine; default 1")
      ->type_name("N");
  add_page(verb, study_);
  verb->callback([this] { action_ = [this] { return run_study(study_); }; });
}

}  // namespace jourdain::cli
