#include "program.hpp"

namespace jourdain::cli {

void Program::add_compare() {
  CLI::App* verb =
      add("compare",
          "Two runs of identify: which parameters differ by more than their intervals allow, between days, "
          "specimens or methods. Exit code 1: some do.",
          "Example:\n  jourdain compare monday friday");
  add_common(verb, compare_, false);
  verb->add_option("FIRST", compare_.first, "Folder of a run")->required()->type_name("");
  verb->add_option("SECOND", compare_.second, "Folder of another run")->required()->type_name("");
  verb->callback([this] { action_ = [this] { return run_compare(compare_); }; });
}

}  // namespace jourdain::cli
