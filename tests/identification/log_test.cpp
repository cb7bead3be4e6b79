// Logs as they are recorded: text of any kind, with a map, in memory.
#include "log_cases.hpp"

#include "jourdain/core/error.hpp"
#include "jourdain/motion/motion_file.hpp"

#include <gtest/gtest.h>

namespace jourdain::log_test {
namespace {

TEST(Log, GivesTheMotionThatWasRecorded) {
  const Read log = read(written());
  EXPECT_GT(log.samples.size(), 900u);
  EXPECT_LT(deviation(log), 1e-3);
  EXPECT_NEAR(log.summary.rate, rate, 1e-6);
  EXPECT_EQ(log.summary.stretches, 1);
}

TEST(Log, TakesAnySeparatorAndDecimal) {
  for (const std::string separator : {",", ";", "\t", " "}) {
    for (const bool comma : {false, true}) {
      if (comma && separator == ",") continue;
      Style style;
      style.separator = separator;
      style.comma = comma;
      EXPECT_LT(deviation(read(written(style))), 1e-3) << separator << comma;
    }
  }
  EXPECT_LT(deviation(read(written(), {}, "\r\n")), 1e-3);
}

TEST(Log, TakesAnyUnitOfTime) {
  for (const auto& [factor, word] :
       {std::pair{1.0, "s"}, std::pair{1e3, "ms"}, std::pair{1e6, "us"}, std::pair{1e9, "ns"}}) {
    Style style;
    style.time_factor = factor;
    const Read guessed = read(written(style));
    EXPECT_LT(deviation(guessed), 1e-3) << word;
    EXPECT_TRUE(guessed.summary.time_unit.starts_with(word)) << guessed.summary.time_unit;
    style.names = fmt::format("time [{}],q1,q2,tau1,tau2", word);
    EXPECT_LT(deviation(read(written(style))), 1e-3) << word;
  }
}

TEST(Log, TakesAPreambleUnitsAndDegrees) {
  Style style;
  style.position_factor = 180 / 3.14159265358979323846;
  style.names = "t,q1 [deg],q2 [deg],tau1,tau2";
  EXPECT_LT(deviation(read(written(style))), 1e-3);
  style.names = "t,q1,q2,tau1,tau2";
  Lines lines = written(style);
  lines.insert(lines.begin() + 1, "s,deg,deg,Nm,Nm");
  lines.insert(lines.begin(), {"Controller 4711", "recorded on a Monday, by hand", ""});
  const Read log = read(lines);
  EXPECT_LT(deviation(log), 1e-3);
  EXPECT_NE(log.summary.format.find("3 lines before the names, a line of units"), std::string::npos)
      << log.summary.format;
}

TEST(Log, FollowsItsMap) {
  Style style;
  style.names = "clock,B angle,A angle,A amps,B amps";
  style.position_factor = 180 / 3.14159265358979323846;
  style.time_factor = 1e3;
  const std::vector<int>& motors = robot().motor_joints();
  const auto name = [&](int i) { return robot().mechanism().joints[motors[i]].name; };
  LogOptions options;
  options.map = {"map.yaml",
                 fmt::format("time: {{column: clock, unit: ms}}\n"
                             "positions: {{unit: deg, columns: {{{}: A angle, {}: B angle}}}}\n"
                             "currents: {{constant: 0.5 N m/A, columns: [A amps, B amps], signs: [1, -1]}}\n",
                             name(0), name(1))};
  const Read log = read(written(style), options);
  ASSERT_GT(log.samples.size(), 100u);
  const Sample& s = log.samples[100];
  const Sample& truth = exact()[std::lround(s.time * rate)];
  EXPECT_NEAR(s.q[0], truth.q[1], 1e-6);
  EXPECT_NEAR(s.q[1], truth.q[0], 1e-6);
  EXPECT_NEAR(s.forces[0], 0.5 * truth.forces[0], 1e-6);
  EXPECT_NEAR(s.forces[1], -0.5 * truth.forces[1], 1e-6);
  options.map.text = "positons: [a, b]\n";
  try {
    read(written(style), options);
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'positions'"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("map.yaml:1:1"), std::string::npos) << error.what();
  }
}

// Columns in memory give the samples that their file gives, bit by bit.
TEST(Log, InMemoryIsReadAsItsFile) {
  const Motion motion = load_motion(robot(), "circle radius=20mm turns=4 duration=4s").motion;
  SimulatedLogOptions sensors;
  sensors.rate = 250;
  const TemporaryLog file({});
  write_simulated_log(motion, sensors, file.path());
  SimulatedLog assumed;
  const LogTable table = simulated_log(motion, sensors, &assumed);
  std::ifstream written(file.path());
  EXPECT_EQ(log_csv(table), std::string(std::istreambuf_iterator<char>(written), {}));
  LogOptions options;
  options.bandwidth = 20;
  Log from_file(robot(), file.path(), options), from_memory(robot(), LogSource("memory", table), options);
  EXPECT_EQ(from_memory.summary().name, "memory");
  from_file.rewind();
  from_memory.rewind();
  Sample one, other;
  long samples = 0;
  while (from_file.next(one)) {
    ASSERT_TRUE(from_memory.next(other));
    ++samples;
    EXPECT_EQ(one.q, other.q);
    EXPECT_EQ(one.accelerations, other.accelerations);
    EXPECT_EQ(one.forces, other.forces);
    EXPECT_EQ(one.time, other.time);
    EXPECT_EQ(one.row, other.row);
  }
  EXPECT_FALSE(from_memory.next(other));
  EXPECT_GT(samples, 500);
  EXPECT_EQ(assumed.samples, static_cast<long>(table.columns.front().size()));
  EXPECT_EQ(from_memory.summary().samples, from_file.summary().samples);
  LogTable uneven = table;
  uneven.columns.back().pop_back();
  EXPECT_THROW(Log(robot(), LogSource("memory", uneven), options), Error);
  EXPECT_THROW(Log(robot(), LogSource("memory", LogTable{}), options), Error);
  const LogSource again("memory", table);
  EXPECT_TRUE(LogSource(again) == again);
  EXPECT_FALSE(LogSource("memory", table) == again);
}

}  // namespace
}  // namespace jourdain::log_test
