// The command line of jourdain: options, help, exit codes. The only file that includes CLI11.
#include "robot_text.hpp"
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

const char* kind_word(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::usage: return "usage";
    case ErrorKind::input: return "input";
    case ErrorKind::numerical: return "numerical";
  }
  return "unknown";
}

int exit_code(ErrorKind kind) {
  return kind == ErrorKind::usage ? exit_usage : kind == ErrorKind::input ? exit_input : exit_numerical;
}

// The message on the error stream, and as JSON on the standard output if that was asked for.
int report(const Error& error, bool json) {
  const std::string text = error.what();
  const bool has_places = !error.diagnostics().empty();
  fmt::print(stderr, "{}{}{}", has_places ? "" : paint(Stream::error, Colour::bad, "jourdain: error: "), text,
             text.ends_with('\n') ? "" : "\n");
  if (json) {
    Json list = Json::array();
    for (const Diagnostic& d : error.diagnostics()) {
      list.push_back({{"line", d.mark.line}, {"column", d.mark.column}, {"message", d.message}, {"hint", d.hint}});
    }
    print_json({{"jourdain", version()},
                {"ok", false},
                {"exit_code", exit_code(error.kind())},
                {"error", {{"kind", kind_word(error.kind())}, {"message", text}, {"diagnostics", std::move(list)}}}});
  }
  return exit_code(error.kind());
}

// The text in lines of at most 100 characters.
std::string wrapped(const std::string& text) {
  std::string result;
  std::size_t line = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (line > 0) result += line + 1 + end - at > 100 ? (line = 0, '\n') : (++line, ' ');
    result.append(text, at, end - at);
    line += end - at;
    at = end + 1;
  }
  return result + "\n";
}

// In the list of verbs each is described by the start of its description.
class BriefFormatter : public CLI::Formatter {
 public:
  std::string make_subcommand(const CLI::App* verb) const override {
    const std::string whole = verb->get_description();
    std::string start = whole.substr(0, whole.find_first_of(".:"));
    std::replace(start.begin(), start.end(), '\n', ' ');
    return fmt::format("  {:12}{}\n", verb->get_name(), start);
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
      const int code = action_();
      if (std::fflush(stdout) != 0)
        throw Error(ErrorKind::input, "the answer cannot be written to the standard output");
      return code;
    } catch (const Error& error) {
      return report(error, json);
    } catch (const std::exception& error) {
      return report(Error(ErrorKind::numerical, fmt::format("unexpected: {}", error.what())), json);
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
    verb->add_option("--pose", ik_.at.pose, "x,y,z,rx,ry,rz (Cardan angles), or the moves, or x=..,z=..")
        ->type_name("POSE");
    verb->add_option("--quaternion", ik_.at.quaternion, "Orientation as w,x,y,z")->type_name("LIST");
    verb->add_option("--rotation-vector", ik_.at.rotation_vector, "Orientation as axis times angle")->type_name("LIST");
    verb->add_option("--matrix", ik_.at.matrix, "Orientation as r11,r12,...,r33, row by row")->type_name("LIST");
    verb->add_option("--twist", ik_.twist, "vx,vy,vz,wx,wy,wz in base axes")->type_name("LIST");
    verb->add_option("--acceleration", ik_.acceleration, "ax,ay,az,bx,by,bz in base axes; b is angular")
        ->type_name("LIST");
    verb->add_option("--at", ik_.frame, "Frame that moves like this: output or tool")
        ->check(CLI::IsMember({"output", "tool"}).description(""))
        ->type_name("FRAME");
    verb->add_option("--poses", ik_.poses, "CSV file with columns t x y z qw qx qy qz (or rx ry rz) vx ... bz")
        ->type_name("FILE");
    verb->add_option("--out", ik_.out, "CSV file to write; default: standard output")->type_name("FILE");
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
    verb->add_option("--joints", fk_.joints, "Actuated coordinates in file order, or name=value,...")
        ->type_name("LIST");
    verb->add_option("--rates", fk_.rates, "Their rates")->type_name("LIST");
    verb->add_option("--accelerations", fk_.accelerations, "Their accelerations")->type_name("LIST");
    verb->add_option("--guess", fk_.guess, "Pose near the wanted one; default: home")->type_name("POSE");
    verb->add_option("--in", fk_.in, "CSV file with columns <joint> [<joint>_d <joint>_dd]")->type_name("FILE");
    verb->add_option("--out", fk_.out, "CSV file to write; default: standard output")->type_name("FILE");
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
    verb->add_option("--plane", workspace_.plane, "The two coordinates, such as x,z; default: the first two moves")
        ->type_name("PLANE");
    verb->add_option("--range", workspace_.range, "from,to across, from,to up; default: about home")->type_name("LIST");
    verb->add_option("--at", workspace_.at, "Pose that is held; default: home")->type_name("POSE");
    verb->add_option("--grid", workspace_.grid, "Cells across x up; default: 81x81")
        ->default_str("81x81")
        ->type_name("NxM");
    verb->add_option("--out", workspace_.out, "CSV file to write, one row per cell")->type_name("FILE");
    verb->add_option("--picture", workspace_.picture, "SVG file to write")->type_name("FILE");
    verb->add_option("--show", workspace_.show, "Colour of the picture: type1, type2, constraint or margin")
        ->check(CLI::IsMember({"type2", "type1", "constraint", "margin"}).description(""))
        ->type_name("NAME");
    verb->callback([this] { action_ = [this] { return run_workspace(workspace_); }; });
    workspace_.grid = "81x81";
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
};

}  // namespace
}  // namespace jourdain::cli

int main(int argc, char** argv) { return jourdain::cli::Program().run(argc, argv); }
