#include "program.hpp"

namespace jourdain::cli {

// Times, drives and gains of a control loop.
void Program::add_loop(CLI::App* verb, LoopArguments& loop) {
  const OptionGroup group(verb, "Control loop");
  option(verb, "--period", loop.period, "TIME", "Sampling period; default: 1 ms");
  option(verb, "--delay", loop.delay, "TIME", "From the measurement to the new command; default: 0");
  option(verb, "--drive", loop.drive, "LIST",
         "Drives of all motors: time_constant=, gain=, force_step=, force_noise=, encoder_step=, position_noise=; "
         "default: as in the model file");
  verb->add_flag("--exact-rates", loop.exact_rates, "Rates are measured; without it they are differences of positions");
  option(verb, "--frequency", loop.frequency, "VALUE",
         "Natural frequency of the closed loop, such as '20 Hz' or '125 rad/s' (a bare number is in rad/s); default: "
         "as lag, delay and period allow");
  option(verb, "--damping", loop.damping, "VALUE", "Damping of the closed loop; default: 1");
  option(verb, "--gains", loop.gains, "LIST",
         "Kp,Kd or Kp,Kd,Ki of single-joint laws at the joints, one for all motors");
  choice(verb, "--model", loop.model_choice, {"full", "58", "lumped"}, "NAME",
         "Model of the laws that compute with one: full, 58 ([Codourey98] (58)) or lumped; default: full");
}

void Program::add_linearize() {
  CLI::App* verb =
      add("linearize",
          "The robot near a pose as a linear system: A and B, its modes, how fast a control loop may be with this lag, "
          "delay and sampling, and gains of single-joint laws. Exit code 1 if the loop asked for swings.",
          "Examples:\n  jourdain linearize delta --pose 0,0,-0.35 --drive time_constant=2ms\n"
          "  jourdain linearize hexapod --matrices --json");
  add_common(verb, linearize_);
  add_pose(verb, linearize_.motion.at);
  option(verb, "--joints", linearize_.motion.joints, "LIST", "Positions of the motors instead of a pose");
  add_loop(verb, linearize_);
  verb->add_flag("--matrices", linearize_.matrices, "Print A and B");
  verb->callback([this] { action_ = [this] { return run_linearize(linearize_); }; });
}

void Program::add_simulate() {
  CLI::App* verb = add(
      "simulate",
      "Simulates the robot under control: a motion, control laws one after the other, drives with lag and limits, "
      "encoders, sampling, and dry friction that sticks in every joint. Says how well each law follows. Exit code 1 if "
      "a law loses the robot.\nLaws: pd, pid, cascade, pd-acceleration, feedforward-now, feedforward, decoupled, "
      "force-rigid, "
      "force-drives, force-all, computed-torque, computed-torque-output, adaptive, adaptive-desired; or all.",
      "Example:\n  jourdain simulate palida --motion 'circle radius=80mm speed=1m/s tilt=30deg' --controllers "
      "pd,force-rigid,force-drives,force-all --drive "
      "time_constant=1ms --out runs");
  add_common(verb, simulate_);
  verb->add_option("--motion", simulate_.trajectory,
                   "A motion file (YAML, CSV) or a text such as 'circle radius=80mm speed=1m/s tilt=30deg'")
      ->required()
      ->type_name("MOTION");
  verb->add_option("--cycles", simulate_.cycles, "How often the motion is repeated; it must end as it begins")
      ->type_name("N");
  verb->add_flag("--no-path-check", simulate_.no_path_check, "Do not look along the motion for what cannot be done");
  option(verb, "--controllers", simulate_.controllers, "LIST", "Control laws; default: pd,feedforward");
  option(verb, "--out", simulate_.out, "DIR",
         "Folder for logs and pictures of each law, tracking.svg and summary.json");
  option(verb, "--duration", simulate_.duration, "TIME", "Default: that of the motion");
  add_loop(verb, simulate_);
  option(verb, "--errors", simulate_.errors, "LIST",
         "How wrong the laws' model is, standard deviations: inertia=10%,friction=20%,gain=5%");
  verb->add_option("--payload-at", simulate_.payloads, "Another payload from a time on: TIME:MASS[,x,y,z]; repeatable")
      ->type_name("CHANGE")
      ->allow_extra_args(false);
  verb->add_option("--load-at", simulate_.loads,
                   "A force on a body for a while: BODY:fx,fy,fz[,mx,my,mz]:BEGIN:END; repeatable")
      ->type_name("LOAD")
      ->allow_extra_args(false);
  verb->add_option("--seed", simulate_.seed, "Of noise and errors; default: 1")->type_name("N");
  choice(verb, "--integrator", simulate_.integrator, {"bogacki-shampine", "dormand-prince"}, "NAME",
         "bogacki-shampine (order 3, default) or dormand-prince (order 5)");
  verb->add_flag("--compiled", simulate_.compiled,
                 "Generate code for the plant, build it with the system's compiler and let it compute");
  verb->add_option("--adaptation", simulate_.adaptation, "Speed of learning of adaptive laws; default: 1")
      ->type_name("X");
  verb->add_option("--tolerance", simulate_.tolerance, "Error of a step over the robot's size; default: 1e-8")
      ->type_name("X");
  verb->callback([this] { action_ = [this] { return run_simulate(simulate_); }; });
}

}  // namespace jourdain::cli
