// jourdain ik.
#include "analyses/motion_plot.hpp"
#include "kinematics/doubtful_rates.hpp"
#include "report/plot.hpp"
#include "robot_text.hpp"
#include "row_stream.hpp"

#include "jourdain/motion/follower.hpp"

#include <fmt/format.h>

#include <atomic>

namespace jourdain::cli {
namespace {

MotionFrame frame_of(const IkOptions& options) {
  return options.frame == "tool" ? MotionFrame::tool : MotionFrame::output;
}

// The columns of all chosen joints, up to the order.
std::vector<std::string> header(const Robot& robot, bool has_time, Order order, bool all) {
  std::vector<std::string> names;
  if (has_time) names.emplace_back("t");
  const std::vector<int> joints = chosen_joints(robot, all);
  const auto put = [&](const auto& names_of, const char* suffix) {
    for (int j : joints) {
      for (const std::string& name : names_of(robot.mechanism(), j)) names.push_back(name + suffix);
    }
  };
  put(joint_position_names, "");
  if (order != Order::position) put(joint_rate_names, "_d");
  if (order == Order::acceleration) put(joint_rate_names, "_dd");
  return names;
}

// Joints of the columns, with room for their states.
struct ChosenJoints {
  ChosenJoints(const Robot& robot, bool all) : joints(chosen_joints(robot, all)) { states.reserve(joints.size()); }
  std::vector<int> joints;
  std::vector<JointState> states;
};

void add_row(const Workspace& ws, Order order, ChosenJoints& row, CsvWriter& csv) {
  std::vector<JointState>& states = row.states;
  states.clear();
  for (int j : row.joints) states.push_back(ws.joint(j));
  for (const JointState& s : states) {
    for (int i = 0; i < s.positions; ++i) csv.add(s.position[i]);
  }
  for (const JointState& s : states) {
    for (int i = 0; order != Order::position && i < s.freedoms; ++i) csv.add(s.rate[i]);
  }
  for (const JointState& s : states) {
    for (int i = 0; order == Order::acceleration && i < s.freedoms; ++i) csv.add(s.acceleration[i]);
  }
}

struct PathResult {
  std::string csv;
  Json rows = Json::array();
  std::size_t answered = 0;  // rows
  std::optional<PathSummary> path;
  bool starts_behind = false;                            // a singularity lies between home and the first row
  std::vector<VectorX> positions, rates, accelerations;  // of the motors, by row
  BadRows bad;

  void add_motors(const Robot& robot, const Workspace& ws) {
    const int count = static_cast<int>(robot.actuators().size());
    VectorX& q = positions.emplace_back(count);
    VectorX& dq = rates.emplace_back(count);
    VectorX& ddq = accelerations.emplace_back(count);
    for (int k = 0; k < count; ++k) {
      const JointState s = ws.joint(robot.actuators()[static_cast<std::size_t>(k)]);
      q[k] = s.position[0], dq[k] = s.rate[0], ddq[k] = s.acceleration[0];
    }
  }
};

void solve_path(const Robot& robot, const IkOptions& options, const MotionArguments& file, MotionTable& states,
                PathResult& result) {
  Workspace ws(robot);
  RowWatch watch(robot, file, states, !options.no_path_check, RowWatch::Limits::watched);
  CsvWriter csv(header(robot, !states.time().empty(), states.order(), options.all));
  ChosenJoints joints(robot, options.all);
  for_each_row(file, states, result.bad, [&](std::size_t row) {
    go_to(robot, file, states, row, ws, states.order());
    if (result.answered++ == 0) result.starts_behind = warn_of_fold(robot, ws, place(file, states, row));
    watch.next(ws);
    if (!options.plot.empty()) result.add_motors(robot, ws);
    if (!states.time().empty()) csv.add(states.time()[row]);
    add_row(ws, states.order(), joints, csv);
    csv.end_row();
    if (!options.json || !options.out.empty()) return;
    Json entry = Json::object();
    if (!states.time().empty()) entry["t"] = finite(states.time()[row]);
    entry["joints"] = joints_json(robot, ws, states.order(), options.all);
    result.rows.push_back(std::move(entry));
  });
  result.csv = csv.text();
  result.path = watch.summary();
}

std::string path_svg(const Robot& robot, const IkOptions& options, const MotionTable& states,
                     const PathResult& result) {
  MotionPlot plot(robot, "coordinates of the motors",
                  fmt::format("{}, {}", options.motion.empty() ? options.poses : options.motion,
                              counted(static_cast<int>(states.rows()), "state")),
                  states.time(), states.rows());
  plot.add(MotorQuantity::position, result.positions);
  if (states.order() != Order::position) plot.add(MotorQuantity::rate, result.rates);
  if (states.order() == Order::acceleration) plot.add(MotorQuantity::acceleration, result.accelerations);
  return plot_svg(plot.plot());
}

// Answers the rows in constant memory and writes them.
PathResult stream_path(const Robot& robot, const IkOptions& options, const MotionArguments& file) {
  const StreamedFile states{
      robot, file, [&](const CsvTable& table, BadRows* bad) {
        return MotionTable(states_from_csv(robot, table, frame_of(options), Order::position, bad));
      }};
  CsvReader reader(options.poses);
  const bool has_time = reader.header().find("t") >= 0;
  BadRows none;
  const Order order = states_from_csv(robot, reader.header(), frame_of(options), Order::position, &none).order;
  PathResult result;
  StreamedTable table{header(robot, has_time, order, options.all), order, !options.no_path_check, {}, nullptr};
  std::atomic<bool> starts_behind = false, seen = false;
  // Rows are left out by one thread only.
  const auto is_first_row = [&](int line) { return file.skip_bad ? !seen.exchange(true) : line == 2; };
  table.make_writer = [&]() -> RowWriter {
    return [&, joints = ChosenJoints(robot, options.all)](Workspace& ws, const MotionTable& motion, std::size_t row,
                                                          CsvWriter& csv) mutable {
      if (is_first_row(motion.lines()[row])) starts_behind = warn_of_fold(robot, ws, place(file, motion, row));
      if (has_time) csv.add(motion.time()[row]);
      add_row(ws, order, joints, csv);
      csv.end_row();
      return false;
    };
  };
  TableSummary sum = stream_table(states, std::move(reader), table, options.out);
  result.starts_behind = starts_behind;
  result.answered = sum.rows;
  result.bad = std::move(sum.bad);
  result.path = std::move(sum.path);
  return result;
}

// The poses of the output along a motion, be it one of the platform or of motors.
MotionTable poses_along(const Robot& robot, const IkOptions& options) {
  const MotionDescription motion = read_described(robot, options.motion);
  warn_of_choices(motion);
  const std::vector<double> times = sample_times(motion.trajectory, parse_rate(options.rate));
  return sample_motion(motion.trajectory, times, true, fmt::format("'{}'", options.motion));
}

int run_file(const Robot& robot, const IkOptions& options) {
  const bool along = !options.motion.empty();
  const MotionArguments file =
      along ? states_along(options.motion, options.rate) : rows_of(options.poses, options.skip_bad, options.frame);
  PathResult result;
  if (!along && !options.out.empty() && options.plot.empty()) {
    result = stream_path(robot, options, file);
  } else {
    MotionTable states = along ? poses_along(robot, options)
                               : MotionTable(read_states(robot, options.poses, frame_of(options),
                                                         options.skip_bad ? &result.bad : nullptr));
    solve_path(robot, options, file, states, result);
    write_plot_and_table(
        options.plot, [&] { return path_svg(robot, options, states, result); }, options.out,
        [&] { return result.csv; });
  }
  warn_of_bad_rows(file, result.bad);
  const bool bad = (result.path && !warn_of_path(*result.path)) || result.starts_behind;
  if (options.json) {
    Json json = answer("ik", robot);
    json["ok"] = !bad;
    json["rows"] = result.answered;
    if (options.skip_bad) json["skipped"] = bad_rows_json(result.bad);
    json["out"] = options.out.empty() ? Json(nullptr) : Json(options.out);
    json["plot"] = options.plot.empty() ? Json(nullptr) : Json(options.plot);
    if (result.path) {
      json["smallest_type1"] = finite(result.path->smallest_type1);
      json["smallest_type2"] = finite(result.path->smallest_type2);
    }
    json["events"] = result.path ? events_json(*result.path) : Json::array();
    if (options.out.empty()) json["states"] = std::move(result.rows);
    print_json(json);
  } else if (options.out.empty()) {
    print_text("{}", result.csv);
  } else {
    const Numbers number{std::min(options.digits, 4)};
    print_text("{}: {}, {}\n", options.out, counted(static_cast<int>(result.answered), "row"),
               !result.path ? "path not checked"
                            : fmt::format("smallest distance to a singularity: type 1 {}, type 2 {}",
                                          number(result.path->smallest_type1), number(result.path->smallest_type2)));
  }
  return bad ? exit_bad_result : exit_ok;
}

int run_pose(const Robot& robot, const IkOptions& options) {
  MotionValues values;
  parse_pose(robot, options.at, values);
  Order order = Order::position;
  if (!options.twist.empty()) {
    values.twist = parse_coordinates(robot, "--twist", options.twist, 1);
    order = Order::velocity;
  }
  if (!options.acceleration.empty()) {
    values.acceleration = parse_coordinates(robot, "--acceleration", options.acceleration, 2);
    order = Order::acceleration;
  }
  Workspace ws(robot);
  const Motion motion = complete_motion(robot, values, frame_of(options));
  if (inverse_kinematics(robot, motion, ws, order) != Status::ok) refuse_status(ws);
  const std::string wrong = contradiction(robot, values, ws, frame_of(options));
  if (!wrong.empty()) throw Error(ErrorKind::usage, wrong);

  if (const RateDoubt doubt = doubtful_rate(robot, ws, order); doubt.excess > 1) warn(doubt.message);
  const SingularityReport distance = singularity_distance(robot, ws);
  const bool behind = warn_of_fold(robot, ws);
  const bool beyond = !exceeded_limits(robot, ws).empty() || behind;
  if (options.json) {
    Json json = answer("ik", robot);
    json["ok"] = !beyond;
    json["pose"] = pose_json(ws.output_pose());
    if (order != Order::position) json["twist"] = twist_json(ws.output_twist());
    if (order == Order::acceleration) json["acceleration"] = acceleration_json(ws.output_acceleration());
    json["joints"] = joints_json(robot, ws, order, options.all);
    json["closure_error"] = finite(ws.closure_error(order));
    json["singularity"] = singularity_json(robot, distance);
    json["behind_singularity"] = behind;
    json["nearest_limit"] = limit_json(robot, nearest_limit(robot, ws));
    print_json(json);
  } else {
    const Numbers number{options.digits};
    print_text("{} at {}\n\n", title(robot), moves_text(robot, number, ws.output_pose()));
    print_joints(robot, number, ws, order, options.all);
    print_text("\n");
    Facts facts;
    add_singularity(robot, number, distance, facts);
    add_limits(robot, number, ws, facts);
    facts.print();
  }
  return beyond ? exit_bad_result : exit_ok;
}

}  // namespace

int run_ik(const IkOptions& options) {
  const Robot robot = robot_of(options);
  require_output(robot);
  if (!options.rate.empty() && options.motion.empty()) throw Error(ErrorKind::usage, "--rate goes with --motion");
  if (options.skip_bad && options.poses.empty()) throw Error(ErrorKind::usage, "--skip-bad goes with --states");
  if (!options.motion.empty() && !options.poses.empty()) {
    throw Error(ErrorKind::usage, "give a file of states with --states, or a motion with --motion, not both");
  }
  if (!options.motion.empty() && options.frame != "output") {
    throw Error(ErrorKind::usage,
                "--at goes without --motion, which says it itself: frame: tool, or 'frame=tool; ...'");
  }
  if (options.poses.empty() && options.motion.empty()) {
    if (!options.out.empty()) throw Error(ErrorKind::usage, "--out goes with --states or --motion");
    require_states_for_plot(options.plot, rows_of(options.poses, false));
    return run_pose(robot, options);
  }
  const PoseArguments& at = options.at;
  for (const std::string* text :
       {&at.pose, &at.quaternion, &at.rotation_vector, &at.matrix, &options.twist, &options.acceleration}) {
    if (!text->empty()) throw Error(ErrorKind::usage, "give one state, or many with --states or --motion, not both");
  }
  return run_file(robot, options);
}

}  // namespace jourdain::cli
