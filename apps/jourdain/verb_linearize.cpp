// jourdain linearize.
#include "loop_arguments.hpp"
#include "matrix_text.hpp"

#include "jourdain/control/linearize.hpp"

#include <cmath>

namespace jourdain::cli {
namespace {

Labels state_labels(const Robot& robot, const LinearModel& model, int order) {
  Labels labels = actuator_labels(robot, model.driving, order);
  const Labels next = actuator_labels(robot, model.driving, order + 1);
  for (Label& label : labels) label.name += order == 0 ? "" : "_d";
  for (const Label& label : next) labels.push_back({label.name + (order == 0 ? "_d" : "_dd"), label.unit});
  return labels;
}

Labels force_labels(const Robot& robot, const LinearModel& model) {
  Labels labels;
  for (const int k : model.driving) {
    const int joint = robot.actuators()[static_cast<std::size_t>(k)];
    labels.push_back({robot.mechanism().joints[static_cast<std::size_t>(joint)].name, force_unit(robot, k)});
  }
  return labels;
}

void print_modes(const Numbers& number, const LinearModel& model) {
  Table table({">pole 1/s", "", ">rad/s", ">Hz", ">damping", ""});
  for (const Mode& mode : model.modes) {
    if (mode.pole.imag() < 0) continue;
    const bool pair = mode.pole.imag() > 0;
    table.add({number(mode.pole.real()), pair ? fmt::format("+- {}i", number(mode.pole.imag())) : "",
               number(mode.frequency()), number(mode.frequency() / (2 * M_PI)), number(mode.damping()),
               mode.pole.real() > 1e-9 * mode.frequency() ? "falls away by itself" : ""});
  }
  table.print();
}

Json json_of(const Robot& robot, const LinearModel& model, const LawOptions& laws, const JointGains& gains,
             double joint_frequency) {
  Json json = answer("linearize", robot);
  json["ok"] = true;
  json["holding_forces"] = array(model.holding);
  const Labels x = state_labels(robot, model, 0), dx = state_labels(robot, model, 1);
  json["A"] = matrix_json(LabelledMatrix{dx, x, model.A});
  json["B"] = matrix_json(LabelledMatrix{dx, force_labels(robot, model), model.B});
  for (const Mode& mode : model.modes) {
    json["modes"].push_back({{"real", finite(mode.pole.real())},
                             {"imaginary", finite(mode.pole.imag())},
                             {"frequency", finite(mode.frequency())},
                             {"damping", finite(mode.damping())}});
  }
  const double w = laws.frequency > 0 ? laws.frequency : laws.timing.largest_frequency();
  const LoopMargin margin = loop_margin(w, laws.damping, laws.timing);
  json["coupling"] = finite(model.coupling);
  json["inertia_modes"] = array(model.inertias);
  json["loop"] = {{"period", laws.timing.period},
                  {"delay", laws.timing.delay},
                  {"lag", laws.timing.lag},
                  {"largest_frequency", finite(laws.timing.largest_frequency())},
                  {"frequency", finite(w)},
                  {"single_joint_frequency", finite(joint_frequency)},
                  {"crossover", finite(margin.crossover)},
                  {"phase_margin", finite(margin.phase_margin)},
                  {"delay_margin", finite(margin.delay_margin)},
                  {"proportional", array(gains.proportional)},
                  {"derivative", array(gains.derivative)}};
  return json;
}

}  // namespace

int run_linearize(const LinearizeOptions& options) {
  const Robot robot = with_drives(robot_of(options), options.drive);
  require_motors(robot);
  const LawOptions laws = parse_law_options(robot, options);
  Workspace ws(robot);
  BadRows bad;
  const MotionTable at = parse_motion(robot, options.motion, Order::position, bad);
  go_to(robot, options.motion, at, 0, ws, Order::position);
  const LinearModel model = linearize(robot, ws);
  const JointGains gains = place_poles(robot, ws, laws, false);
  const double single = loop_frequency(Law::pd, robot, ws, laws);
  if (options.json) {
    print_json(json_of(robot, model, laws, gains, single));
    return exit_ok;
  }
  const Numbers number{std::min(options.digits, 6)};
  print_text("{}{}\n", title(robot), at_pose(robot, number, ws));
  heading("Modes, motors free under the forces that hold the pose; without dry friction");
  print_modes(number, model);
  heading("Control loop");
  const double w = laws.frequency > 0 ? laws.frequency : laws.timing.largest_frequency();
  const LoopMargin margin = loop_margin(w, laws.damping, laws.timing);
  Facts facts;
  facts.add("drives", drives_text(robot, number));
  facts.add("sampling", fmt::format("{} ms, delay {} ms, rates {}", number(1e3 * laws.timing.period),
                                    number(1e3 * laws.timing.delay),
                                    laws.timing.differenced_rates ? "from differences" : "measured"));
  facts.add("bandwidth",
            fmt::format("{} rad/s at most: 1/(3 T) with T = {} ms", number(laws.timing.largest_frequency()),
                        number(1e3 / (3 * laws.timing.largest_frequency()))));
  facts.add("at a frequency of",
            fmt::format("{} rad/s and a damping of {}: crossover {} rad/s, phase margin {} deg, "
                        "swings {} ms later",
                        number(w), number(laws.damping), number(margin.crossover),
                        number(margin.phase_margin * 180 / M_PI), number(1e3 * margin.delay_margin)),
            margin.phase_margin > 0 ? Colour::plain : Colour::bad);
  facts.add("coupling", fmt::format("{}: the lightest motion of all motors together is so many times lighter than it "
                                    "seems to a single one",
                                    number(model.coupling)));
  facts.add("single joints", fmt::format("{} rad/s at most for the same reason", number(single)));
  facts.print();
  heading("Gains of single-joint laws");
  Table table({"motor", ">inertia", ">Kp", ">Kd", ">holding force", ""});
  for (int k = 0; k < static_cast<int>(robot.actuators().size()); ++k) {
    table.add({motor_names(robot)[static_cast<std::size_t>(k)], number(gains.inertia[k]), number(gains.proportional[k]),
               number(gains.derivative[k]), number(model.holding[k]), force_unit(robot, k)});
  }
  table.print();
  if (options.matrices) {
    const Labels x = state_labels(robot, model, 0), dx = state_labels(robot, model, 1);
    heading("A");
    print_matrix(number, {dx, x, model.A});
    heading("B");
    print_matrix(number, {dx, force_labels(robot, model), model.B});
  }
  return margin.phase_margin > 0 ? exit_ok : exit_bad_result;
}

}  // namespace jourdain::cli
