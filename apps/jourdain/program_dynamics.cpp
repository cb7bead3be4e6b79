#include "program.hpp"

#include "analyses/simpler_model.hpp"

#include "core/joined.hpp"

#include <fmt/format.h>

namespace jourdain::cli {

// A motion up to this order: as a file, through the output, through the motors.
void Program::add_motion(CLI::App* verb, MotionArguments& motion, Order order, bool file) {
  const OptionGroup group(verb, "State");
  if (file) {
    option(verb, "--states", motion.states, "FILE",
           "CSV file: x y z qw qx qy qz, vx ... wz, ax ... bz, or <joint> <joint>_d <joint>_dd; and t");
    add_skip_bad(verb, motion.skip_bad);
    if (order == Order::acceleration) add_time_motion(verb, motion.motion, motion.rate);
  }
  const bool accelerated = order == Order::acceleration;
  add_pose(verb, motion.at);
  add_rates(verb, motion.twist, accelerated ? &motion.acceleration : nullptr);
  add_joints(verb, motion.joints, motion.rates, accelerated ? &motion.accelerations : nullptr);
  choice(verb, "--at", motion.frame, {"output", "tool"}, "FRAME", "Frame that moves like this: output or tool");
}

// --simplify; the numbers are those of equations in [Codourey98]. "massless-legs" is an old spelling.
void Program::add_simplify(CLI::App* verb, Common& options, const std::vector<std::string>& words) {
  const OptionGroup group(verb, "Model");
  const auto check = [words](std::string& word) {
    if (word == "massless-legs") word = "massless";
    return simplify_problem(word, words);
  };
  verb->add_option("--simplify", options.simplify,
                   fmt::format("A simpler model: {}; legs without mass, with points at their joints{}", joined(words),
                               words.size() > 2 ? ", by [Codourey98]" : ""))
      ->transform(CLI::Validator(check, ""))
      ->type_name("NAME");
}

void Program::add_time_motion(CLI::App* verb, std::string& motion, std::string& rate) {
  const OptionGroup group(verb, "State");
  option(verb, "--motion", motion, "MOTION",
         "States along a motion: a .yaml or .csv file, or a text such as 'circle radius=50mm speed=1m/s'");
  option(verb, "--rate", rate, "RATE",
         "States per second of --motion, such as '1000 Hz'; default: 200, or what the motion needs");
}

void Program::add_loads(CLI::App* verb, LoadArguments& load) {
  const OptionGroup group(verb, "Forces");
  verb->add_option("--load", load.loads, "Force and moment on a body, base axes: BODY:fx,fy,fz[,mx,my,mz]")
      ->type_name("LOAD")
      ->allow_extra_args(false);
  verb->add_flag("--no-friction", load.no_friction, "Without friction");
  verb->add_flag("--no-springs", load.no_springs, "Without springs and counterbalances");
  verb->add_flag("--no-payload", load.no_payload, "Without the payload");
}

// How redundant motors share the load.
void Program::add_sharing(CLI::App* verb, LoadArguments& load) {
  const OptionGroup group(verb, "Forces");
  option(verb, "--weights", load.weights, "LIST",
         "Redundant motors: the sum of weight * force^2 is least; one per motor, or name=value,...");
  option(verb, "--preload", load.preload, "LIST", "Redundant motors: wanted forces, as far as they do no work");
  verb->add_flag("--bounded", load.bounded, "Stay within max_force of the motors, or refuse");
}

void Program::add_forward() {
  CLI::App* verb =
      add("forward",
          "Forward dynamics: accelerations from forces of the motors, at one state or at those of a CSV file; the "
          "answer is that file completed by its accelerations. With --simulate the motion under constant forces "
          "through time, without drift of the loops; a step whose energy does not balance is cut into parts, and "
          "refused with exit code 4 if that does not help. Exit code 1 if a joint is beyond its limits.",
          "Examples:\n  jourdain forward delta --pose 0.05,0.03,-0.3 --twist 1,-0.8,0.6 --forces 0.5,0.5,0.5\n"
          "  jourdain forward delta --states states.csv --forces forces.csv --out motion.csv\n"
          "  jourdain forward five-bar --simulate '0.2 s' --dt '1 ms' --out fall.csv --plot fall.svg");
  add_common(verb, forward_);
  add_motion(verb, forward_.motion, Order::velocity);
  add_simplify(verb, forward_, simpler_bodies);
  option(verb, "--forces", forward_.forces, "FILE|LIST", "CSV file with <joint> of every motor, or values; default: 0");
  option(verb, "--out", forward_.out, "FILE", "CSV file to write: states with accelerations");
  add_plot(verb, "SVG file to write: the motion over time, with --simulate; or the key numbers of a sweep");
  option(verb, "--simulate", forward_.simulate, "TIME", "Follow the motion for this time");
  option(verb, "--dt", forward_.step, "TIME", "Step of the simulation; default: 1 ms");
  verb->get_option("--dt")->needs(verb->get_option("--simulate"));
  verb->add_flag("--energies", forward_.energies, "Write columns kinetic and potential with the simulation");
  add_loads(verb, forward_.load);
  verb->callback([this] { action_ = [this] { return run_forward(forward_); }; });
}

}  // namespace jourdain::cli
