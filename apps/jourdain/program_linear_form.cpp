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

namespace {

void derivative_options(CLI::App* verb, std::string& derivatives, std::string& mode) {
  CLI::Option* groups =
      verb->add_option("--derivatives", derivatives,
                       "Derivatives of each function, too, by: pose, twist, acceleration, joints, forces, parameters")
          ->type_name("LIST");
  verb->add_option("--mode", mode, "How derivatives are formed: forward or reverse; default: the cheaper one")
      ->check(CLI::IsMember({"forward", "reverse"}).description(""))
      ->needs(groups)
      ->type_name("NAME");
}

}  // namespace

void Program::add_generate() {
  CLI::App* verb = add("generate",
                       "Code for a controller: a folder with sources, header, README and a self-test that builds by "
                       "itself. No heap, no globals; masses and friction are parameters that can be changed later.",
                       "Example:\n  jourdain generate palida --what inverse-dynamics,mass-matrix --out palida-c");
  add_common(verb, generate_);
  add_simplify(verb, generate_, simpler_bodies);
  option(verb, "--what", generate_.what, "LIST",
         "inverse-dynamics, inverse-kinematics, forward-step, mass-matrix, forward-dynamics, regressor, "
         "inverse-dynamics-base");
  choice(verb, "--target", generate_.target, {"c99", "cpp", "batch"}, "NAME",
         "Language: c99, cpp (a C++ header) or batch (C for batches of states)");
  choice(verb, "--cost", generate_.cost, {"operations", "time"}, "NAME", "What is made small: operations or time");
  choice(verb, "--scalar", generate_.scalar, {"double", "float"}, "NAME", "Numbers of the code: double or float");
  choice(verb, "--pose", generate_.pose, {"cardan", "rotation"}, "NAME",
         "Orientation as cardan angles or as a rotation matrix: cardan or rotation");
  derivative_options(verb, generate_.derivatives, generate_.mode);
  choice(verb, "--legs", generate_.legs, {"auto", "unrolled", "functions", "lanes"}, "NAME",
         "Legs in straight lines (unrolled), as functions called for each, at once in the lanes of a vector, or auto");
  choice(verb, "--parameters", generate_.parameters, {"trimmed", "full"}, "NAME",
         "trimmed: what is zero in the model is none, what is tied stays so; full: any value, and a payload");
  verb->add_flag("--constants", generate_.constants, "Masses and friction as constants, not as parameters");
  verb->add_flag("--no-friction", generate_.no_friction, "Leave friction out");
  verb->add_option("--out", generate_.out, "Folder to write")->type_name("DIR")->required();
  verb->add_flag("--force", generate_.force, "Replace files of the folder that no generator wrote, too");
  verb->callback([this] { action_ = [this] { return run_generate(generate_); }; });
}

void Program::add_count() {
  CLI::App* verb = add("count",
                       "How many operations the robot's functions take as generated code: of the form of body "
                       "Jacobians, the general one and the best one, before and after simplification, and part by "
                       "part: legs, platform, solve, friction.",
                       "Examples:\n  jourdain count palida --what inverse-dynamics\n  jourdain count palida --table");
  add_common(verb, count_);
  add_simplify(verb, count_, simpler_bodies);
  verb->add_option("--what", count_.what, "Functions as in generate; default: all that the robot has")
      ->type_name("LIST");
  choice(verb, "--cost", count_.cost, {"operations", "time"}, "NAME", "What is made small");
  choice(verb, "--pose", count_.pose, {"cardan", "rotation"}, "NAME", "Orientation as angles or as a matrix");
  derivative_options(verb, count_.derivatives, count_.mode);
  verb->add_flag(
      "--table", count_.table,
      "Inverse dynamics in the layout of table II of [Abdellatif05], PaLiDA's published figures beside ours");
  verb->add_flag("--no-friction", count_.no_friction, "Leave friction out");
  verb->callback([this] { action_ = [this] { return run_count(count_); }; });
}

}  // namespace jourdain::cli
