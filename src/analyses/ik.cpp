// Inverse kinematics.
#include "analyses/analysis.hpp"
#include "analyses/motion_plot.hpp"
#include "analyses/state_columns.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/words.hpp"
#include "jourdain/answer/options.hpp"
#include "jourdain/motion/follower.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

struct IkOptions {
  MotionArguments motion;
  std::string poses, out;
  bool all = false, no_path_check = false;
};

void show_fields(OptionVisitor& visitor, IkOptions& options) {
  show_fields(visitor, options.motion, Order::acceleration, true, StateWays::output);
  visitor.file({.name = "poses", .help = "As --states", .group = "States", .not_with = "states motion"},
               FileRole::input, options.poses);
  visitor.flag({.name = "no-path-check", .help = "Do not look for singularities between rows"}, options.no_path_check);
  visitor.flag({.name = "all", .help = "All joints, not only those of the motors"}, options.all);
  visitor.file({.name = "out",
                .help = "CSV file to write: t, <joint>, <joint>_d, <joint>_dd; a table of any length",
                .goes_with = "states poses motion"},
               FileRole::output, options.out);
}

class IkSolver final : public RowSolver {
 public:
  IkSolver(const Robot& robot, const MotionArguments& arguments, std::vector<int> joints, Order order)
      : robot_(robot), arguments_(arguments), joints_(std::move(joints)), order_(order) {}

  void solve(const MotionTable& motion, std::size_t row, Workspace& ws, double* to) override {
    go_to(robot_, arguments_, motion, row, ws, order_);
    if (!motion.time().empty()) *to++ = motion.time()[row];
    to = put_joints(ws, joints_, order_, to);
    for (int k = 0; k < static_cast<int>(robot_.motor_joints().size()); ++k, to += 3) {
      to[0] = ws.motor_position(k);
      to[1] = ws.motor_velocity(k);
      to[2] = ws.motor_acceleration(k);
    }
  }

 private:
  const Robot& robot_;
  const MotionArguments& arguments_;
  std::vector<int> joints_;
  Order order_;
};

// The poses of the output along a motion, be it one of the platform or of motors.
StateRows rows_of_ik(const Robot& robot, const MotionArguments& arguments, Warnings& warnings) {
  if (arguments.motion.empty()) return {robot, arguments, Order::position, RowKind::poses, warnings};
  check_sources(arguments);
  const MotionDescription motion = read_described(robot, arguments.motion, warnings);
  warn_of_choices(motion, warnings);
  const std::vector<double> times = sample_times(motion.motion, parse_rate(arguments.rate));
  return {robot, arguments, sample_motion(motion.motion, times, true, fmt::format("'{}'", arguments.motion))};
}

Picture picture_of_ik(const Robot& robot, const MotionArguments& arguments, const StateRows& rows,
                      const PictureRows& picture, std::size_t count) {
  MotionPlot plot(robot, "coordinates of the motors",
                  fmt::format("{}, {}", arguments.motion.empty() ? arguments.states : arguments.motion,
                              counted(static_cast<int>(count), "state")),
                  picture.x, rows.has_time());
  const std::size_t motors = robot.motor_joints().size();
  const auto curves = [&](std::size_t order) {
    std::vector<std::vector<double>> list;
    for (std::size_t k = 0; k < motors; ++k) list.push_back(picture.y[3 * k + order]);
    return list;
  };
  plot.add(MotorQuantity::position, curves(0));
  if (rows.order() != Order::position) plot.add(MotorQuantity::rate, curves(1));
  if (rows.order() == Order::acceleration) plot.add(MotorQuantity::acceleration, curves(2));
  return {"plot", "", plot.plot()};
}

void answer_rows(const Robot& robot, const IkOptions& options, Answer& answer, const Job& job) {
  StateRows rows = rows_of_ik(robot, options.motion, answer.warnings);
  const std::vector<int> joints = chosen_joints(robot, options.all);
  RowQuestion question{.besides = 3 * robot.motor_joints().size(), .out = options.out};
  if (rows.has_time()) question.columns.push_back({"t", Measure::time});
  add_joint_columns(robot, joints, rows.order(), question.columns);
  question.watch_path = !options.no_path_check;
  question.path_has_limits = question.watch_fold = true;
  question.make_solver = [&] { return std::make_unique<IkSolver>(robot, options.motion, joints, rows.order()); };
  KeptRows kept(question);
  PictureRows picture(question.besides);
  question.begin = [&] { kept.begin(), picture = PictureRows(question.besides); };
  const std::size_t columns = question.columns.size();
  question.take = [&](const AnsweredRow& row) {
    kept.add(row);
    picture.add(rows.has_time() ? std::optional(row.numbers[0]) : std::nullopt, row.numbers + columns);
  };
  const RowTotals totals = rows.run(question, answer.warnings, job);

  answer.title = marked_name(robot.mechanism());
  answer.subtitle = fmt::format("{}: {}", source_name(options.motion), counted(static_cast<int>(totals.rows), "state"));
  warn_of_bad_rows(options.motion, totals.bad, answer.warnings);
  if (totals.path && totals.path->warn(answer.warnings))
    answer.verdict.reasons.emplace_back("the way between two rows meets a singularity or a limit");
  if (totals.behind_fold) answer.verdict.reasons.emplace_back("the first row lies behind a singularity");
  Facts facts{"run", ""};
  add_counts(options.motion, totals, facts);
  if (!totals.path) facts.facts.push_back({"path", "path", "not checked"});
  answer.add(std::move(facts));
  kept.fill(answer);
  if (options.out.empty()) answer.printed = "states";
  if (options.motion.skip_bad) answer.add(skipped_rows(totals.bad));
  if (totals.path) answer.add(events_table(*totals.path));
  answer.add(picture_of_ik(robot, options.motion, rows, picture, totals.rows));
}

void answer_pose(const Robot& robot, const IkOptions& options, Answer& answer) {
  const MotionArguments& given = options.motion;
  const Order order = !given.acceleration.empty() ? Order::acceleration
                      : !given.twist.empty()      ? Order::velocity
                                                  : Order::position;
  BadRows none;
  const MotionTable motion = parse_motion(robot, given, order, none, answer.warnings);
  Workspace ws(robot);
  go_to(robot, given, motion, 0, ws, order);
  const SingularityReport distance = singularity_distance(robot, ws);
  const bool behind = warn_of_fold(robot, ws, answer.warnings);
  if (behind) answer.verdict.reasons.emplace_back("the pose lies behind a singularity");
  if (!exceeded_limits(robot, ws).empty()) answer.verdict.reasons.emplace_back("a joint is beyond its limits");
  answer.title = title_at(robot, ws);
  answer.add(table_of_joints(robot, ws, chosen_joints(robot, options.all), order));
  Facts facts{"place", "Place"};
  add_distances(robot, ws, distance, facts);
  facts.facts.push_back({"behind_singularity", "behind a singularity", behind});
  facts.facts.push_back({"closure_error", "closure error", Number{ws.closure_error(order)}, "of the size"});
  answer.add(std::move(facts));
  answer.add(motion_facts({ws.output_pose(), ws.output_twist(), ws.output_acceleration()}, order));
  const std::vector<std::string> names = motor_names(robot);
  for (int k = 0; k < static_cast<int>(names.size()); ++k)
    answer.key_numbers.push_back({"position/" + names[k],
                                  "position",
                                  names[k],
                                  {ws.motor_position(k), motion_measure(motor_slides(robot, k), 0)}});
  add_distances(distance, answer.key_numbers);
}

Answer ik(const Subject& subject, const IkOptions& given, const Job& job) {
  const Robot& robot = subject.robot();
  require_output(robot);
  IkOptions options = given;
  if (!options.poses.empty()) options.motion.states = options.poses;
  Answer answer;
  answer.model = robot.mechanism().name;
  check_sources(options.motion);
  if (has_rows(options.motion)) {
    answer_rows(robot, options, answer, job);
  } else {
    answer_pose(robot, options, answer);
  }
  if (!answer.verdict.reasons.empty()) {
    answer.verdict.tone = Tone::bad;
    answer.verdict.text = "the robot cannot do this";
  }
  return answer;
}

}  // namespace

extern constinit const Analysis ik_analysis{
    .name = "ik",
    .what =
        "Inverse kinematics: joint coordinates, rates and accelerations of a motion of the output, with distances to "
        "singularities and limits. A pose is given by the robot's moves, by all six coordinates, or by name; "
        "coordinates that are not named stay at home. With --states a CSV file of states is turned into one of joint "
        "coordinates, and the path between them is checked. Exit code 1 if a joint is beyond its limits, a pose lies "
        "behind a singularity, or the way between two rows meets one.",
    .examples =
        "jourdain ik delta --pose '50 mm, 20 mm, -320 mm'\n"
        "jourdain ik palida --pose x=0.05,rz='10 deg' --twist 0.1,0,0,0,0,0.5\n"
        "jourdain ik delta --states path.csv --out joints.csv --plot joints.svg",
    .has_key_numbers = true,
    .ask = QuestionOf<IkOptions, ik>::ask};

}  // namespace jourdain
