// jourdain fk.
#include "kinematics/doubtful_rates.hpp"
#include "row_stream.hpp"
#include "state_columns.hpp"

#include <fmt/format.h>

namespace jourdain::cli {
namespace {

const char* method(const Robot& robot) {
  return robot.has_closed_forward() ? "closed form" : "followed from the guess in certified steps";
}

const char* certificate(const Workspace& ws) {
  return ws.report().certified ? "on the branch of the guess, on home's side of the singularities"
                               : "not certified: no way without a singularity from home to this branch is known";
}

// Of the output frame or of the tool frame, as asked for.
Motion told_motion(const Robot& robot, const FkOptions& options, const Workspace& ws) {
  const Motion output{ws.output_pose(), ws.output_twist(), ws.output_acceleration()};
  return options.frame == "tool" ? to_tool(robot, output) : output;
}

std::vector<std::string> header(const Robot& robot, bool has_time, Order order) {
  std::vector<std::string> names;
  if (has_time) names.emplace_back("t");
  if (!robot.mechanism().output) {
    // Without an output the answer is all joints with one freedom.
    for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j) {
      if (freedoms(robot.mechanism().joints[j].type) != 1) continue;
      const std::string name = column_name(robot.mechanism(), static_cast<int>(j));
      names.push_back(name);
      if (order != Order::position) names.push_back(name + "_d");
      if (order == Order::acceleration) names.push_back(name + "_dd");
    }
    return names;
  }
  add_output_columns(order, names);
  return names;
}

void add_row(const Robot& robot, const FkOptions& options, const Workspace& ws, Order order, CsvWriter& csv) {
  if (!robot.mechanism().output) {
    for (int j = 0; j < static_cast<int>(robot.mechanism().joints.size()); ++j) {
      const JointState s = ws.joint(j);
      if (s.freedoms != 1) continue;
      csv.add(s.position[0]);
      if (order != Order::position) csv.add(s.rate[0]);
      if (order == Order::acceleration) csv.add(s.acceleration[0]);
    }
    return;
  }
  add_output_cells(told_motion(robot, options, ws), order, csv);
}

Json result_json(const Robot& robot, const FkOptions& options, const Workspace& ws, Order order) {
  Json json = Json::object();
  if (robot.mechanism().output) {
    const Motion motion = told_motion(robot, options, ws);
    json["frame"] = options.frame;
    json["pose"] = pose_json(motion.pose);
    if (order != Order::position) json["twist"] = twist_json(motion.twist);
    if (order == Order::acceleration) json["acceleration"] = acceleration_json(motion.acceleration);
  } else {
    json["joints"] = joints_json(robot, ws, order, true);
  }
  return json;
}

constexpr const char* not_certified =
    "the answer is not certified: no way without a singularity from home to this branch is known";

// Answers the rows in constant memory and writes them.
TableSummary stream_file(const Robot& robot, const FkOptions& options, const MotionArguments& file,
                         const Workspace& start) {
  const StreamedFile states{robot, file, [&](const CsvTable& table, BadRows* bad) {
                              return MotionTable(actuator_states_from_csv(robot, table, Order::position, bad));
                            }};
  CsvReader reader(options.in);
  const bool has_time = reader.header().find("t") >= 0;
  BadRows none;
  const Order order = actuator_states_from_csv(robot, reader.header(), Order::position, &none).order;
  StreamedTable table{header(robot, has_time, order), order, false, {}, &start};
  table.make_writer = [&]() -> RowWriter {
    return [&](Workspace& ws, const MotionTable& motion, std::size_t row, CsvWriter& csv) {
      if (has_time) csv.add(motion.time()[row]);
      add_row(robot, options, ws, order, csv);
      csv.end_row();
      return !ws.report().certified;
    };
  };
  return stream_table(states, std::move(reader), table, options.out);
}

int run_streamed(const Robot& robot, const FkOptions& options, const Workspace& start) {
  const MotionArguments file = rows_of(options.in, options.skip_bad);
  const TableSummary sum = stream_file(robot, options, file, start);
  if (sum.flagged > 0) warn(sum.first_flagged + not_certified);
  warn_of_bad_rows(file, sum.bad);
  if (options.json) {
    Json json = answer("fk", robot);
    json["ok"] = sum.flagged == 0;
    json["rows"] = sum.rows;
    json["uncertified_rows"] = sum.flagged;
    if (options.skip_bad) json["skipped"] = bad_rows_json(sum.bad);
    json["out"] = options.out;
    print_json(json);
  } else {
    print_text("{}: {}\n", options.out, counted(static_cast<int>(sum.rows), "row"));
  }
  return sum.flagged == 0 ? exit_ok : exit_bad_result;
}

int run_file(const Robot& robot, const FkOptions& options, Workspace& ws) {
  if (!options.out.empty()) return run_streamed(robot, options, ws);
  const MotionArguments file = rows_of(options.in, options.skip_bad);
  BadRows bad;
  MotionTable states(read_actuator_states(robot, options.in, options.skip_bad ? &bad : nullptr));
  const Order order = states.order();
  CsvWriter csv(header(robot, !states.time().empty(), order));
  Json rows = Json::array();
  std::size_t uncertified = 0;
  for_each_row(file, states, bad, [&](std::size_t row) {
    go_to(robot, file, states, row, ws, order);
    if (!ws.report().certified && ++uncertified == 1) {
      warn(place(file, states, row) + not_certified);
    }
    if (!states.time().empty()) csv.add(states.time()[row]);
    add_row(robot, options, ws, order, csv);
    csv.end_row();
    if (!options.json) return;
    rows.push_back(result_json(robot, options, ws, order));
    rows.back()["certified"] = ws.report().certified;
  });
  warn_of_bad_rows(file, bad);
  if (options.json) {
    Json json = answer("fk", robot);
    json["ok"] = uncertified == 0;
    json["rows"] = states.rows();
    json["uncertified_rows"] = uncertified;
    if (options.skip_bad) json["skipped"] = bad_rows_json(bad);
    json["out"] = nullptr;
    json["states"] = std::move(rows);
    print_json(json);
  } else {
    print_text("{}", csv.text());
  }
  return uncertified == 0 ? exit_ok : exit_bad_result;
}

void add_rates(const Numbers& number, const Motion& motion, Order order, Facts& facts) {
  const auto text = [&](const Vector3& v, const char* unit) {
    return fmt::format("{} {}", number.list({v[0], v[1], v[2]}), unit);
  };
  if (order != Order::position) {
    facts.add("velocity vx, vy, vz", text(motion.twist.v, "m/s"));
    facts.add("turning wx, wy, wz", text(motion.twist.w, "rad/s"));
  }
  if (order == Order::acceleration) {
    facts.add("acceleration ax, ay, az", text(motion.acceleration.a, "m/s^2"));
    facts.add("angular bx, by, bz", text(motion.acceleration.dw, "rad/s^2"));
  }
}

void print_result(const Robot& robot, const FkOptions& options, const Workspace& ws, Order order) {
  const Numbers number{options.digits};
  print_text("{}{}\n\n", title(robot), options.frame == "tool" ? ", tool frame" : "");
  if (robot.mechanism().output) {
    const Motion motion = told_motion(robot, options, ws);
    Facts facts;
    add_pose(number, motion.pose, facts);
    add_rates(number, motion, order, facts);
    facts.print();
  } else {
    print_joints(robot, number, ws, order, true);
  }
  print_text("\n");
  Facts facts;
  const Numbers few{3};
  const Report& report = ws.report();
  facts.add("method", fmt::format("{}{}", method(robot),
                                  report.steps > 0 ? fmt::format(", {}", counted(report.steps, "Newton step")) : ""));
  facts.add("certificate", certificate(ws));
  facts.add("conditioning", few(report.conditioning));
  facts.add("closure error", fmt::format("{:.1e} of the size", ws.closure_error(order)));
  add_singularity(robot, number, singularity_distance(robot, ws), facts);
  add_limits(robot, number, ws, facts);
  facts.print();
}

int run_joints(const Robot& robot, const FkOptions& options, Workspace& ws) {
  const VectorX zero = VectorX::Zero(static_cast<int>(robot.actuators().size()));
  const VectorX q = options.joints.empty()
                        ? robot.home_actuators()
                        : parse_actuators(robot, "--joints", options.joints, 0, robot.home_actuators());
  VectorX dq = zero, ddq = zero;
  Order order = Order::position;
  if (!options.rates.empty()) dq = parse_actuators(robot, "--rates", options.rates, 1, zero), order = Order::velocity;
  if (!options.accelerations.empty()) {
    ddq = parse_actuators(robot, "--accelerations", options.accelerations, 2, zero);
    order = Order::acceleration;
  }
  if (forward_kinematics(robot, q, dq, ddq, ws, order) != Status::ok) refuse_status(ws);
  if (const RateDoubt doubt = doubtful_rate(robot, ws, order); doubt.excess > 1) warn(doubt.message);
  const Report report = ws.report();
  const bool good = report.certified && exceeded_limits(robot, ws).empty();
  if (!options.json) {
    print_result(robot, options, ws, order);
    return good ? exit_ok : exit_bad_result;
  }
  Json json = answer("fk", robot);
  json["ok"] = good;
  json.update(result_json(robot, options, ws, order));
  json["actuators"] = joints_json(robot, ws, order, false);
  json["method"] = method(robot);
  json["certified"] = report.certified;
  json["certificate"] = certificate(ws);
  json["steps"] = report.steps;
  json["conditioning"] = finite(report.conditioning);
  json["closure_error"] = finite(ws.closure_error(order));
  json["singularity"] = singularity_json(robot, singularity_distance(robot, ws));
  json["nearest_limit"] = limit_json(robot, nearest_limit(robot, ws));
  print_json(json);
  return good ? exit_ok : exit_bad_result;
}

}  // namespace

int run_fk(const FkOptions& options) {
  const Robot robot = robot_of(options);
  if (robot.actuators().empty()) {
    throw Error(ErrorKind::usage, fmt::format("'{}' has no motors: nothing drives it", robot.mechanism().name));
  }
  if (options.frame == "tool" && !robot.mechanism().output) {
    throw Error(ErrorKind::usage, fmt::format("--at tool: '{}' has no platform or end point", robot.mechanism().name));
  }
  Workspace ws(robot);
  if (!options.guess.empty()) {
    require_output(robot);
    MotionValues values;
    values.pose = parse_coordinates(robot, "--guess", options.guess, 0);
    if (set_guess(robot, complete_motion(robot, values).pose, ws) != Status::ok) refuse_status(ws, "--guess: ");
  }
  if (options.in.empty()) {
    if (!options.out.empty()) throw Error(ErrorKind::usage, "--out goes with --states");
    if (options.skip_bad) throw Error(ErrorKind::usage, "--skip-bad goes with --states");
    return run_joints(robot, options, ws);
  }
  if (!options.joints.empty() || !options.rates.empty() || !options.accelerations.empty()) {
    throw Error(ErrorKind::usage, "give joint values, or a file of them with --states, not both");
  }
  return run_file(robot, options, ws);
}

}  // namespace jourdain::cli
