// The command line of jourdain: options, help, exit codes. The only file that includes CLI11.
#include "console.hpp"
#include "failure.hpp"
#include "verbs.hpp"

#include "jourdain/core/suggest.hpp"
#include "jourdain/core/version.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace jourdain::cli {
namespace {

// In the list of verbs each is described by the start of its description.
class BriefFormatter : public CLI::Formatter {
 public:
  std::string make_subcommand(const CLI::App* verb) const override {
    const std::string whole = verb->get_description();
    std::string start = whole.substr(0, whole.find_first_of(".:"));
    std::replace(start.begin(), start.end(), '\n', ' ');
    return fmt::format("  {:14}{}\n", verb->get_name(), start);
  }
};

// The program with all its verbs; each parse chooses one action.
class Program {
 public:
  Program() {
    app_.name("jourdain");
    app_.formatter(std::make_shared<BriefFormatter>());
    app_.set_version_flag("--version", fmt::format("jourdain {}", version()), "Print the version and leave");
    app_.require_subcommand(1);
    app_.set_help_flag("-h,--help", "Print this help and leave");
    app_.get_formatter()->column_width(30);
    app_.footer(
        "MODEL is a file, or a name of the catalogue (see list). Values may have units: '10 mm', '5 deg'.\n"
        "Exit codes: 0 ok, 1 bad result, 2 usage, 3 input file, 4 numerical.\n"
        "jourdain VERB --help explains a verb and shows an example.\n");
    add_list();
    add_check();
    add_info();
    add_ik();
    add_fk();
    add_workspace();
    add_inverse();
    add_forward();
    add_mass_matrix();
    add_sizing();
    add_base();
    add_regressor();
    add_generate();
    add_count();
  }

  int run(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    const bool json = std::find(words.begin(), words.end(), "--json") != words.end();
    try {
      check_verb(words);
      try {
        app_.parse(argc, argv);
      } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) return app_.exit(error);
        throw Error(ErrorKind::usage, explain(error));
      }
      check_values();
      const int code = action_();
      if (std::fflush(stdout) != 0)
        throw Error(ErrorKind::input, "the answer cannot be written to the standard output");
      return code;
    } catch (const Error& error) {
      return report_failure(error, json);
    } catch (const std::exception& error) {
      return report_failure(Error(ErrorKind::numerical, fmt::format("unexpected: {}", error.what())), json);
    }
  }

 private:
  CLI::App* add(const std::string& name, const std::string& description, const std::string& examples) {
    CLI::App* verb = app_.add_subcommand(name, wrapped(description));
    verb->footer(examples + "\n");
    return verb;
  }

  static void add_common(CLI::App* verb, Common& options, bool model = true) {
    if (model)
      verb->add_option("MODEL", options.model, "Model file, or a name of the catalogue")->required()->type_name("");
    verb->add_flag("--json", options.json, "Answer as JSON, SI units");
    verb->add_option("--digits", options.digits, "Significant digits of the text, 1 to 17")
        ->check(CLI::Range(1, 17).description(""))
        ->type_name("N");
  }

  static void option(CLI::App* verb, const char* name, std::string& value, const char* type, const char* help) {
    verb->add_option(name, value, help)->type_name(type);
  }

  static void choice(CLI::App* verb, const char* name, std::string& value, const std::vector<std::string>& words,
                     const char* type, const char* help) {
    verb->add_option(name, value, help)->check(CLI::IsMember(words).description(""))->type_name(type);
  }

  static void add_pose(CLI::App* verb, PoseArguments& at) {
    option(verb, "--pose", at.pose, "POSE", "x,y,z,rx,ry,rz (Cardan angles), or the moves, or x=..,z=..");
    option(verb, "--quaternion", at.quaternion, "LIST", "Orientation as w,x,y,z");
    option(verb, "--rotation-vector", at.rotation_vector, "LIST", "Orientation as axis times angle");
    option(verb, "--matrix", at.matrix, "LIST", "Orientation as r11,r12,...,r33, row by row");
  }

  static void add_rates(CLI::App* verb, std::string& twist, std::string* acceleration) {
    option(verb, "--twist", twist, "LIST", "vx,vy,vz,wx,wy,wz in base axes");
    if (!acceleration) return;
    option(verb, "--acceleration", *acceleration, "LIST", "ax,ay,az,bx,by,bz in base axes; b is angular");
  }

  static void add_joints(CLI::App* verb, std::string& joints, std::string& rates, std::string* accelerations) {
    option(verb, "--joints", joints, "LIST", "Actuated coordinates in file order, or name=value,...");
    option(verb, "--rates", rates, "LIST", "Their rates");
    if (accelerations) option(verb, "--accelerations", *accelerations, "LIST", "Their accelerations");
  }

  // A motion up to this order: as a file, through the output, through the motors.
  static void add_motion(CLI::App* verb, MotionArguments& motion, Order order, bool file = true) {
    if (file) {
      option(verb, "--states", motion.states, "FILE",
             "CSV file: x y z qw qx qy qz, vx ... wz, ax ... bz, or <joint> <joint>_d <joint>_dd; and t");
    }
    const bool accelerated = order == Order::acceleration;
    add_pose(verb, motion.at);
    add_rates(verb, motion.twist, accelerated ? &motion.acceleration : nullptr);
    add_joints(verb, motion.joints, motion.rates, accelerated ? &motion.accelerations : nullptr);
    choice(verb, "--at", motion.frame, {"output", "tool"}, "FRAME", "Frame that moves like this: output or tool");
  }

  static void add_loads(CLI::App* verb, LoadArguments& load) {
    verb->add_option("--load", load.loads, "Force and moment on a body, base axes: BODY:fx,fy,fz[,mx,my,mz]")
        ->type_name("LOAD")
        ->allow_extra_args(false);
    verb->add_flag("--no-friction", load.no_friction, "Without friction");
    verb->add_flag("--no-springs", load.no_springs, "Without springs and counterbalances");
    verb->add_flag("--no-payload", load.no_payload, "Without the payload");
  }

  void add_list() {
    CLI::App* verb = add("list", "Shows the models that come with the program: legs, freedoms, motors, bodies.",
                         "Example:\n  jourdain list");
    add_common(verb, list_, false);
    verb->callback([this] { action_ = [this] { return run_list(list_); }; });
  }

  void add_check() {
    CLI::App* verb =
        add("check",
            "Reads, validates and assembles a model, and says what it is: mobility, motors, loops, redundant "
            "equations, distance of the home configuration from singularities and joint limits. Exit code 1 if home "
            "is singular or beyond a limit, 3 if the file is wrong.",
            "Example:\n  jourdain check palida");
    add_common(verb, check_);
    verb->callback([this] { action_ = [this] { return run_check(check_); }; });
  }

  void add_info() {
    CLI::App* verb =
        add("info",
            "Prints everything about a model: legs and how they are solved, motors, bodies, joints, friction, "
            "springs, the spanning tree and its cuts. With --print it writes the model as a file in canonical form.",
            "Examples:\n  jourdain info delta\n  jourdain info delta --print");
    add_common(verb, info_);
    verb->add_flag("--print", info_.print, "Write the model in canonical form");
    verb->callback([this] { action_ = [this] { return run_info(info_); }; });
  }

  void add_ik() {
    CLI::App* verb =
        add("ik",
            "Inverse kinematics: joint coordinates, rates and accelerations of a motion of the output, with distances "
            "to singularities and limits. A pose is given by the robot's moves, by all six coordinates, or by name; "
            "coordinates that are not named stay at home. With --poses a CSV file of states is turned into a CSV file "
            "of joint coordinates, and the path between them is checked.",
            "Examples:\n  jourdain ik delta --pose '50 mm, 20 mm, -320 mm'\n"
            "  jourdain ik palida --pose x=0.05,rz='10 deg' --twist 0.1,0,0,0,0,0.5\n"
            "  jourdain ik delta --poses path.csv --out joints.csv");
    add_common(verb, ik_);
    add_pose(verb, ik_.at);
    add_rates(verb, ik_.twist, &ik_.acceleration);
    choice(verb, "--at", ik_.frame, {"output", "tool"}, "FRAME", "Frame that moves like this: output or tool");
    option(verb, "--poses", ik_.poses, "FILE", "CSV file with columns t x y z qw qx qy qz (or rx ry rz) vx ... bz");
    option(verb, "--out", ik_.out, "FILE", "CSV file to write; default: standard output");
    verb->add_flag("--all", ik_.all, "All joints, not only the actuated ones");
    verb->add_flag("--no-path-check", ik_.no_path_check, "Do not look for singularities between the rows of --poses");
    verb->callback([this] { action_ = [this] { return run_ik(ik_); }; });
  }

  void add_fk() {
    CLI::App* verb =
        add("fk",
            "Forward kinematics: pose, twist and acceleration of the output from the actuated coordinates, on the "
            "branch of the guess (default: home), with a certificate; what cannot be certified is refused with exit "
            "code 4. With --in a CSV file of joint coordinates is turned into a CSV file of poses, each row starting "
            "from the one before.",
            "Examples:\n  jourdain fk delta --joints '20 deg, 10 deg, 15 deg'\n"
            "  jourdain fk five-bar --joints 'motor1=120 deg' --rates 1,-0.5\n"
            "  jourdain fk delta --in joints.csv --out poses.csv");
    add_common(verb, fk_);
    add_joints(verb, fk_.joints, fk_.rates, &fk_.accelerations);
    option(verb, "--guess", fk_.guess, "POSE", "Pose near the wanted one; default: home");
    option(verb, "--in", fk_.in, "FILE", "CSV file with columns <joint> [<joint>_d <joint>_dd]");
    option(verb, "--out", fk_.out, "FILE", "CSV file to write; default: standard output");
    verb->callback([this] { action_ = [this] { return run_fk(fk_); }; });
  }

  void add_workspace() {
    CLI::App* verb =
        add("workspace",
            "Maps a slice of the workspace: two coordinates vary over a grid, the others are held. Each cell is "
            "reachable, beyond a limit, singular or out of reach, and has its distances to singularities and limits. "
            "Writes a CSV table and an SVG picture.",
            "Example:\n  jourdain workspace five-bar --grid 41x41 --out slice.csv --picture slice.svg");
    add_common(verb, workspace_);
    add_slice(verb, workspace_.slice, "81x81");
    option(verb, "--out", workspace_.out, "FILE", "CSV file to write, one row per cell");
    option(verb, "--picture", workspace_.picture, "FILE", "SVG file to write");
    choice(verb, "--show", workspace_.show, {"type2", "type1", "constraint", "margin"}, "NAME",
           "Colour of the picture: type1, type2, constraint or margin");
    verb->callback([this] { action_ = [this] { return run_workspace(workspace_); }; });
  }

  static void add_slice(CLI::App* verb, SliceArguments& slice, const char* grid) {
    slice.grid = grid;
    option(verb, "--plane", slice.plane, "PLANE", "The two coordinates, such as x,z; default: the first two moves");
    option(verb, "--range", slice.range, "LIST",
           "Half width, or from,to across, from,to up; default: about the held pose");
    option(verb, slice.at_option, slice.at, "POSE", "Pose that is held; default: home");
    verb->add_option("--grid", slice.grid, fmt::format("Cells across x up; default: {}", grid))
        ->default_str(grid)
        ->type_name("NxM");
  }

  void add_inverse() {
    CLI::App* verb =
        add("inverse",
            "Inverse dynamics: forces of the motors for a motion, of one state or of a CSV file of states, by the "
            "fast path or by the papers' formulations side by side. Each answer says how many digits it loses; near "
            "a singularity it is refused with exit code 4. Exit code 1 if a motor or joint is beyond its limits.",
            "Examples:\n  jourdain inverse delta --pose 0.05,0.03,-0.3 --acceleration 50,40,-30 --formulation all\n"
            "  jourdain inverse palida --load platform:0,0,-100 --reactions\n"
            "  jourdain inverse delta --states states.csv --out forces.csv");
    add_common(verb, inverse_);
    add_motion(verb, inverse_.motion, Order::acceleration);
    option(verb, "--out", inverse_.out, "FILE",
           "CSV file to write: t, <joint> of every motor, what else was asked for");
    choice(verb, "--formulation", inverse_.formulation,
           {"virtual-power", "virtual-work", "screw", "bars", "bars-simplified", "all"}, "NAME",
           "virtual-power, virtual-work, screw, bars, bars-simplified or all; default: virtual-power");
    choice(verb, "--simplify", inverse_.simplify, {"massless-legs", "lumped"}, "NAME",
           "Forces of a simpler model, massless-legs or lumped, and its loss against the full one");
    verb->add_flag("--reactions", inverse_.reactions, "Loads of all joints, and whether they are unique");
    verb->add_flag("--conditioning", inverse_.conditioning, "Write a column digits_lost");
    add_loads(verb, inverse_.load);
    verb->callback([this] { action_ = [this] { return run_inverse(inverse_); }; });
  }

  void add_forward() {
    CLI::App* verb =
        add("forward",
            "Forward dynamics: accelerations from forces of the motors, at one state or at those of a CSV file; the "
            "answer is that file completed by its accelerations. With --simulate the motion under constant forces "
            "through time, without drift of the loops.",
            "Examples:\n  jourdain forward delta --pose 0.05,0.03,-0.3 --twist 1,-0.8,0.6 --forces 0.5,0.5,0.5\n"
            "  jourdain forward delta --states states.csv --forces forces.csv --out motion.csv\n"
            "  jourdain forward five-bar --simulate '0.2 s' --dt '1 ms' --out fall.csv");
    add_common(verb, forward_);
    add_motion(verb, forward_.motion, Order::velocity);
    option(verb, "--forces", forward_.forces, "FILE|LIST",
           "CSV file with <joint> of every motor, or values; default: 0");
    option(verb, "--out", forward_.out, "FILE", "CSV file to write: states with accelerations");
    option(verb, "--simulate", forward_.simulate, "TIME", "Follow the motion for this time");
    option(verb, "--dt", forward_.step, "TIME", "Step of the simulation; default: 1 ms");
    verb->add_flag("--energies", forward_.energies, "Write columns kinetic and potential with the simulation");
    add_loads(verb, forward_.load);
    verb->callback([this] { action_ = [this] { return run_forward(forward_); }; });
  }

  void add_mass_matrix() {
    CLI::App* verb = add(
        "mass-matrix",
        "Mass matrix, Coriolis and gravity forces at one state, in coordinates of the motors or of the output. "
        "With --cut, --range or --picture a map of all entries over a slice of the workspace, as table and "
        "picture, with the ratio of the largest to the smallest diagonal entry.",
        "Examples:\n  jourdain mass-matrix delta --pose 0.05,0.03,-0.3 --twist 1,-0.8,0.6\n"
        "  jourdain mass-matrix delta --cut z=-0.23 --range 0.25 --grid 51 --rotor-inertia 0.015 --picture map.svg");
    mass_matrix_.slice.at_option = "--cut";
    add_common(verb, mass_matrix_);
    add_motion(verb, mass_matrix_.motion, Order::velocity, false);
    choice(verb, "--coordinates", mass_matrix_.coordinates, {"actuators", "output"}, "NAME",
           "actuators or output; default: actuators");
    option(verb, "--rotor-inertia", mass_matrix_.rotor_inertia, "LIST",
           "Of all motors, or name=value,..., at the motor side");
    verb->add_flag("--no-payload", mass_matrix_.no_payload, "Without the payload");
    add_slice(verb, mass_matrix_.slice, "51x51");
    option(verb, "--out", mass_matrix_.out, "FILE", "CSV file of the map to write, one row per cell");
    option(verb, "--picture", mass_matrix_.picture, "FILE", "SVG file of the map to write");
    verb->callback([this, verb] {
      for (const char* name : {"--cut", "--range", "--plane", "--grid", "--out", "--picture"}) {
        mass_matrix_.map |= verb->get_option(name)->count() > 0;
      }
      action_ = [this] { return run_mass_matrix(mass_matrix_); };
    });
  }

  void add_sizing() {
    CLI::App* verb =
        add("sizing",
            "What a motion asks of the motors: peak and RMS force, speed and power of each, at the joint and at the "
            "motor side of its gear, and how much of its limits it uses. Exit code 1 if a motor is too weak or slow.",
            "Example:\n  jourdain sizing delta --states states.csv");
    add_common(verb, sizing_);
    add_motion(verb, sizing_.motion, Order::acceleration);
    option(verb, "--rotor-inertia", sizing_.rotor_inertia, "LIST",
           "Of all motors, or name=value,..., at the motor side");
    add_loads(verb, sizing_.load);
    verb->callback([this] { action_ = [this] { return run_sizing(sizing_); }; });
  }

  void add_generate() {
    CLI::App* verb = add("generate",
                         "Code for a controller: a folder with sources, header, README and a self-test that builds by "
                         "itself. No heap, no globals; masses and friction are parameters that can be changed later.",
                         "Example:\n  jourdain generate palida --what inverse-dynamics,mass-matrix --out palida-c");
    add_common(verb, generate_);
    option(verb, "--what", generate_.what, "LIST",
           "inverse-dynamics, inverse-kinematics, forward-step, mass-matrix, forward-dynamics");
    choice(verb, "--target", generate_.target, {"c99", "cpp", "batch"}, "NAME",
           "Language: C, a C++ header, C for batches");
    choice(verb, "--cost", generate_.cost, {"operations", "time"}, "NAME", "What is made small");
    choice(verb, "--scalar", generate_.scalar, {"double", "float"}, "NAME", "Numbers of the code");
    choice(verb, "--pose", generate_.pose, {"cardan", "rotation"}, "NAME", "Orientation as angles or as a matrix");
    verb->add_flag("--constants", generate_.constants, "Masses and friction as constants, not as parameters");
    verb->add_flag("--no-friction", generate_.no_friction, "Leave friction out");
    verb->add_option("--out", generate_.out, "Folder to write")->type_name("DIR")->required();
    verb->callback([this] { action_ = [this] { return run_generate(generate_); }; });
  }

  void add_count() {
    CLI::App* verb = add("count",
                         "How many operations the robot's functions take as generated code: of the general form and of "
                         "the best one, before and after simplification.",
                         "Example:\n  jourdain count palida");
    add_common(verb, count_);
    choice(verb, "--cost", count_.cost, {"operations", "time"}, "NAME", "What is made small");
    choice(verb, "--pose", count_.pose, {"cardan", "rotation"}, "NAME", "Orientation as angles or as a matrix");
    verb->add_flag("--no-friction", count_.no_friction, "Leave friction out");
    verb->callback([this] { action_ = [this] { return run_count(count_); }; });
  }

  // A value that is there but empty is a slip, such as an unset variable of the shell, not the default.
  void check_values() {
    for (const CLI::Option* option : app_.get_subcommands().front()->get_options()) {
      for (const std::string& value : option->results()) {
        if (option->get_items_expected_max() > 0 && value.find_first_not_of(" \t\n") == std::string::npos)
          throw Error(ErrorKind::usage, fmt::format("{}: expected a value, found nothing", option->get_name()));
      }
    }
  }

  static void add_form(CLI::App* verb, FormOptions& options) {
    add_common(verb, options);
    verb->add_flag("--full", options.full, "All ten parameters of every body, whatever the model declares");
    verb->add_flag("--bodies-only", options.bodies_only, "No rotors, friction and payload");
    CLI::Option* independent =
        verb->add_flag("--independent-legs", options.independent_legs, "Every leg has its own parameters");
    verb->add_flag("--identical-legs", options.identical_legs, "Legs of one group share their parameters")
        ->excludes(independent);
    verb->add_option("--friction", options.friction, "Friction columns: declared (not zero in the model), all or none")
        ->check(CLI::IsMember({"declared", "all", "none"}).description(""))
        ->type_name("WHICH");
    verb->add_option("--elemental", options.elemental,
                     "Friction function FUNCTION:SCALE:JOINT[:shared]; tanh, stribeck, exponential, square or cube of "
                     "rate/SCALE; may be repeated")
        ->type_name("TEXT")
        ->expected(1)
        ->take_all();
    verb->add_option("--keep", options.keep, "Base parameters to keep, separated by commas")->type_name("NAMES");
    verb->add_option("--drop", options.drop, "Parameters to express by others")->type_name("NAMES");
    verb->add_option("--seed", options.seed, "Of the random states")->type_name("N");
  }

  void add_base() {
    CLI::App* verb = add(
        "base",
        "Base parameters: the smallest set of parameters that the motors' forces depend on, each as an expression in "
        "the model's names, with those that have no effect and why others are grouped. Zeros, relations and "
        "identical legs that the model declares are used; the count depends on them, on geometry and on gravity.",
        "Examples:\n  jourdain base palida\n  jourdain base delta --identical-legs --friction none\n"
        "  jourdain base palida --keep Izz.slider --format latex");
    add_form(verb, base_);
    verb->add_option("--format", base_.format, "text, json, markdown or latex")
        ->check(CLI::IsMember({"text", "json", "markdown", "latex"}).description(""))
        ->type_name("FORMAT");
    verb->callback([this] { action_ = [this] { return run_base(base_); }; });
  }

  void add_regressor() {
    CLI::App* verb =
        add("regressor",
            "Regressor of the states in a CSV file: motor forces = Y p + known, one row per state and driving motor, "
            "one column per parameter; known is what springs and counterbalances do. With --base only the columns of "
            "the base parameters.",
            "Example:\n  jourdain regressor delta --states path.csv --out regressor.csv --base");
    add_form(verb, regressor_);
    verb->add_option("--states", regressor_.states, "CSV file as for ik --poses")->required()->type_name("FILE");
    verb->add_option("--out", regressor_.out, "CSV file to write; default: standard output")->type_name("FILE");
    verb->add_option("--at", regressor_.frame, "Frame that moves like this: output or tool")
        ->check(CLI::IsMember({"output", "tool"}).description(""))
        ->type_name("FRAME");
    verb->add_flag("--base", regressor_.base, "Only the columns of base parameters");
    verb->callback([this] { action_ = [this] { return run_regressor(regressor_); }; });
  }

  // A first word that is no verb: say which one is near.
  void check_verb(const std::vector<std::string>& words) {
    if (words.empty())
      throw Error(ErrorKind::usage, "expected a verb: " + verb_list() + "; jourdain --help explains them");
    if (words[0].starts_with('-')) return;
    std::vector<std::string> verbs;
    for (const CLI::App* verb : app_.get_subcommands({})) verbs.push_back(verb->get_name());
    if (std::find(verbs.begin(), verbs.end(), words[0]) != verbs.end()) return;
    const std::string near = suggest(words[0], verbs);
    const std::string hint =
        near.empty() ? fmt::format("the verbs are {}", verb_list()) : fmt::format("did you mean '{}'?", near);
    throw Error(ErrorKind::usage, fmt::format("unknown verb '{}': {}", words[0], hint));
  }

  std::string verb_list() {
    std::string text;
    for (const CLI::App* verb : app_.get_subcommands({})) text += (text.empty() ? "" : ", ") + verb->get_name();
    return text;
  }

  // The parser's message; for what it did not expect, the option that was probably meant.
  std::string explain(const CLI::ParseError& error) {
    const std::vector<CLI::App*> chosen = app_.get_subcommands();
    if (chosen.empty()) return error.what();
    const CLI::App* verb = chosen.front();
    const std::string help = fmt::format("\n  hint: jourdain {} --help", verb->get_name());
    const std::vector<std::string> extras = verb->remaining();
    if (extras.empty()) return error.what() + help;
    std::vector<std::string> known;
    for (const CLI::Option* option : verb->get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    for (const std::string& extra : extras) {
      if (!extra.starts_with("--")) continue;
      const std::string near = suggest(extra, known);
      return fmt::format("unknown option '{}'{}", extra,
                         near.empty() ? help : fmt::format(": did you mean '{}'?", near));
    }
    return fmt::format("unexpected '{}': a list is one word, separate its values by commas or put it in quotes{}",
                       extras.front(), help);
  }

  CLI::App app_{"jourdain: parallel robots from a description of forty lines"};
  std::function<int()> action_ = [] { return static_cast<int>(exit_usage); };
  Common list_, check_;
  InfoOptions info_;
  IkOptions ik_;
  FkOptions fk_;
  WorkspaceOptions workspace_;
  InverseOptions inverse_;
  ForwardOptions forward_;
  MassMatrixOptions mass_matrix_;
  SizingOptions sizing_;
  BaseVerbOptions base_;
  RegressorOptions regressor_;
  GenerateOptions generate_;
  CountOptions count_;
};

}  // namespace
}  // namespace jourdain::cli

int main(int argc, char** argv) { return jourdain::cli::Program().run(argc, argv); }
