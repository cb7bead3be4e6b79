#include "motion_arguments.hpp"

#include "robot_text.hpp"

#include "core/joined.hpp"
#include "core/suggest.hpp"
#include "dynamics/option_effects.hpp"
#include "jourdain/kinematics/kinematics.hpp"
#include "jourdain/model/reader.hpp"
#include "jourdain/motion/follower.hpp"
#include "jourdain/study/rate_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jourdain::cli {
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
  const VectorX zero = VectorX::Zero(static_cast<int>(robot.actuators().size()));
  const auto parse = [&](const char* option, const std::string& text, int order, const VectorX& base) {
    return text.empty() ? base : parse_actuators(robot, option, text, order, base);
  };
  ActuatorTable table;
  table.positions.push_back(parse("--joints", a.joints, 0, robot.home_actuators()));
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
  table.motions.push_back(complete_motion(robot, values, frame_of(a)));
  table.lines.push_back(0);
  table.order = Order::acceleration;
  Workspace workspace(robot);
  if (inverse_kinematics(robot, table.motions.front(), workspace) == Status::ok) {
    const std::string wrong = contradiction(robot, values, workspace, frame_of(a));
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

BodyLoad parse_load(const Robot& robot, const std::string& text) {
  const auto refuse = [](const std::string& why) { throw Error(ErrorKind::usage, fmt::format("--load: {}", why)); };
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) refuse(fmt::format("'{}': expected BODY:fx,fy,fz or BODY:fx,fy,fz,mx,my,mz", text));
  const std::string name = text.substr(0, colon);
  BodyLoad load;
  load.body = find_body(robot.mechanism(), name);
  if (load.body < 0) {
    std::vector<std::string> names;
    for (const Body& body : robot.mechanism().bodies) names.push_back(body.name);
    const std::string near = suggest(name, names);
    refuse(fmt::format("there is no body '{}': {}", name,
                       near.empty() ? "see info for the names" : fmt::format("did you mean '{}'?", near)));
  }
  if (load.body == 0) refuse("the base does not move: a load on it needs no motor");
  const std::vector<ListEntry> values = split_list("--load", text.substr(colon + 1));
  if (values.size() != 3 && values.size() != 6) {
    refuse(fmt::format("expected 3 forces, or 3 forces and 3 moments, found {} values", values.size()));
  }
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (!values[k].name.empty()) refuse("expected values without names");
    const Dimension dimension{1, k < 3 ? 1 : 2, -2, 0};
    (k < 3 ? load.force : load.moment)[static_cast<int>(k % 3)] = quantity("--load", values[k].text, dimension);
  }
  return load;
}

}  // namespace

MotionFrame frame_of(const MotionArguments& arguments) {
  return arguments.frame == "tool" ? MotionFrame::tool : MotionFrame::output;
}

bool has_rates(const MotionArguments& arguments) { return !arguments.twist.empty() || !arguments.rates.empty(); }

bool has_rows(const MotionArguments& arguments) { return !arguments.states.empty() || !arguments.motion.empty(); }

std::string source_name(const MotionArguments& arguments) {
  return arguments.motion.empty() ? arguments.states : fmt::format("'{}'", arguments.motion);
}

MotionDescription read_described(const Robot& robot, const std::string& motion) {
  MotionDescription description = load_motion(robot, motion);
  for (const Diagnostic& d : description.warnings) {
    warn(fmt::format("{}:{}:{}: {}{}", description.name, d.mark.line, d.mark.column, d.message,
                     d.hint.empty() ? "" : fmt::format(": {}", d.hint)));
  }
  return description;
}

void warn_of_choices(const MotionDescription& description) {
  if (!description.notes.empty())
    warn(fmt::format("--motion: not given and chosen: {}", joined(description.notes, "; ")));
}

double parse_rate(const std::string& rate) {
  if (rate.empty()) return 0;
  const double value = quantity("--rate", rate, Dimension{.time = -1});
  if (!(value > 0)) throw Error(ErrorKind::usage, "--rate: must be positive");
  return value;
}

MotionArguments states_along(const std::string& motion, const std::string& rate) {
  MotionArguments arguments;
  arguments.motion = motion;
  arguments.rate = rate;
  return arguments;
}

MotionArguments rows_of(const std::string& file, bool skip_bad, const std::string& frame) {
  MotionArguments arguments;
  arguments.states = file;
  arguments.skip_bad = skip_bad;
  arguments.frame = frame;
  return arguments;
}

namespace {

// Times at which peaks are not missed, or those that were asked for.
std::vector<double> peak_times(const Trajectory& trajectory, const MotionArguments& arguments, PeakSampling& peaks) {
  peaks.rate = parse_rate(arguments.rate);
  if (peaks.rate > 0) {
    const std::string misses = coarse_rate(trajectory, peaks.rate);
    if (!misses.empty()) warn(fmt::format("--rate: {}; leave --rate out to sample by it", misses));
    return sample_times(trajectory, peaks.rate);
  }
  CourseTimes course = course_times_with_peaks(trajectory, peaks.forces);
  if (!course.complete) warn("--motion: it has too many waves to look at each of them: peaks may be missed");
  peaks.rate = course.rate;
  return std::move(course.times);
}

MotionTable states_of_motion(const Robot& robot, const MotionArguments& arguments, PeakSampling* peaks) {
  if (has_pose(arguments) || has_joints(arguments) || !arguments.states.empty()) {
    throw Error(ErrorKind::usage, "give one state, a file of them with --states, or a motion with --motion");
  }
  if (arguments.skip_bad) throw Error(ErrorKind::usage, "--skip-bad goes with a file of states");
  if (arguments.frame != "output") {
    throw Error(ErrorKind::usage,
                "--at goes without --motion, which says it itself: frame: tool, or 'frame=tool; ...'");
  }
  const MotionDescription description = read_described(robot, arguments.motion);
  warn_of_choices(description);
  const std::vector<double> times = peaks ? peak_times(description.trajectory, arguments, *peaks)
                                          : sample_times(description.trajectory, parse_rate(arguments.rate));
  return sample_motion(description.trajectory, times, false, source_name(arguments));
}

}  // namespace

void warn_of_rates(const Robot& robot, const MotionArguments& arguments, const MotionTable& table) {
  for (const RateContradiction& found : rate_contradictions(robot, table)) {
    warn(fmt::format("{}: {}", arguments.states, found.message));
  }
}

MotionTable parse_motion(const Robot& robot, const MotionArguments& arguments, Order needed, BadRows& bad,
                         PeakSampling* peaks) {
  if (!arguments.motion.empty()) return states_of_motion(robot, arguments, peaks);
  if (!arguments.rate.empty()) throw Error(ErrorKind::usage, "--rate goes with --motion");
  if (!arguments.states.empty()) {
    if (has_pose(arguments) || has_joints(arguments)) {
      throw Error(ErrorKind::usage, "give one state, or a file of them with --states, not both");
    }
    MotionTable table =
        read_motion(robot, arguments.states, needed, frame_of(arguments), arguments.skip_bad ? &bad : nullptr);
    warn_of_rates(robot, arguments, table);
    return table;
  }
  if (arguments.skip_bad) throw Error(ErrorKind::usage, "--skip-bad goes with a file of states");
  if (has_pose(arguments) && has_joints(arguments)) {
    throw Error(ErrorKind::usage, "give the motion of the output or that of the joints, not both");
  }
  if (has_pose(arguments)) require_output(robot);
  return has_joints(arguments) || !robot.mechanism().output ? one_joint_state(robot, arguments)
                                                            : one_output_state(robot, arguments);
}

void for_each_row(const MotionArguments& arguments, MotionTable& motion, BadRows& bad,
                  const std::function<void(std::size_t)>& use) {
  if (motion.rows() == 0) throw Error(ErrorKind::input, fmt::format("{}: no row can be used", source_name(arguments)));
  std::vector<std::size_t> left_out;
  for (std::size_t row = 0; row < motion.rows(); ++row) {
    try {
      use(row);
    } catch (const Error& error) {
      if (!arguments.skip_bad || error.kind() != ErrorKind::numerical) throw;
      bad.push_back({Severity::error, {motion.lines()[row], 0}, error.what(), {}});
      left_out.push_back(row);
    }
  }
  if (left_out.size() == motion.rows()) {
    throw Error(ErrorKind::numerical,
                fmt::format("{}: no row has an answer; the first: {}", source_name(arguments), bad.front().message));
  }
  motion.remove(left_out);
}

void warn_of_bad_rows(const MotionArguments& arguments, const BadRows& bad) {
  constexpr std::size_t most = 10;
  for (std::size_t i = 0; i < std::min(bad.size(), most); ++i) {
    const std::string at = fmt::format("{}:{}: ", arguments.states, bad[i].mark.line);
    warn((bad[i].message.starts_with(at) ? "" : at) + bad[i].message);
  }
  if (bad.size() > most) warn(fmt::format("{}: and {} more like these", arguments.states, bad.size() - most));
  if (!bad.empty())
    warn(fmt::format("{}: {} left out", arguments.states, counted(static_cast<int>(bad.size()), "row")));
}

std::string place(const MotionArguments& arguments, const MotionTable& motion, std::size_t row) {
  if (!arguments.motion.empty()) return fmt::format("{}: t = {:.6g} s: ", source_name(arguments), motion.time()[row]);
  return arguments.states.empty() ? "" : fmt::format("{}:{}: ", arguments.states, motion.lines()[row]);
}

std::string row_name(const MotionArguments& arguments, const MotionTable& motion, std::size_t row) {
  if (!has_rows(arguments)) return {};
  if (!motion.time().empty()) return fmt::format("t = {:.6g}", motion.time()[row]);
  return fmt::format("line {}", motion.lines()[row]);
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

namespace {

// One number in SI units for each motor; motors that are not named get `otherwise`.
std::vector<double> per_motor(const Robot& robot, const char* option, const std::string& text, double otherwise) {
  if (text.empty()) return {};
  const std::size_t motors = robot.actuators().size();
  std::vector<double> values(motors, otherwise);
  const std::vector<ListEntry> entries = split_list(option, text);
  const bool named = !entries[0].name.empty();
  if (!named && entries.size() != motors) {
    throw Error(ErrorKind::usage, fmt::format("{}: expected {}, one for each motor, found {}", option,
                                              counted(static_cast<int>(motors), "value"), entries.size()));
  }
  for (std::size_t k = 0; k < entries.size(); ++k) {
    std::size_t at = k;
    if (named) {
      for (at = 0; at < motors; ++at) {
        if (robot.mechanism().joints[robot.actuators()[at]].name == entries[k].name) break;
      }
      if (at == motors) throw Error(ErrorKind::usage, fmt::format("{}: '{}' is no motor", option, entries[k].name));
    }
    values[at] = quantity(option, entries[k].text, Dimension{});
  }
  return values;
}

}  // namespace

LoadCase::LoadCase(const Robot& robot, const LoadArguments& arguments) {
  for (const std::string& text : arguments.loads) loads.push_back(parse_load(robot, text));
  options.friction = !arguments.no_friction;
  options.springs = !arguments.no_springs;
  options.payload = !arguments.no_payload;
  options.loads = loads;
  weights = per_motor(robot, "--weights", arguments.weights, 1);
  preload = per_motor(robot, "--preload", arguments.preload, 0);
  for (double weight : weights) {
    if (!(weight > 0)) throw Error(ErrorKind::usage, "--weights: weights must be positive");
  }
  options.motor_weights = weights;
  options.preload = preload;
  options.bounded = arguments.bounded;
  for (const IdleOption& idle : options_without_effect(robot, options)) {
    constexpr const char* words[] = {"--weights", "--preload", "--bounded"};
    warn(fmt::format("{} has no effect: {}", words[static_cast<std::size_t>(idle.option)], idle.reason));
  }
}

void require_motors(const Robot& robot) {
  if (!driving_actuators(robot).empty()) return;
  throw Error(ErrorKind::usage,
              fmt::format("'{}' has {} for {}: forces do not follow from its motion", robot.mechanism().name,
                          counted(robot.mobility().motors, "motor"), counted(robot.mobility().freedoms(), "freedom")));
}

void set_rotors(const std::string& rotor_inertia, Mechanism& mechanism) {
  if (rotor_inertia.empty()) return;
  const std::vector<ListEntry> entries = split_list("--rotor-inertia", rotor_inertia);
  const std::vector<int> motors = actuated_joints(mechanism);
  for (const ListEntry& entry : entries) {
    bool found = false;
    for (int j : motors) {
      Joint& joint = mechanism.joints[static_cast<std::size_t>(j)];
      if (!entry.name.empty() && entry.name != joint.name) continue;
      const bool mass = is_length(joint.type, 0) && joint.actuator->gear == 1;
      joint.actuator->rotor_inertia = quantity("--rotor-inertia", entry.text, Dimension{1, mass ? 0 : 2, 0, 0});
      if (joint.actuator->rotor_inertia < 0) throw Error(ErrorKind::usage, "--rotor-inertia: must not be negative");
      found = true;
    }
    if (!found) {
      throw Error(ErrorKind::usage, fmt::format("--rotor-inertia: there is no motor '{}'", entry.name));
    }
    if (entry.name.empty() && entries.size() > 1) {
      throw Error(ErrorKind::usage, "--rotor-inertia: expected one value for all motors, or name=value,...");
    }
  }
}

std::vector<std::string> actuator_names(const Robot& robot) {
  std::vector<std::string> names;
  for (int joint : robot.actuators()) names.push_back(robot.mechanism().joints[joint].name);
  return names;
}

const char* force_unit(const Robot& robot, int actuator) {
  return is_length(robot.mechanism().joints[robot.actuators()[static_cast<std::size_t>(actuator)]].type, 0) ? "N"
                                                                                                            : "N m";
}

}  // namespace jourdain::cli
