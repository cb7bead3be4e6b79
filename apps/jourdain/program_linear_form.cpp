#include "program.hpp"

#include "analyses/simpler_model.hpp"

namespace jourdain::cli {

void Program::add_form(CLI::App* verb, FormOptions& options) {
  add_common(verb, options);
  FormArguments& form = options.form;
  add_simplify(verb, options, simpler_bodies);
  verb->add_flag("--full", form.full, "All ten parameters of every body, whatever the model declares");
  verb->add_flag("--bodies-only", form.bodies_only, "No rotors, friction and payload");
  CLI::Option* independent =
      verb->add_flag("--independent-legs", form.independent_legs, "Every leg has its own parameters");
  verb->add_flag("--identical-legs", form.identical_legs, "Legs of one group share their parameters")
      ->excludes(independent);
  verb->add_option_function<std::string>(
          "--friction",
          [&form](const std::string& word) {
            form.friction = word == "all" ? Columns::all : word == "none" ? Columns::none : Columns::declared;
          },
          "Friction columns: declared (not zero in the model), all or none")
      ->check(CLI::IsMember({"declared", "all", "none"}).description(""))
      ->type_name("WHICH");
  verb->add_option("--elemental", form.elemental,
                   "Friction function FUNCTION:SCALE:JOINT[:shared]; tanh, stribeck, exponential, square or cube of "
                   "rate/SCALE; may be repeated")
      ->type_name("TEXT")
      ->expected(1)
      ->take_all();
  verb->add_option("--keep", form.keep, "Base parameters to keep, separated by commas")->type_name("NAMES");
  verb->add_option("--drop", form.drop, "Parameters to express by others")->type_name("NAMES");
  verb->add_option("--seed", form.seed, "Of the random states")->type_name("N");
}

void Program::add_regressor() {
  CLI::App* verb =
      add("regressor",
          "Regressor of the states in a CSV file: motor forces = Y p + known, one row per state and driving motor, "
          "one column per parameter; known is what springs and counterbalances do. With --base only the columns of "
          "the base parameters.",
          "Example:\n  jourdain regressor delta --states path.csv --out regressor.csv --base");
  add_form(verb, regressor_);
  verb->add_option("--states", regressor_.states, "CSV file as for inverse")->type_name("FILE");
  add_time_motion(verb, regressor_.motion, regressor_.rate);
  verb->add_option("--out", regressor_.out, "CSV file to write; default: standard output")->type_name("FILE");
  verb->add_option("--at", regressor_.frame, "Frame that moves like this: output or tool")
      ->check(CLI::IsMember({"output", "tool"}).description(""))
      ->type_name("FRAME");
  add_skip_bad(verb, regressor_.skip_bad);
  verb->add_flag("--static", regressor_.at_rest, "Velocities and accelerations that the file does not have are zero");
  verb->add_flag("--base", regressor_.base, "Only the columns of base parameters");
  verb->callback([this] { action_ = [this] { return run_regressor(regressor_); }; });
}

}  // namespace jourdain::cli
