// Logs in the wild: each mistake is repaired and told with row and column, or refused with both.
#include "identification/logs/raw_log.hpp"
#include "log_cases.hpp"

#include "jourdain/core/error.hpp"

#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

namespace jourdain::log_test {
namespace {

// A mistake in the lines of a log that is repaired, and how that is told.
struct Repair {
  std::string name;
  std::function<void(Lines&)> spoil;  // lines[i] is line i + 1 of the file
  std::string kind;
  long row;
  std::string column;
};

std::string with_cell(const std::string& line, int column, const std::string& text) {
  std::vector<std::string> cells;
  std::string part;
  for (const char c : line + ",") {
    if (c != ',') {
      part += c;
      continue;
    }
    cells.push_back(part);
    part.clear();
  }
  cells[column] = text;
  return fmt::format("{}", fmt::join(cells, ","));
}

const std::vector<Repair>& repairs() {
  static const std::vector<Repair> list{
      {"nan", [](Lines& l) { l[500] = with_cell(l[500], 1, "NaN"); }, "filled", 501, "q1"},
      {"infinite", [](Lines& l) { l[500] = with_cell(l[500], 3, "inf"); }, "filled", 501, "tau1"},
      {"empty cell", [](Lines& l) { l[500] = with_cell(l[500], 2, ""); }, "filled", 501, "q2"},
      {"text", [](Lines& l) { l[500] = with_cell(l[500], 4, "overflow"); }, "no number", 501, "tau2"},
      {"spike of a position", [](Lines& l) { l[500] = with_cell(l[500], 1, "3"); }, "spike", 501, "q1"},
      {"spike of a force", [](Lines& l) { l[500] = with_cell(l[500], 3, "1e6"); }, "spike", 501, "tau1"},
      {"three in a row",
       [](Lines& l) {
         for (int i = 500; i < 503; ++i) l[i] = with_cell(l[i], 1, "nan");
       },
       "filled", 503, "q1"},
      {"long hole",
       [](Lines& l) {
         for (int i = 500; i < 540; ++i) l[i] = with_cell(l[i], 1, "nan");
       },
       "hole", 501, "q1"},
      {"missing row", [](Lines& l) { l.erase(l.begin() + 500); }, "missing rows", 501, ""},
      {"three missing rows", [](Lines& l) { l.erase(l.begin() + 500, l.begin() + 503); }, "missing rows", 501, ""},
      {"gap", [](Lines& l) { l.erase(l.begin() + 500, l.begin() + 560); }, "gap", 501, "t"},
      {"doubled row", [](Lines& l) { l.insert(l.begin() + 500, l[499]); }, "duplicate", 501, "t"},
      {"doubled time", [](Lines& l) { l.insert(l.begin() + 500, with_cell(l[499], 1, "0.5")); }, "duplicate", 501, "t"},
      {"swapped rows", [](Lines& l) { std::swap(l[500], l[501]); }, "order", 502, "t"},
      {"short row", [](Lines& l) { l[500] = "0.998,0.1"; }, "row length", 501, ""},
      {"long row", [](Lines& l) { l[500] += ",7"; }, "row length", 501, ""},
      {"half a row at the end", [](Lines& l) { l.back() = l.back().substr(0, 12); }, "row length", rows + 1, ""},
      {"missing time", [](Lines& l) { l[500] = with_cell(l[500], 0, ""); }, "missing time", 501, "t"},
      {"empty line", [](Lines& l) { l.insert(l.begin() + 500, ""); }, "", 0, ""},
      {"byte order mark", [](Lines& l) { l[0] = "\xEF\xBB\xBF" + l[0]; }, "", 0, ""},
      {"separators at the end",
       [](Lines& l) {
         for (std::string& line : l) line += ",";
       },
       "", 0, ""},
      {"quotes",
       [](Lines& l) {
         for (std::string& line : l)
           line = with_cell(
               line, 1,
               "\"" + line.substr(line.find(',') + 1, line.find(',', line.find(',') + 1) - line.find(',') - 1) + "\"");
       },
       "", 0, ""},
      {"unknown column",
       [](Lines& l) {
         for (std::string& line : l) line += &line == &l[0] ? ",temperature" : ",31.5";
       },
       "unused column", 0, "temperature"},
  };
  return list;
}

TEST(BrokenLog, IsRepairedAndSaysWhere) {
  for (const Repair& repair : repairs()) {
    SCOPED_TRACE(repair.name);
    Lines lines = written();
    repair.spoil(lines);
    const Read log = read(lines);
    EXPECT_LT(deviation(log), 2e-3);
    EXPECT_GT(log.samples.size(), 500u);
    if (!repair.kind.empty()) {
      EXPECT_TRUE(tells(log, repair.kind, repair.row, repair.column));
      if (HasFailure())
        for (const LogFinding& f : log.summary.findings)
          std::printf("  %s %ld %s: %s\n", f.kind.c_str(), f.row, f.column.c_str(), f.message.c_str());
    } else {
      EXPECT_TRUE(log.summary.findings.empty());
    }
    if (HasFailure()) return;
  }
}

// A spike of several rows is none of those that are taken out; it must not hide others behind it.
TEST(Log, FindsASpikeBehindOneThatItMissed) {
  Lines lines = written();
  for (std::size_t row : {300, 301, 302}) lines[row] = with_cell(lines[row], 3, "1e7");
  lines[500] = with_cell(lines[500], 3, "1e6");
  EXPECT_TRUE(tells(read(lines), "spike", 501, "tau1"));
}

// A good log has neither spikes nor channels that stand still.
TEST(BrokenLog, WithAChannelThatStandsIsTold) {
  EXPECT_TRUE(read(written()).summary.findings.empty());
  Lines lines = written();
  for (std::size_t i = 1; i < lines.size(); ++i) lines[i] = with_cell(lines[i], 2, "0.7");
  EXPECT_TRUE(tells(read(lines), "constant", 0, "q2"));
}

TEST(BrokenLog, WithJitterIsResampled) {
  Random random(4);
  Lines lines{"t,q1,q2,tau1,tau2"};
  const SineMotion motion(robot(), 3, 0.1);
  Workspace workspace(robot());
  std::vector<Sample> truth;
  for (int i = 0; i < rows; ++i) {
    const double t = (i + uniform(random, 0.2)) / rate;
    ASSERT_EQ(motion.go(t, workspace), Status::ok);
    const Sample s = sample_of(robot(), workspace, t);
    lines.push_back(fmt::format("{},{},{},{},{}", t, s.q[0], s.q[1], s.forces[0], s.forces[1]));
  }
  const Read log = read(lines);
  EXPECT_TRUE(log.summary.resampled);
  for (const Sample& s : log.samples) {
    ASSERT_EQ(motion.go(s.time, workspace), Status::ok);
    const Sample there = sample_of(robot(), workspace, s.time);
    ASSERT_LT((s.q - there.q).cwiseAbs().maxCoeff(), 1e-5);
    ASSERT_LT((s.accelerations - there.accelerations).cwiseAbs().maxCoeff(), 0.01 * (1 + there.accelerations.norm()));
  }
}

// A log that cannot be used: part of the message.
struct Refusal {
  std::string name;
  Lines lines;
  std::string part;
};

TEST(BrokenLog, IsRefusedWithAReason) {
  const auto changed = [](const std::function<void(Lines&)>& change) {
    Lines lines = written();
    change(lines);
    return lines;
  };
  const auto named = [&](const std::string& names) { return changed([&](Lines& l) { l[0] = names; }); };
  const std::vector<Refusal> list{
      {"empty", {}, "is empty"},
      {"no numbers", {"hello", "world"}, "no table of numbers"},
      {"no names", changed([](Lines& l) { l.erase(l.begin()); }), "no names above the 5 columns"},
      {"name twice", named("t,q1,q1,tau1,tau2"), "is there twice"},
      {"no time", named("x1,q1,q2,tau1,tau2"), "no column of time"},
      {"no position of a motor", named("t,q1,other,tau1,tau2"), "has no position"},
      {"no forces", named("t,q1,q2,a,b"), "found no forces"},
      {"no positions", named("t,a,b,tau1,tau2"), "found no positions"},
      {"two for one", named("t,q1,q2,tau1,tau2,pos1"), "no names above"},
      {"wrong unit", named("t,q1 [kg],q2 [kg],tau1,tau2"), "does not fit"},
      {"currents without constants", named("t,q1,q2,i1,i2"), "constants"},
      {"time stands", changed([](Lines& l) {
         for (std::size_t i = 1; i < l.size(); ++i) l[i] = with_cell(l[i], 0, "7");
       }),
       "does not rise"},
      {"unit of time open", changed([](Lines& l) {
         for (std::size_t i = 1; i < l.size(); ++i) l[i] = with_cell(l[i], 0, fmt::format("{}", 100 * i));
       }),
       "write the unit"},
      {"fewer names than columns", named("t,q1,q2,tau1"), "no names above"},
      {"zero bytes", {std::string("t,q1\0,q2", 8), "1,2,3"}, "zero bytes"},
  };
  for (const Refusal& refusal : list) {
    SCOPED_TRACE(refusal.name);
    try {
      read(refusal.lines);
      ADD_FAILURE() << "it was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      EXPECT_NE(std::string(error.what()).find(refusal.part), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(open_log("/nowhere/log.csv"), Error);
}

// Found by the fuzzer: few rows, none after the one before.
TEST(Log, RefusesTimesThatFall) {
  for (const char* times : {"5 4 3 2 1", "5 5 5 5 4", "3 3 3 4 3 3 3 2"}) {
    const std::string path =
        (std::filesystem::temp_directory_path() / fmt::format("jourdain-{}-fall.csv", getpid())).string();
    std::ofstream file(path);
    file << "t,motor1,motor2,motor1_force,motor2_force\n";
    std::istringstream list(times);
    for (std::string t; list >> t;) file << t << ",1,2,3,4\n";
    file.close();
    EXPECT_NE(
        [&]() -> std::string {
          try {
            Log log(robot(), path, {});
          } catch (const Error& error) {
            return error.what();
          }
          return {};
        }()
                     .find("does not rise"),
        std::string::npos)
        << times;
    std::filesystem::remove(path);
  }
}

}  // namespace
}  // namespace jourdain::log_test
