// Forward kinematics.
#include "analyses/analysis.hpp"
#include "analyses/state_columns.hpp"
#include "analyses/state_facts.hpp"
#include "analyses/words.hpp"
#include "jourdain/answer/options.hpp"
#include "jourdain/spatial/spatial.hpp"
#include "kinematics/doubtful_rates.hpp"
#include "model/joint_freedoms.hpp"

#include <fmt/format.h>

namespace jourdain {
namespace {

struct FkOptions {
  MotionArguments motion;
  std::string guess, in, out;
};

void show_fields(OptionVisitor& visitor, FkOptions& options) {
  show_fields(visitor, options.motion, Order::acceleration, true, StateWays::motors);
  visitor.file({.name = "in", .help = "As --states", .group = "States", .not_with = "states"}, FileRole::input,
               options.in);
  visitor.text({.name = "guess", .help = "Pose of the output near the wanted one; default: home", .type = "POSE"},
               options.guess);
  visitor.file({.name = "out",
                .help = "CSV file to write: t, x y z qw qx qy qz, vx ... bz; a table of any length",
                .goes_with = "states in"},
               FileRole::output, options.out);
}

constexpr const char* not_certified =
    "the answer is not certified: no way without a singularity from home to this branch is known";

// Of the output frame or of the tool frame, as asked for.
PlatformState told_motion(const Robot& robot, const MotionArguments& arguments, const Workspace& ws) {
  const PlatformState output{ws.output_pose(), ws.output_twist(), ws.output_acceleration()};
  return arguments.frame == MotionFrame::tool ? to_tool(robot, output) : output;
}

// Without an output the answer is all joints with one freedom.
std::vector<int> single_joints(const Robot& robot) {
  std::vector<int> joints;
  for (std::size_t j = 0; j < robot.mechanism().joints.size(); ++j)
    if (freedoms(robot.mechanism().joints[j].type) == 1) joints.push_back(static_cast<int>(j));
  return joints;
}

std::vector<RowColumn> fk_columns(const Robot& robot, bool has_time, Order order) {
  std::vector<RowColumn> columns;
  if (has_time) columns.push_back({"t", Measure::time});
  if (robot.mechanism().output) {
    add_output_columns(order, columns);
    return columns;
  }
  for (const int j : single_joints(robot)) {
    const bool slides = is_length(robot.mechanism().joints[j].type, 0);
    const std::string name = column_name(robot.mechanism(), j);
    columns.push_back({name, motion_measure(slides, 0)});
    if (order != Order::position) columns.push_back({name + "_d", motion_measure(slides, 1)});
    if (order == Order::acceleration) columns.push_back({name + "_dd", motion_measure(slides, 2)});
  }
  return columns;
}

class FkSolver final : public RowSolver {
 public:
  FkSolver(const Robot& robot, const MotionArguments& arguments, Order order)
      : robot_(robot), arguments_(arguments), joints_(single_joints(robot)), order_(order) {}

  void solve(const MotionTable& motion, std::size_t row, Workspace& ws, double* to) override {
    go_to(robot_, arguments_, motion, row, ws, order_);
    const bool certified = ws.report().certified;
    if (!motion.time().empty()) *to++ = motion.time()[row];
    if (robot_.mechanism().output) {
      to = put_output(told_motion(robot_, arguments_, ws), order_, to);
    } else {
      for (const int j : joints_) {
        const JointState s = ws.joint(j);
        *to++ = s.position[0];
        if (order_ != Order::position) *to++ = s.rate[0];
        if (order_ == Order::acceleration) *to++ = s.acceleration[0];
      }
    }
    *to = certified ? 1 : 0;
  }

 private:
  const Robot& robot_;
  const MotionArguments& arguments_;
  std::vector<int> joints_;
  Order order_;
};

void answer_file(const Robot& robot, const FkOptions& options, const Workspace& start, Answer& answer, const Job& job) {
  StateRows rows(robot, options.motion, Order::position, RowKind::motors, answer.warnings);
  RowQuestion question{.columns = fk_columns(robot, rows.has_time(), rows.order()), .besides = 1, .out = options.out};
  question.start = &start;
  question.make_solver = [&] { return std::make_unique<FkSolver>(robot, options.motion, rows.order()); };
  const std::size_t certified = question.columns.size();
  KeptRows kept(question);
  Series certificates{
      "certificates", "Certificates", {{"line", "line", Measure::count}, {"certified", "certified", Measure::count}}};
  std::size_t uncertified = 0;
  RowPlace first;
  question.begin = [&] {
    kept.begin(), uncertified = 0;
    for (Series::Line& line : certificates.lines) line.values.clear();
  };
  question.take = [&](const AnsweredRow& row) {
    kept.add(row);
    if (options.out.empty()) {
      certificates.lines[0].values.push_back(row.motion.lines()[row.row]);
      certificates.lines[1].values.push_back(row.numbers[certified]);
    }
    if (row.numbers[certified] == 0 && uncertified++ == 0) first = place_of(row.motion, row.row);
  };
  const RowTotals totals = rows.run(question, answer.warnings, job);
  if (uncertified > 0) {
    answer.warnings.push_back(place(options.motion, first) + not_certified);
    answer.verdict.reasons.push_back(counted(static_cast<int>(uncertified), "row") + " not certified");
  }
  warn_of_bad_rows(options.motion, totals.bad, answer.warnings);
  answer.title = marked_name(robot.mechanism());
  answer.subtitle =
      fmt::format("{}: {}{}", source_name(options.motion), counted(static_cast<int>(totals.rows), "state"),
                  options.motion.frame == MotionFrame::tool ? ", tool frame" : "");
  Facts facts{"run", ""};
  add_counts(options.motion, totals, facts);
  facts.facts.push_back({"uncertified", "not certified", count_of(uncertified)});
  answer.add(std::move(facts));
  kept.fill(answer);
  if (options.out.empty()) {
    answer.printed = "states";
    answer.add(std::move(certificates));
  }
  if (options.motion.skip_bad) answer.add(skipped_rows(totals.bad));
}

Facts method_facts(const Robot& robot, const Workspace& ws, Order order) {
  const Report& report = ws.report();
  Facts facts{"method", "Answer"};
  facts.facts.push_back(
      {"method", "method", robot.has_closed_forward() ? "closed form" : "followed from the guess in certified steps"});
  facts.facts.push_back({"steps", "Newton steps", count_of(report.steps)});
  facts.facts.push_back({"certified",
                         "certified",
                         {report.certified, report.certified ? Tone::plain : Tone::bad},
                         report.certified ? "on the branch of the guess, on home's side of the singularities"
                                          : "no way without a singularity from home to this branch is known"});
  facts.facts.push_back({"conditioning", "conditioning", Number{report.conditioning}});
  facts.facts.push_back({"closure_error", "closure error", Number{ws.closure_error(order)}, "of the size"});
  return facts;
}

void answer_joints(const Robot& robot, const FkOptions& options, Workspace& ws, Answer& answer) {
  const MotionArguments& given = options.motion;
  const VectorX zero = VectorX::Zero(static_cast<int>(robot.motor_joints().size()));
  const auto values = [&](const char* option, const std::string& text, int n, const VectorX& otherwise) {
    return text.empty() ? otherwise : parse_motors(robot, option, text, n, otherwise);
  };
  const Order order = !given.accelerations.empty() ? Order::acceleration
                      : !given.rates.empty()       ? Order::velocity
                                                   : Order::position;
  const VectorX q = values("--joints", given.joints, 0, robot.home_motors());
  const VectorX dq = values("--rates", given.rates, 1, zero),
                ddq = values("--accelerations", given.accelerations, 2, zero);
  if (forward_kinematics(robot, q, dq, ddq, ws, order) != Status::ok) throw Error(ErrorKind::numerical, ws.explain());
  if (const RateDoubt doubt = doubtful_rate(robot, ws, order); doubt.excess > 1)
    answer.warnings.push_back(doubt.message);
  const Facts method = method_facts(robot, ws, order);
  if (!ws.report().certified) answer.verdict.reasons.emplace_back("the answer is not certified");
  const SingularityReport distance = singularity_distance(robot, ws);
  if (!exceeded_limits(robot, ws).empty()) answer.verdict.reasons.emplace_back("a joint is beyond its limits");
  answer.title = marked_name(robot.mechanism()) + (given.frame == MotionFrame::tool ? ", tool frame" : "");
  if (robot.mechanism().output) {
    const PlatformState told = told_motion(robot, given, ws);
    answer.add(motion_facts(told, order));
    add_pose_numbers(told.pose, answer.key_numbers);
  } else {
    answer.add(table_of_joints(robot, ws, chosen_joints(robot, true), order));
  }
  answer.add(method);
  Facts facts{"place", "Place"};
  add_distances(robot, ws, distance, facts);
  answer.add(std::move(facts));
  answer.add(motor_states(robot, ws, order));
  add_distances(distance, answer.key_numbers);
}

Answer fk(const Subject& subject, const FkOptions& given, const Job& job) {
  const Robot& robot = subject.robot();
  const std::string& name = robot.mechanism().name;
  if (robot.motor_joints().empty())
    throw Error(ErrorKind::usage, fmt::format("'{}' has no motors: nothing drives it", name));
  FkOptions options = given;
  if (!options.in.empty()) options.motion.states = options.in;
  if (options.motion.frame == MotionFrame::tool && !robot.mechanism().output)
    throw Error(ErrorKind::usage, fmt::format("--at tool: '{}' has no platform or end point", name));
  check_sources(options.motion);
  Answer answer;
  answer.model = name;
  Workspace ws(robot);
  if (!options.guess.empty()) {
    require_output(robot);
    MotionValues values;
    values.pose = parse_coordinates(robot, "--guess", options.guess, 0);
    if (set_guess(robot, complete_state(robot, values).pose, ws) != Status::ok)
      throw Error(ErrorKind::numerical, "--guess: " + ws.explain());
  }
  if (has_rows(options.motion)) {
    answer_file(robot, options, ws, answer, job);
  } else {
    answer_joints(robot, options, ws, answer);
  }
  if (!answer.verdict.reasons.empty()) {
    answer.verdict.tone = Tone::bad;
    answer.verdict.text = "not a certified answer within the limits";
  }
  return answer;
}

}  // namespace

extern constinit const Analysis fk_analysis{
    .name = "fk",
    .what =
        "Forward kinematics: pose, twist and acceleration of the output or tool from the coordinates of the motors, on "
        "the branch of the guess (default: home), with a certificate; what cannot belong to the guess is refused with "
        "exit code 4, and exit code 1 says that an answer is not certified or a joint beyond its limits. With --states "
        "a CSV file of joint coordinates is turned into one of poses, each row starting from the one before.",
    .examples =
        "jourdain fk delta --joints '20 deg, 10 deg, 15 deg'\n"
        "jourdain fk five-bar --joints 'motor1=120 deg' --rates 1,-0.5\n"
        "jourdain fk delta --states joints.csv --out poses.csv",
    .has_key_numbers = true,
    .ask = QuestionOf<FkOptions, fk>::ask};

}  // namespace jourdain
