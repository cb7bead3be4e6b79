#include "program.hpp"

#include "analyses/simpler_model.hpp"

#include <fmt/format.h>

namespace jourdain::cli {

void Program::add_skip_bad(CLI::App* verb, bool& skip_bad) {
  verb->add_flag("--skip-bad", skip_bad,
                 "Report rows of the file that are wrong or have no answer, and leave them out");
}

void Program::add_pose(CLI::App* verb, PoseArguments& at) {
  const OptionGroup group(verb, "State");
  option(verb, "--pose", at.pose, "POSE", "x,y,z,rx,ry,rz (Cardan angles), or the moves, or x=..,z=..");
  option(verb, "--quaternion", at.quaternion, "LIST", "Orientation as w,x,y,z");
  option(verb, "--rotation-vector", at.rotation_vector, "LIST", "Orientation as axis times angle");
  option(verb, "--matrix", at.matrix, "LIST", "Orientation as r11,r12,...,r33, row by row");
}

void Program::add_rates(CLI::App* verb, std::string& twist, std::string* acceleration) {
  const OptionGroup group(verb, "State");
  option(verb, "--twist", twist, "LIST", "vx,vy,vz,wx,wy,wz in base axes");
  if (!acceleration) return;
  option(verb, "--acceleration", *acceleration, "LIST", "ax,ay,az,bx,by,bz in base axes; b is angular");
}

void Program::add_joints(CLI::App* verb, std::string& joints, std::string& rates, std::string* accelerations) {
  const OptionGroup group(verb, "State");
  option(verb, "--joints", joints, "LIST", "Actuated coordinates in file order, or name=value,...");
  option(verb, "--rates", rates, "LIST", "Their rates");
  if (accelerations) option(verb, "--accelerations", *accelerations, "LIST", "Their accelerations");
}

void Program::add_ik() {
  CLI::App* verb =
      add("ik",
          "Inverse kinematics: joint coordinates, rates and accelerations of a motion of the output, with distances "
          "to singularities and limits. A pose is given by the robot's moves, by all six coordinates, or by name; "
          "coordinates that are not named stay at home. With --states a CSV file of states is turned into a CSV file "
          "of joint coordinates, and the path between them is checked.",
          "Examples:\n  jourdain ik delta --pose '50 mm, 20 mm, -320 mm'\n"
          "  jourdain ik palida --pose x=0.05,rz='10 deg' --twist 0.1,0,0,0,0,0.5\n"
          "  jourdain ik delta --states path.csv --out joints.csv --plot joints.svg");
  add_common(verb, ik_);
  add_pose(verb, ik_.at);
  add_rates(verb, ik_.twist, &ik_.acceleration);
  choice(verb, "--at", ik_.frame, {"output", "tool"}, "FRAME", "Frame that moves like this: output or tool");
  option(verb, "--states,--poses", ik_.poses, "FILE",
         "CSV file with columns t x y z qw qx qy qz (or rx ry rz) vx ... bz");
  add_time_motion(verb, ik_.motion, ik_.rate);
  option(verb, "--out", ik_.out, "FILE", "CSV file to write; default: standard output");
  add_plot(verb,
           "SVG file to write: coordinates of the motors over time, with --states; or the key numbers of a sweep");
  verb->add_flag("--all", ik_.all, "All joints, not only the actuated ones");
  add_skip_bad(verb, ik_.skip_bad);
  verb->add_flag("--no-path-check", ik_.no_path_check, "Do not look for singularities between the rows of --states");
  verb->callback([this] { action_ = [this] { return run_ik(ik_); }; });
}

void Program::add_fk() {
  CLI::App* verb = add(
      "fk",
      "Forward kinematics: pose, twist and acceleration of the output or tool from the actuated coordinates, on "
      "the branch of the guess (default: home), with a certificate; what cannot belong to the guess is refused with "
      "exit code 4, and exit code 1 says that an answer is not certified. With --states a CSV file of joint "
      "coordinates is turned into a CSV file of poses, each row starting "
      "from the one before.",
      "Examples:\n  jourdain fk delta --joints '20 deg, 10 deg, 15 deg'\n"
      "  jourdain fk five-bar --joints 'motor1=120 deg' --rates 1,-0.5\n"
      "  jourdain fk delta --states joints.csv --out poses.csv");
  add_common(verb, fk_);
  add_joints(verb, fk_.joints, fk_.rates, &fk_.accelerations);
  option(verb, "--guess", fk_.guess, "POSE", "Pose of the output near the wanted one; default: home");
  choice(verb, "--at", fk_.frame, {"output", "tool"}, "FRAME", "Frame whose motion is told: output or tool");
  option(verb, "--states,--in", fk_.in, "FILE", "CSV file with columns <joint> [<joint>_d <joint>_dd]");
  option(verb, "--out", fk_.out, "FILE", "CSV file to write; default: standard output");
  add_skip_bad(verb, fk_.skip_bad);
  verb->callback([this] { action_ = [this] { return run_fk(fk_); }; });
}

}  // namespace jourdain::cli
