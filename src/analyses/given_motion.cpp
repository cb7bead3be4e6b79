#include "analyses/given_motion.hpp"

#include "analyses/words.hpp"

#include "core/joined.hpp"
#include "jourdain/answer/options.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/motion/rate_check.hpp"
#include "kinematics/doubtful_rates.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain {
namespace {

bool has_pose(const MotionArguments& a) {
  for (const std::string* text :
       {&a.at.pose, &a.at.quaternion, &a.at.rotation_vector, &a.at.matrix, &a.twist, &a.acceleration}) {
    if (!text->empty()) return true;
  }
  return false;
}

bool has_joints(const MotionArguments& a) { return !a.joints.empty() || !a.rates.empty() || !a.accelerations.empty(); }

MotionTable one_joint_state(const Robot& robot, const MotionArguments& a) {
  const VectorX zero = VectorX::Zero(static_cast<int>(robot.motor_joints().size()));
  const auto parse = [&](const char* option, const std::string& text, int order, const VectorX& base) {
    return text.empty() ? base : parse_motors(robot, option, text, order, base);
  };
  MotorTable table;
  table.positions.push_back(parse("--joints", a.joints, 0, robot.home_motors()));
  table.rates.push_back(parse("--rates", a.rates, 1, zero));
  table.accelerations.push_back(parse("--accelerations", a.accelerations, 2, zero));
  table.lines.push_back(0);
  table.order = Order::acceleration;
  return MotionTable(std::move(table));
}

MotionTable one_output_state(const Robot& robot, const MotionArguments& a) {
  MotionValues values;
  parse_pose(robot, a.at, values);
  if (!a.twist.empty()) values.twist = parse_coordinates(robot, "--twist", a.twist, 1);
  if (!a.acceleration.empty()) values.acceleration = parse_coordinates(robot, "--acceleration", a.acceleration, 2);
  StateTable table;
  table.motions.push_back(complete_state(robot, values, a.frame));
  table.lines.push_back(0);
  table.order = Order::acceleration;
  Workspace workspace(robot);
  if (inverse_kinematics(robot, table.motions.front(), workspace) == Status::ok) {
    const std::string wrong = contradiction(robot, values, workspace, a.frame);
    if (!wrong.empty()) throw Error(ErrorKind::usage, wrong);
  }
  return MotionTable(std::move(table));
}

// How near singularities are at a row, if the row can be reached at rest.
std::string nearness(const Robot& robot, const MotionTable& motion, std::size_t row) {
  Workspace workspace(robot);
  if (motion.go_to(row, robot, workspace, Order::position) != Status::ok) return {};
  const SingularityReport distance = singularity_distance(robot, workspace);
  return fmt::format("; distance there to singularities (0: at it): type 1 {:.2g}, type 2 {:.2g}, constraint {:.2g}",
                     distance.type1, distance.type2, distance.constraint);
}

}  // namespace

std::span<const std::string_view> words(MotionFrame) {
  static constexpr std::string_view all[] = {"output", "tool"};
  return all;
}

void show_fields(OptionVisitor& visitor, MotionArguments& a, Order order, bool files, StateWays ways) {
  constexpr std::string_view many = "States", one = "One state";
  const bool output = ways == StateWays::both || ways == StateWays::output;
  const bool motors = ways == StateWays::both || ways == StateWays::motors;
  if (files) {
    visitor.file(
        {.name = "states",
         .help = ways == StateWays::motors
                     ? "CSV file: <joint> <joint>_d <joint>_dd of every motor; and t"
                     : "CSV file: x y z qw qx qy qz, vx ... wz, ax ... bz, or <joint> <joint>_d <joint>_dd; and t",
         .group = many,
         .not_with = "motion"},
        FileRole::input, a.states);
    visitor.flag({.name = "skip-bad",
                  .help = "Report rows of the file that are wrong or have no answer, and leave them out",
                  .group = many},
                 a.skip_bad);
    if (order == Order::acceleration && ways != StateWays::motors) {
      visitor.file({.name = "motion",
                    .help = "States along a motion: a .yaml or .csv file, or a text such as 'circle radius=50mm "
                            "speed=1m/s'",
                    .type = "MOTION",
                    .group = many},
                   FileRole::input_or_text, a.motion);
      visitor.text({.name = "rate",
                    .help = "States per second of --motion, such as '1000 Hz'; default: what the motion needs",
                    .type = "RATE",
                    .group = many},
                   a.rate);
    }
  }
  const auto text = [&](std::string_view name, std::string_view type, std::string_view help, std::string& value) {
    visitor.text({.name = name, .help = help, .type = type, .group = one}, value);
  };
  if (output) {
    text("pose", "POSE", "x,y,z,rx,ry,rz (Cardan angles), or the moves, or x=..,z=..", a.at.pose);
    text("quaternion", "LIST", "Orientation as w,x,y,z", a.at.quaternion);
    text("rotation-vector", "LIST", "Orientation as axis times angle", a.at.rotation_vector);
    text("matrix", "LIST", "Orientation as r11,r12,...,r33, row by row", a.at.matrix);
    if (order != Order::position) text("twist", "LIST", "vx,vy,vz,wx,wy,wz in base axes", a.twist);
    if (order == Order::acceleration)
      text("acceleration", "LIST", "ax,ay,az,bx,by,bz in base axes; b is angular", a.acceleration);
  }
  if (motors) {
    text("joints", "LIST", "Coordinates of the motors in file order, or name=value,...", a.joints);
    if (order != Order::position) text("rates", "LIST", "Their rates", a.rates);
    if (order == Order::acceleration) text("accelerations", "LIST", "Their accelerations", a.accelerations);
  }
  visitor.one_of({.name = "at",
                  .help = ways == StateWays::motors ? "Frame whose motion is told" : "Frame that moves like this",
                  .type = "FRAME"},
                 a.frame);
}

bool has_rates(const MotionArguments& arguments) { return !arguments.twist.empty() || !arguments.rates.empty(); }

bool has_rows(const MotionArguments& arguments) { return !arguments.states.empty() || !arguments.motion.empty(); }

std::string source_name(const MotionArguments& arguments) {
  return arguments.motion.empty() ? arguments.states : fmt::format("'{}'", arguments.motion);
}

MotionDescription read_described(const Robot& robot, const std::string& motion, Warnings& warnings) {
  MotionDescription description = load_motion(robot, motion);
  for (const Diagnostic& d : description.warnings) {
    warnings.push_back(fmt::format("{}:{}:{}: {}{}", description.name, d.mark.line, d.mark.column, d.message,
                                   d.hint.empty() ? "" : fmt::format(": {}", d.hint)));
  }
  return description;
}

void warn_of_choices(const MotionDescription& description, Warnings& warnings) {
  if (!description.notes.empty())
    warnings.push_back(fmt::format("--motion: not given and chosen: {}", joined(description.notes, "; ")));
}

double parse_rate(const std::string& rate) {
  if (rate.empty()) return 0;
  const double value = quantity("--rate", rate, Dimension{.time = -1});
  if (!(value > 0)) throw Error(ErrorKind::usage, "--rate: must be positive");
  return value;
}

namespace {

// Times at which peaks are not missed, or those that were asked for.
std::vector<double> peak_times(const Motion& motion, const MotionArguments& arguments, PeakSampling& peaks,
                               Warnings& warnings) {
  peaks.rate = parse_rate(arguments.rate);
  if (peaks.rate > 0) {
    const std::string misses = coarse_rate(motion, peaks.rate);
    if (!misses.empty()) warnings.push_back(fmt::format("--rate: {}; leave --rate out to sample by it", misses));
    return sample_times(motion, peaks.rate);
  }
  CourseTimes course = course_times_with_peaks(motion, peaks.forces);
  if (!course.complete)
    warnings.push_back("--motion: it has too many waves to look at each of them: peaks may be missed");
  peaks.rate = course.rate;
  return std::move(course.times);
}

MotionTable states_of_motion(const Robot& robot, const MotionArguments& arguments, PeakSampling* peaks,
                             Warnings& warnings) {
  const MotionDescription description = read_described(robot, arguments.motion, warnings);
  warn_of_choices(description, warnings);
  const std::vector<double> times = peaks ? peak_times(description.motion, arguments, *peaks, warnings)
                                          : sample_times(description.motion, parse_rate(arguments.rate));
  return sample_motion(description.motion, times, false, source_name(arguments));
}

// Of rows all over the table the one that is fastest, if no robot is as fast.
void warn_of_speeds(const Robot& robot, const MotionArguments& arguments, const MotionTable& table,
                    Warnings& warnings) {
  constexpr std::size_t most_rows = 1000;
  if (table.order() == Order::position) return;
  Workspace workspace(robot);
  RateDoubt worst;
  std::string where;
  for (std::size_t row = 0; row < table.rows(); row += 1 + table.rows() / most_rows) {
    // Who asks for this row tells why it has no answer.
    if (table.go_to(row, robot, workspace, table.order()) != Status::ok) return;
    RateDoubt doubt = doubtful_rate(robot, workspace, table.order());
    if (!(doubt.excess > std::max(1.0, worst.excess))) continue;
    worst = std::move(doubt);
    where = place(arguments, table, row);
  }
  if (worst.excess > 1) warnings.push_back(where + worst.message);
}

}  // namespace

void warn_of_rates(const Robot& robot, const MotionArguments& arguments, const MotionTable& table, Warnings& warnings) {
  for (const RateContradiction& found : rate_contradictions(robot, table)) {
    warnings.push_back(fmt::format("{}: {}", arguments.states, found.message));
  }
  warn_of_speeds(robot, arguments, table, warnings);
}

void check_sources(const MotionArguments& arguments) {
  const auto refuse = [](const char* text) { throw Error(ErrorKind::usage, text); };
  const bool pose = has_pose(arguments), joints = has_joints(arguments), file = !arguments.states.empty();
  if (!arguments.motion.empty()) {
    if (pose || joints || file) refuse("give one state, a file of them with --states, or a motion with --motion");
    if (arguments.skip_bad) refuse("--skip-bad goes with a file of states");
    if (arguments.frame != MotionFrame::output)
      refuse("--at goes without --motion, which says it itself: frame: tool, or 'frame=tool; ...'");
    return;
  }
  if (!arguments.rate.empty()) refuse("--rate goes with --motion");
  if (file && (pose || joints)) refuse("give one state, or a file of them with --states, not both");
  if (!file && arguments.skip_bad) refuse("--skip-bad goes with a file of states");
  if (pose && joints) refuse("give the motion of the output or that of the joints, not both");
}

MotionTable parse_motion(const Robot& robot, const MotionArguments& arguments, Order needed, BadRows& bad,
                         Warnings& warnings, PeakSampling* peaks) {
  check_sources(arguments);
  if (!arguments.motion.empty()) {
    MotionTable table = states_of_motion(robot, arguments, peaks, warnings);
    warn_of_speeds(robot, arguments, table, warnings);
    return table;
  }
  if (!arguments.states.empty()) {
    MotionTable table =
        read_motion(robot, arguments.states, needed, arguments.frame, arguments.skip_bad ? &bad : nullptr);
    warn_of_rates(robot, arguments, table, warnings);
    return table;
  }
  if (has_pose(arguments)) require_output(robot);
  MotionTable one = has_joints(arguments) || !robot.mechanism().output ? one_joint_state(robot, arguments)
                                                                       : one_output_state(robot, arguments);
  warn_of_speeds(robot, arguments, one, warnings);
  return one;
}

void warn_of_bad_rows(const MotionArguments& arguments, const BadRows& bad, Warnings& warnings) {
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(bad.size(), most); ++i) {
    const std::string at = fmt::format("{}:{}: ", arguments.states, bad[i].mark.line);
    warnings.push_back((bad[i].message.starts_with(at) ? "" : at) + bad[i].message);
  }
  if (bad.size() > most)
    warnings.push_back(fmt::format("{}: and {} more like these", arguments.states, bad.size() - most));
  if (!bad.empty())
    warnings.push_back(fmt::format("{}: {} left out", arguments.states, counted(static_cast<int>(bad.size()), "row")));
}

Table skipped_rows(const BadRows& bad) {
  return table_of<Diagnostic>("skipped", "Rows that were left out", bad,
                              {{"line", "line", [](const Diagnostic& d) { return Cell(count_of(d.mark.line)); }},
                               {"message", "why", [](const Diagnostic& d) { return Cell(d.message); }}});
}

RowPlace place_of(const MotionTable& motion, std::size_t row) {
  return {motion.lines()[row], motion.time().empty() ? HUGE_VAL : motion.time()[row]};
}

std::string place(const MotionArguments& arguments, const MotionTable& motion, std::size_t row) {
  return place(arguments, place_of(motion, row));
}

std::string place(const MotionArguments& arguments, const RowPlace& row) {
  if (!arguments.motion.empty()) return fmt::format("{}: t = {:.6g} s: ", source_name(arguments), row.time);
  return arguments.states.empty() ? "" : fmt::format("{}:{}: ", arguments.states, row.line);
}

std::string row_name(const MotionArguments& arguments, const MotionTable& motion, std::size_t row) {
  return row_name(arguments, place_of(motion, row));
}

std::string row_name(const MotionArguments& arguments, const RowPlace& row) {
  if (!has_rows(arguments)) return {};
  return std::isfinite(row.time) ? fmt::format("t = {:.6g}", row.time) : fmt::format("line {}", row.line);
}

Cell row_cell(const MotionArguments& arguments, const RowPlace& row) {
  if (!has_rows(arguments)) return {};
  if (std::isfinite(row.time)) return Number{row.time, Measure::time};
  return count_of(row.line);
}

void refuse_row(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion, std::size_t row,
                const Workspace& workspace, const std::string& what) {
  std::string text = workspace.explain();
  const Status status = workspace.report().status;
  if (status == Status::singular || status == Status::not_converged) text += nearness(robot, motion, row);
  throw Error(ErrorKind::numerical, place(arguments, motion, row) + what + text);
}

void go_to(const Robot& robot, const MotionArguments& arguments, const MotionTable& motion, std::size_t row,
           Workspace& workspace, Order order) {
  if (motion.go_to(row, robot, workspace, order) != Status::ok) refuse_row(robot, arguments, motion, row, workspace);
}

}  // namespace jourdain
