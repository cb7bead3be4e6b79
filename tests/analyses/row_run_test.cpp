#include "analyses/row_run.hpp"

#include "io/atomic_file.hpp"
#include "kinematics/limit_watch.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <unistd.h>
#include <cmath>
#include <filesystem>

namespace jourdain {
namespace {

// A walk of the platform that comes near to limits of the legs, and at `far` is out of reach.
StateTable walk(const Robot& robot, std::size_t rows, std::size_t far = 0) {
  StateTable table;
  table.order = Order::acceleration;
  for (std::size_t i = 0; i < rows; ++i) {
    const double t = 1e-3 * static_cast<double>(i);
    PlatformState motion;
    motion.pose = robot.home_pose();
    motion.pose.p += Vector3(0.08 * std::sin(1.1 * t), 0.07 * std::sin(0.9 * t), 0.05 * std::sin(1.3 * t));
    if (far > 0 && i == far) motion.pose.p[0] += 10;
    motion.twist.v = {0.088 * std::cos(1.1 * t), 0.063 * std::cos(0.9 * t), 0.065 * std::cos(1.3 * t)};
    table.motions.push_back(motion);
    table.time.push_back(t);
    table.lines.push_back(static_cast<int>(i) + 2);
  }
  return table;
}

// The same as a file.
std::string csv_of(const StateTable& table) {
  CsvWriter csv({"t", "x", "y", "z", "rx", "ry", "rz", "vx", "vy", "vz", "wx", "wy", "wz"});
  for (std::size_t i = 0; i < table.motions.size(); ++i) {
    const PlatformState& m = table.motions[i];
    csv.add(table.time[i]);
    for (const double x : m.pose.p) csv.add(x);
    for (int k = 0; k < 3; ++k) csv.add(0.0);
    for (const double v : m.twist.v) csv.add(v);
    for (int k = 0; k < 3; ++k) csv.add(0.0);
    csv.end_row();
  }
  return csv.take();
}

class Motors final : public RowSolver {
 public:
  Motors(const Robot& robot, const MotionArguments& arguments) : robot_(robot), arguments_(arguments) {}
  void solve(const MotionTable& motion, std::size_t row, Workspace& ws, double* numbers) override {
    go_to(robot_, arguments_, motion, row, ws, Order::velocity);
    for (std::size_t k = 0; k < robot_.motor_joints().size(); ++k) numbers[k] = ws.motor_position(static_cast<int>(k));
  }

 private:
  const Robot& robot_;
  const MotionArguments& arguments_;
};

struct RowOutcome {
  RowTotals totals;
  Answer answer;
  std::vector<double> first;  // of the first motor, in the order of `take`
};

RowOutcome run(StateRows& rows, const Robot& robot, const MotionArguments& arguments, const std::string& out = {}) {
  RowQuestion question{.out = out};
  for (const int joint : robot.motor_joints())
    question.columns.push_back({robot.mechanism().joints[joint].name, Measure::length});
  question.watch_path = question.watch_limits = true;
  question.make_solver = [&] { return std::make_unique<Motors>(robot, arguments); };
  RowOutcome outcome;
  KeptRows kept(question);
  question.begin = [&] { kept.begin(), outcome.first.clear(); };
  question.take = [&](const AnsweredRow& row) { kept.add(row), outcome.first.push_back(row.numbers[0]); };
  Warnings warnings;
  outcome.totals = rows.run(question, warnings, {});
  kept.fill(outcome.answer);
  return outcome;
}

void expect_same(const RowOutcome& a, const RowOutcome& b) {
  EXPECT_EQ(a.first, b.first);
  EXPECT_EQ(a.totals.rows, b.totals.rows);
  EXPECT_EQ(a.totals.limit.margin, b.totals.limit.margin);
  EXPECT_EQ(a.totals.limit.joint, b.totals.limit.joint);
  EXPECT_EQ(a.totals.beyond, b.totals.beyond);
  ASSERT_TRUE(a.totals.path && b.totals.path);
  EXPECT_EQ(a.totals.path->smallest_type1, b.totals.path->smallest_type1);
  EXPECT_EQ(a.totals.path->smallest_type2, b.totals.path->smallest_type2);
  EXPECT_EQ(a.totals.path->events.size(), b.totals.path->events.size());
}

class RowRun : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / fmt::format("row-run-{}", ::getpid());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  std::filesystem::path folder_;
};

// Several blocks in memory, several of a file, and one after the other on one core, which --skip-bad asks for.
TEST_F(RowRun, DependsNeitherOnBlocksNorOnThreads) {
  const Robot robot = Robot::from_file("palida");
  const StateTable table = walk(robot, 9000);
  MotionArguments in_memory, file, one_core;
  in_memory.motion = "here";
  file.states = one_core.states = path("states.csv");
  one_core.skip_bad = true;
  write_atomically(file.states, csv_of(table));
  Warnings warnings;
  StateRows a(robot, in_memory, MotionTable(table));
  StateRows b(robot, file, Order::velocity, RowKind::poses, warnings);
  StateRows c(robot, one_core, Order::velocity, RowKind::poses, warnings);
  const RowOutcome memory = run(a, robot, in_memory), blocks = run(b, robot, file), single = run(c, robot, one_core);
  EXPECT_EQ(memory.totals.rows, 9000u);
  expect_same(memory, blocks);
  expect_same(memory, single);
  // As they are without a loop.
  Workspace ws(robot);
  double nearest = unlimited;
  for (std::size_t i = 0; i < table.motions.size(); ++i) {
    ASSERT_EQ(inverse_kinematics(robot, table.motions[i], ws, Order::velocity), Status::ok);
    ASSERT_EQ(ws.motor_position(0), memory.first[i]);
    nearest = std::min(nearest, nearest_limit(robot, ws).margin);
  }
  EXPECT_EQ(nearest, memory.totals.limit.margin);
}

TEST_F(RowRun, RowsOutOfReachStayOutOfTotals) {
  const Robot robot = Robot::from_file("delta");
  MotionArguments arguments;
  arguments.states = path("states.csv");
  write_atomically(arguments.states, csv_of(walk(robot, 5000, 4000)));
  Warnings warnings;
  StateRows strict(robot, arguments, Order::velocity, RowKind::poses, warnings);
  try {
    run(strict, robot, arguments);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::numerical);
    EXPECT_NE(std::string(error.what()).find("states.csv:4002: unreachable"), std::string::npos) << error.what();
  }
  arguments.skip_bad = true;
  StateRows rows(robot, arguments, Order::velocity, RowKind::poses, warnings);
  const RowOutcome outcome = run(rows, robot, arguments);
  EXPECT_EQ(outcome.totals.rows, 4999u);
  ASSERT_EQ(outcome.totals.bad.size(), 1u);
  EXPECT_EQ(outcome.totals.bad[0].mark.line, 4002);
  EXPECT_EQ(outcome.first.size(), 4999u);
}

TEST_F(RowRun, WritesATableOfAnyLength) {
  const Robot robot = Robot::from_file("palida");
  MotionArguments arguments;
  arguments.motion = "here";
  StateRows rows(robot, arguments, MotionTable(walk(robot, 3000)));
  const RowOutcome outcome = run(rows, robot, arguments, path("out.csv"));
  EXPECT_EQ(outcome.answer.find<Series>("states"), nullptr);
  ASSERT_NE(outcome.answer.find<Table>("columns"), nullptr);
  EXPECT_EQ(outcome.answer.find<Table>("columns")->rows.size(), robot.motor_joints().size());
  ASSERT_EQ(outcome.answer.files.size(), 1u);
  EXPECT_TRUE(outcome.answer.files[0].written);
  const CsvTable written = read_csv(path("out.csv"));
  ASSERT_EQ(written.rows(), 3000u);
  for (std::size_t i = 0; i < written.rows(); ++i) ASSERT_EQ(written.at(i, 0), outcome.first[i]);
}

TEST_F(RowRun, EndsSoonWhenNobodyWaits) {
  const Robot robot = Robot::from_file("palida");
  MotionArguments arguments;
  arguments.motion = "here";
  StateRows rows(robot, arguments, MotionTable(walk(robot, 60000)));
  RowQuestion question{.columns = {{"motor"}}, .besides = 5, .out = path("out.csv")};
  question.make_solver = [&] { return std::make_unique<Motors>(robot, arguments); };
  question.begin = [] {};
  question.take = [](const AnsweredRow&) {};
  Warnings warnings;
  int asked = 0;
  Job job;
  job.cancelled = [&] { return ++asked > 1; };
  EXPECT_THROW(rows.run(question, warnings, job), Error);
  EXPECT_FALSE(std::filesystem::exists(path("out.csv")));
}

// Exactly the rows that are nearer than all before, or beyond.
TEST(LimitWatch, TellsWhatTheNearestLimitTells) {
  int told = 0;
  for (const char* name : {"palida", "delta", "five-bar", "3rrr", "hexapod"}) {
    SCOPED_TRACE(name);
    const Robot robot = Robot::from_file(name);
    Workspace ws(robot);
    LimitWatch watch(robot);
    double smallest = unlimited;
    for (int i = 0; i < 400; ++i) {
      PlatformState motion;
      motion.pose = robot.home_pose();
      for (const Move move : robot.mechanism().output->moves)
        if (const int c = static_cast<int>(move); c < 3)
          motion.pose.p[c] += 0.25 * robot.size() * std::sin(0.02 * (c + 1) * i);
      if (inverse_kinematics(robot, motion, ws, Order::position) != Status::ok) continue;
      const LimitState expected = nearest_limit(robot, ws), seen = watch.next(ws);
      const bool tells = expected.joint >= 0 && (expected.margin < smallest || expected.margin < 0);
      ASSERT_EQ(seen.joint >= 0, tells) << i;
      smallest = std::min(smallest, expected.margin);
      if (!tells) continue;
      ++told;
      ASSERT_EQ(seen.joint, expected.joint);
      ASSERT_EQ(seen.margin, expected.margin);
    }
  }
  EXPECT_GT(told, 30);
}

}  // namespace
}  // namespace jourdain
