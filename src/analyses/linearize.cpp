// The robot near a pose as a linear system, and how fast a control loop may be there.
#include "jourdain/control/linearize.hpp"

#include "analyses/analysis.hpp"
#include "analyses/given_motion.hpp"
#include "analyses/load_case.hpp"
#include "analyses/loop_case.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace jourdain {
namespace {

struct LinearizeOptions {
  MotionArguments motion;
  LoopArguments loop;
  bool matrices = false;
};

void show_fields(OptionVisitor& visitor, LinearizeOptions& options) {
  show_fields(visitor, options.motion, Order::position, false);
  visitor.flag({.name = "matrices", .help = "Show A, B, M, K and D"}, options.matrices);
  show_fields(visitor, options.loop);
}

Measure by_kind(const Robot& robot, int motor, Measure sliding, Measure turning) {
  return motor_slides(robot, motor) ? sliding : turning;
}

// A pair of poles has one row.
Table modes_table(const LinearModel& model) {
  std::vector<Mode> modes;
  std::ranges::copy_if(model.modes, std::back_inserter(modes), [](const Mode& m) { return m.pole.imag() >= 0; });
  const auto per_second = [](double value) { return measured(value, Measure::turn_rate); };
  return table_of<Mode>(
      "modes", "Modes, motors free under the forces that hold the pose; without dry friction", modes,
      {{"real", "pole", [&](const Mode& m) { return per_second(m.pole.real()); }},
       {"imaginary", "+- i times", [&](const Mode& m) { return per_second(m.pole.imag()); }},
       {"frequency", "frequency", [&](const Mode& m) { return per_second(m.frequency()); }},
       {"cycles", "cycles", [](const Mode& m) { return measured(m.frequency() / (2 * M_PI), Measure::frequency); }},
       {"damping", "damping", [](const Mode& m) { return Cell(Number{m.damping()}); }},
       {"remark", "remark",
        [](const Mode& m) { return m.pole.real() > 1e-9 * m.frequency() ? Cell("falls away by itself") : Cell(); }}});
}

Facts loop_facts(const Robot& robot, const LawOptions& laws, double frequency, const LoopMargin& margin, double single,
                 double coupling) {
  const LoopTiming& t = laws.timing;
  const auto time = [](double value) { return measured(value, Measure::time); };
  const auto rate = [](double value) { return measured(value, Measure::turn_rate); };
  Facts facts{"loop", "Control loop"};
  facts.facts = {{"drives", "drives", drives_text(robot)},
                 {"period", "sampling period", time(t.period)},
                 {"delay", "delay", time(t.delay)},
                 {"lag", "lag of the drives", time(t.lag)},
                 {"rates", "rates", rates_text(t)},
                 {"largest_frequency", "bandwidth", rate(t.largest_frequency()),
                  fmt::format("at most: 1/(3 T) with T = {:.6g} ms", 1e3 / (3 * t.largest_frequency()))},
                 {"frequency", "frequency of the loop", rate(frequency)},
                 {"damping", "its damping", Number{laws.damping}},
                 {"crossover", "crossover", rate(margin.crossover)},
                 {"phase_margin",
                  "phase margin",
                  {Number{margin.phase_margin, Measure::angle}, margin.phase_margin > 0 ? Tone::plain : Tone::bad}},
                 {"delay_margin", "delay margin", time(margin.delay_margin), "so much later it swings"},
                 {"coupling", "coupling", Number{coupling},
                  "the lightest motion of all motors together is so many times lighter than it seems to a single one"},
                 {"single_joint_frequency", "single joints", rate(single), "at most, for the same reason"}};
  return facts;
}

Table gains_table(const Robot& robot, const LinearModel& model, const JointGains& gains) {
  std::vector<int> motors;
  for (int k = 0; k < static_cast<int>(robot.motor_joints().size()); ++k) motors.push_back(k);
  const std::vector<std::string> names = motor_names(robot);
  const auto column = [&](const char* key, const char* title, const VectorX& values, Measure sliding, Measure turning) {
    return ColumnOf<int>{key, title, [&robot, &values, sliding, turning](const int& k) {
                           return measured(values[k], by_kind(robot, k, sliding, turning));
                         }};
  };
  using enum Measure;
  return table_of<int>("motors", "Gains of single-joint laws", motors,
                       {{"motor", "motor", [&](const int& k) { return Cell(names[k]); }},
                        column("inertia", "inertia", gains.inertia, mass, inertia),
                        column("proportional", "Kp", gains.proportional, stiffness, turn_stiffness),
                        column("derivative", "Kd", gains.derivative, viscosity, turn_viscosity),
                        column("holding_force", "holding force", model.holding, force, torque)});
}

// dx = A x + B u and M q'' + D q' + K q = u.
Answer matrices_of(const Robot& robot, const LinearModel& model) {
  const auto axes = [&](int order) {
    AxisNames names = motor_axes(robot, model.driving, order);
    for (std::string& name : names.names) name += order == 0 ? "" : order == 1 ? "_d" : "_dd";
    return names;
  };
  const auto joined_axes = [](AxisNames first, const AxisNames& second) {
    first.names.insert(first.names.end(), second.names.begin(), second.names.end());
    first.units.insert(first.units.end(), second.units.begin(), second.units.end());
    return first;
  };
  const AxisNames q = axes(0), dq = axes(1), ddq = axes(2), x = joined_axes(q, dq), dx = joined_axes(dq, ddq);
  AxisNames forces = q;
  for (std::size_t k = 0; k < forces.units.size(); ++k) forces.units[k] = force_unit(robot, model.driving[k]);
  Answer section{"matrices", "Matrices: dx = A x + B u with x = (q, dq), and M ddq + D dq + K q = u"};
  section.add(matrix_of("A", "A", dx, x, model.A));
  section.add(matrix_of("B", "B", dx, forces, model.B));
  section.add(matrix_of("M", "M", forces, ddq, model.M));
  section.add(matrix_of("D", "D", forces, dq, model.D));
  section.add(matrix_of("K", "K", forces, q, model.K));
  section.add(table_of<double>("inertia_modes", "Eigenvalues of M in its own diagonal's units",
                               {model.inertias.begin(), model.inertias.end()},
                               {{"value", "value", [](double value) { return Cell(Number{value}); }}}));
  return section;
}

Answer linearized(const Subject& subject, const LinearizeOptions& options, const Job&) {
  Answer answer;
  const Robot robot = with_drives(subject.robot(), options.loop.drive, answer.warnings);
  require_motors(robot);
  const LawOptions laws = law_options(robot, options.loop, answer.warnings);
  Workspace ws(robot);
  BadRows none;
  const MotionTable at = parse_motion(robot, options.motion, Order::position, none, answer.warnings);
  go_to(robot, options.motion, at, 0, ws, Order::position);
  const LinearModel model = linearize(robot, ws);
  const JointGains gains = place_poles(robot, ws, laws, false);
  const double single = loop_frequency(Law::pd, robot, ws, laws);
  const double frequency = laws.frequency > 0 ? laws.frequency : laws.timing.largest_frequency();
  const LoopMargin margin = loop_margin(frequency, laws.damping, laws.timing);

  answer.title = title_at(robot, ws);
  if (margin.phase_margin <= 0) answer.verdict = {Tone::bad, "A loop with this frequency and damping swings."};
  answer.add(modes_table(model));
  answer.add(loop_facts(robot, laws, frequency, margin, single, model.coupling));
  answer.add(gains_table(robot, model, gains));
  answer.sections.push_back(matrices_of(robot, model));
  answer.sections.back().folded = !options.matrices;
  answer.key_numbers = {
      {"slowest_mode", "frequency", "slowest mode", {model.modes.front().frequency(), Measure::turn_rate}},
      {"fastest_mode", "frequency", "fastest mode", {model.modes.back().frequency(), Measure::turn_rate}},
      {"single_joint_frequency", "frequency", "single joints", {single, Measure::turn_rate}},
      {"phase_margin", "phase margin", "", {margin.phase_margin, Measure::angle}},
      {"coupling", "coupling", "", {model.coupling}}};
  return answer;
}

}  // namespace

extern constinit const Analysis linearize_analysis{
    .name = "linearize",
    .what =
        "The robot near a pose as a linear system: A and B, its modes, how fast a control loop may be with this lag, "
        "delay and sampling, and gains of single-joint laws. Exit code 1 if the loop asked for swings.",
    .examples =
        "jourdain linearize delta --pose 0,0,-0.35 --drive time_constant=2ms\n"
        "jourdain linearize hexapod --matrices --json",
    .has_key_numbers = true,
    .ask = QuestionOf<LinearizeOptions, linearized>::ask};

}  // namespace jourdain
